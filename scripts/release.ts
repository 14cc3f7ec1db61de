import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {readCommandLine} from '#shared/start/command-line.ts';
import {imageCommands, notesOf, releasedFiles} from './command/release-plan.ts';

const {values} = readCommandLine({
	usage: 'npm run release [-- --to DIR] [--push | --no-images] [--draft]',
	about: [
		'Makes a release of the version in package.json: images for both processors, source, notes and checksums.',
		'  --to DIR     where the files go; dist by default',
		'  --push       sends the images to the registry too',
		'  --no-images  makes the files only',
		'  --draft      also with changes that are not committed, and a version that the change log calls unreleased',
	].join('\n'),
	options: {
		to: {type: 'string', default: 'dist'},
		push: {type: 'boolean', default: false},
		'no-images': {type: 'boolean', default: false},
		draft: {type: 'boolean', default: false},
	},
});

const root = fileURLToPath(new URL('..', import.meta.url));
const git = (...args: string[]) => execFileSync('git', args, {cwd: root, encoding: 'utf8'}).trim();
const read = (name: string) => readFileSync(join(root, name), 'utf8');

function refuse(why: string): never {
	console.error(why);
	process.exit(1);
}

const {version} = JSON.parse(read('package.json')) as {version: string};
const notes = notesOf(read('CHANGELOG.md'), version);
if (!values.draft && notes === null) {
	refuse(`CHANGELOG.md does not say what is new in ${version}: its heading is to be "## ${version} (DATE)".`);
}
if (!values.draft && git('status', '--porcelain') !== '') {
	refuse('Something is not committed. A release is what git has.');
}
const folder = resolve(values.to);
mkdirSync(folder, {recursive: true});
for (const name of releasedFiles) {
	copyFileSync(join(root, name), join(folder, name.replace(/^\./, 'kinoteka.')));
}
git('archive', '--format=tar.gz', `--prefix=kinoteka-${version}/`, `--output=${join(folder, `kinoteka-${version}.tar.gz`)}`, 'HEAD');
writeFileSync(join(folder, 'NOTES.md'), notes ?? `# Kinoteka ${version}, a draft\n`);
const sums = readdirSync(folder)
	.filter(name => name !== 'SHA256SUMS')
	.toSorted()
	.map(
		name =>
			`${createHash('sha256')
				.update(readFileSync(join(folder, name)))
				.digest('hex')}  ${name}\n`,
	);
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
console.log(`${folder} has the files of ${version}.`);
if (!values['no-images']) {
	for (const [program = '', ...args] of imageCommands({version, revision: git('rev-parse', 'HEAD'), isPushed: values.push})) {
		execFileSync(program, args, {cwd: root, stdio: 'inherit'});
	}
}
