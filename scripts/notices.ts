import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {readCommandLine} from '#shared/start/command-line.ts';
import {thirdPartyNotices} from './command/third-party-notices.ts';

const {values} = readCommandLine({
	usage: 'npm run notices [-- --check]',
	about:
		'Writes the licences of all packages that the service runs with to THIRD-PARTY-NOTICES.txt.\n  --check  writes nothing, and ends with 1 if the file is not up to date',
	options: {check: {type: 'boolean', default: false}},
});

const root = fileURLToPath(new URL('..', import.meta.url));
const file = join(root, 'THIRD-PARTY-NOTICES.txt');
const notices = thirdPartyNotices(root);
if (!values.check) {
	writeFileSync(file, notices);
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== notices) {
	console.error('THIRD-PARTY-NOTICES.txt is not up to date. Write it with: npm run notices');
	process.exit(1);
}
