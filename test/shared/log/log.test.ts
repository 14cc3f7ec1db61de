import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {closeSync, existsSync, openSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {Writable} from 'node:stream';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {createLog} from '#shared/log/log.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {longSignal, until} from '#test/helpers/until.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Writes on after its output has failed, until its input ends. */
const program = `
	import {once} from 'node:events';
	import {createLog} from '#shared/log/log.ts';
	const log = createLog({level: 'info', source: 'api', directory: process.env.DIRECTORY});
	const failed = once(process.stdout, 'error');
	log.info('one');
	await failed;
	log.info('two');
	process.stdin.resume().once('end', () => process.exit(3));
`;
/** Only Linux has this device; elsewhere the test is skipped. */
const full = '/dev/full';

(existsSync(full) ? test : test.skip)('a process whose output goes to a full disk goes on, and writes its log file', async t => {
	const directory = tempFolder(t);
	const output = openSync(full, 'w');
	const env = {PATH: process.env['PATH'] ?? '', DIRECTORY: directory};
	const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {cwd: root, env, stdio: ['pipe', output, 'ignore']});
	t.teardown(() => {
		child.kill('SIGKILL');
		closeSync(output);
	});
	const exited = once(child, 'exit', {signal: longSignal()});
	const read = () => readdirSync(directory).map(name => readFileSync(join(directory, name), 'utf8'));
	const lines = await until(() => {
		const whole = read().join('').split('\n').slice(0, -1);
		return whole.length === 2 && whole;
	});
	t.deepEqual(
		lines.map(line => JSON.parse(line).msg as string),
		['one', 'two'],
	);
	child.stdin?.end();
	const [code] = (await exited) as [number | null];
	t.is(code, 3);
});

test('a log line has escapes for what a terminal would obey, and means the same', t => {
	const lines: string[] = [];
	const output = new Writable({decodeStrings: false, write: (line: string, _encoding, done) => done(void lines.push(line) as undefined)});
	const said = 'a\u001b[2J b\u009b31m c\u202e d\u2028 e\r\nforged é 😀';
	createLog({level: 'warn', source: 'test', outputs: [output]}).warn({title: said}, said);
	t.is(lines.length, 1);
	t.regex(lines[0] ?? '', /^[^\p{Cc}\u202e\u2028]+\n$/u);
	t.like(JSON.parse(lines[0] ?? ''), {msg: said, title: said});
});
