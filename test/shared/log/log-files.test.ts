import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readdirSync, readFileSync, statSync} from 'node:fs';
import {utimes, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {ExecutionContext} from 'ava';
import test from 'ava';
import {abandonedMs, logFileName, logWriter, parseLogFileName, pruneLogFiles} from '#shared/log/log-files.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {longSignal} from '#test/helpers/until.ts';

const root = fileURLToPath(new URL('./', import.meta.url));
const program = `
	import {openRollingFile} from '#shared/log/log-files.ts';
	const {directory, source, lines, retention} = JSON.parse(process.env.TASK);
	const file = openRollingFile({directory, source, fileBytes: 5000, retention});
	for (let n = 0; n < lines; n += 1) {
		file.write(JSON.stringify({level: 30, time: Date.now(), source, n, pad: 'x'.repeat(50)}) + '\\n');
		if (n % 50 === 0) await new Promise(resolve => setTimeout(resolve, 5));
	}
	process.stdout.write('written\\n');
	process.stdin.once('data', () => {
		file.end();
		process.stdin.destroy();
	});
`;

interface Task {
	directory: string;
	source: string;
	lines: number;
	retention: {ageMs: number; bytes: number; files: number};
}

/** A real process that writes its lines, and then lives until it is told to end. */
async function startWriter(t: ExecutionContext, task: Task) {
	const args = ['--input-type=module', '--eval', program];
	const env = {PATH: process.env['PATH'] ?? '', TASK: JSON.stringify(task)};
	const child = spawn(process.execPath, args, {cwd: root, env, stdio: ['pipe', 'pipe', 'inherit']});
	t.teardown(() => void child.kill('SIGKILL'));
	const written = once(child.stdout, 'data');
	return {
		written,
		async end() {
			const ended = once(child, 'exit');
			child.stdin.write('end\n');
			await ended;
		},
	};
}

function linesBelow(directory: string, source: string): number[] {
	return readdirSync(directory)
		.filter(name => name.includes(source))
		.toSorted((a, b) => (parseLogFileName(a)?.number ?? 0) - (parseLogFileName(b)?.number ?? 0))
		.flatMap(name => readFileSync(join(directory, name), 'utf8').split('\n').filter(Boolean))
		.map(line => JSON.parse(line).n as number);
}

const counted = (from: number, to: number) => Array.from({length: to - from}, (_, index) => from + index);

test('two processes roll their own files in one folder, and neither loses a line', async t => {
	const directory = join(tempFolder(t), 'logs');
	const retention = {ageMs: 3_600_000, bytes: 100_000_000, files: 1000};
	const writers = await Promise.all(['api', 'worker-grab'].map(source => startWriter(t, {directory, source, lines: 1000, retention})));
	await Promise.all(writers.map(({written}) => written));
	await Promise.all(writers.map(writer => writer.end()));
	t.deepEqual(linesBelow(directory, 'api'), counted(0, 1000));
	t.deepEqual(linesBelow(directory, 'worker-grab'), counted(0, 1000));
	// Each begins at least a second file; a slow disk gets many lines at once.
	t.true(readdirSync(directory).length > 2, 'they rolled');
});

test('two processes keep to one limit for both, and never remove what the other writes to', async t => {
	const directory = join(tempFolder(t), 'logs');
	const retention = {ageMs: 3_600_000, bytes: 40_000, files: 1000};
	const quiet = await startWriter(t, {directory, source: 'quiet', lines: 3, retention});
	await quiet.written;
	const busy = await startWriter(t, {directory, source: 'busy', lines: 3000, retention});
	await busy.written;
	await Promise.all([quiet.end(), busy.end()]);
	t.deepEqual(linesBelow(directory, 'quiet'), [0, 1, 2]);
	const kept = linesBelow(directory, 'busy');
	t.deepEqual(kept, counted(kept[0] ?? -1, 3000), 'the newest lines, without a gap');
	await pruneLogFiles(directory, retention, Date.now());
	const left = readdirSync(directory);
	const bytes = left.reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
	// The last file of each stays, and is large where a slow disk gets many lines at once.
	t.true(bytes <= retention.bytes || left.length === 2, `${bytes} bytes in ${left.length} files`);
});

test('files are removed for their age, number and size, the oldest first, but not those of living processes', async t => {
	const directory = tempFolder(t);
	const now = Date.now();
	const put = async (name: string, agoMs: number, size = 10) => {
		const path = join(directory, name);
		await writeFile(path, 'x'.repeat(size));
		await utimes(path, new Date(now - agoMs), new Date(now - agoMs));
	};
	const [minute, day] = [60_000, 24 * 3_600_000];
	await put('kinoteka.100.api-box-1.1.log', 5 * minute);
	await put('kinoteka.100.api-box-1.2.log', minute);
	await put('kinoteka.100.dead-box-2.1.log', 2 * day);
	await put('kinoteka.100.old-box-3.1.log', 8 * day);
	await put('kinoteka.3.log', 9 * day);
	await put('somebody-else.log', 90 * day);
	const limits = {ageMs: 7 * day, bytes: 1000, files: 100};
	t.deepEqual(await pruneLogFiles(directory, limits, now), ['kinoteka.3.log', 'kinoteka.100.old-box-3.1.log']);
	t.deepEqual(await pruneLogFiles(directory, {...limits, files: 2}, now), ['kinoteka.100.dead-box-2.1.log']);
	t.deepEqual(await pruneLogFiles(directory, {...limits, bytes: 5}, now), ['kinoteka.100.api-box-1.1.log']);
	t.deepEqual(readdirSync(directory).toSorted(), ['kinoteka.100.api-box-1.2.log', 'somebody-else.log']);
	t.deepEqual(await pruneLogFiles(directory, {...limits, bytes: 5}, now + abandonedMs + 2 * minute), ['kinoteka.100.api-box-1.2.log']);
	t.deepEqual(await pruneLogFiles(join(directory, 'missing'), limits, now), []);
});

test('files of one process that a disk dates alike go in the order of their numbers', async t => {
	const directory = tempFolder(t);
	const at = new Date(Date.now() - 60_000);
	const nameOf = (number: number) => `kinoteka.100.api-box-1.${number}.log`;
	for (const number of [12, 3, 11, 2, 10, 1]) {
		await writeFile(join(directory, nameOf(number)), 'x'.repeat(10));
		await utimes(join(directory, nameOf(number)), at, at);
	}
	const removed = await pruneLogFiles(directory, {ageMs: 3_600_000, bytes: 30, files: 100}, Date.now());
	t.deepEqual(removed, [1, 2, 3].map(nameOf));
});

test('a name tells the process, whatever its host is called', t => {
	const writer = logWriter({startedAt: 123, source: 'worker-grab', host: 'nas.local/../x', pid: 7});
	const name = logFileName(writer, 4);
	t.notRegex(name, /\//);
	t.deepEqual(parseLogFileName(name), {name, writer, startedAt: 123, number: 4});
	t.is(parseLogFileName('mongod.log'), null);
	t.is(parseLogFileName('kinoteka.1.log.gz'), null);
});

test('a process whose log disk is full ends when it wants to', async t => {
	const directory = tempFolder(t);
	const writesOn = `
		import {openRollingFile} from '#shared/log/log-files.ts';
		const file = openRollingFile({directory: process.env.DIRECTORY, source: 'api'});
		for (let n = 0; n < 100; n += 1) {
			file.write('x'.repeat(1000) + '\\n');
			await new Promise(resolve => setTimeout(resolve, 2));
		}
		process.exit(3);
	`;
	// To a process, a file that may not grow is the same as a full disk.
	const limited = ['-c', 'trap "" XFSZ; ulimit -f 16; exec "$0" "$@"', process.execPath, '--input-type=module', '--eval', writesOn];
	const child = spawn('sh', limited, {cwd: root, env: {PATH: process.env['PATH'] ?? '', DIRECTORY: directory}, stdio: 'inherit'});
	t.teardown(() => void child.kill('SIGKILL'));
	const [code] = (await once(child, 'exit', {signal: longSignal()})) as [number | null];
	t.is(code, 3);
	t.true(readdirSync(directory).every(name => statSync(join(directory, name)).size <= 16 * 1024));
});
