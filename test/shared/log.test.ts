import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {closeSync, existsSync, openSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = `
	import {createLog} from '#shared/log.ts';
	const log = createLog({level: 'info', source: 'api', directory: process.env.DIRECTORY});
	log.info('one');
	await new Promise(resolve => setTimeout(resolve, 200));
	log.info('two');
	await new Promise(resolve => setTimeout(resolve, 200));
	process.exit(3);
`;
/** Only Linux has this device; elsewhere the test is skipped. */
const full = '/dev/full';

(existsSync(full) ? test : test.skip)('a process whose output goes to a full disk goes on, and writes its log file', async t => {
	const directory = tempFolder(t);
	const output = openSync(full, 'w');
	const env = {PATH: process.env['PATH'] ?? '', DIRECTORY: directory};
	const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {cwd: root, env, stdio: ['ignore', output, 'ignore']});
	t.teardown(() => {
		child.kill('SIGKILL');
		closeSync(output);
	});
	const [code] = (await once(child, 'exit', {signal: AbortSignal.timeout(20_000)})) as [number | null];
	t.is(code, 3);
	const lines = readdirSync(directory).flatMap(name => readFileSync(join(directory, name), 'utf8').trim().split('\n'));
	t.deepEqual(
		lines.map(line => JSON.parse(line).msg as string),
		['one', 'two'],
	);
});
