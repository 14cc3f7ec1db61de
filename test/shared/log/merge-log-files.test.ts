import test from 'ava';
import {parseLogFileName} from '#shared/log/log-files.ts';
import {currentLogFiles, type LogFile, mergeLogFiles} from '#shared/log/merge-log-files.ts';

const line = (time: number, msg: string) => `${JSON.stringify({level: 30, time, msg})}\n`;

interface Opened {
	now: number;
	max: number;
}

function buildFile(
	name: string,
	content: string,
	{opened, changedAt = 0, chunk = 1000}: {opened?: Opened; changedAt?: number; chunk?: number} = {},
) {
	const bytes = Buffer.from(content);
	async function* read() {
		if (opened) {
			opened.now += 1;
			opened.max = Math.max(opened.max, opened.now);
		}
		for (let at = 0; at < bytes.length; at += chunk) {
			yield bytes.subarray(at, at + chunk);
		}
		if (opened) {
			opened.now -= 1;
		}
	}
	return {...parseLogFileName(name)!, size: bytes.length, changedAt, read} satisfies LogFile; // each name is well-formed
}

async function merged(files: readonly LogFile[]): Promise<string[]> {
	const lines = (await Array.fromAsync(mergeLogFiles(files))).join('').split('\n').filter(Boolean);
	return lines.map(text => (text.startsWith('{') ? JSON.parse(text).msg : text));
}

test('lines of several processes come by time, those of one process in its order', async t => {
	const files = [
		buildFile('kinoteka.100.worker-search-box-7.2.log', line(400, 'search 3')),
		buildFile('kinoteka.50.api-box-6.1.log', line(60, 'api 1') + line(300, 'api 2') + line(500, 'api 3')),
		buildFile('kinoteka.100.worker-search-box-7.1.log', line(110, 'search 1') + line(310, 'search 2')),
	];
	t.deepEqual(await merged(files), ['api 1', 'search 1', 'api 2', 'search 2', 'search 3', 'api 3']);
});

test('a line without a time stays behind the one before, and characters that a chunk cuts stay whole', async t => {
	const files = [
		buildFile('kinoteka.1.a-box-1.1.log', `${line(10, 'Größe 🎬')}no JSON\n${line(30, 'end')}cut off`, {chunk: 3}),
		buildFile('kinoteka.1.b-box-2.1.log', line(20, 'between')),
		buildFile('kinoteka.1.c-box-3.1.log', ''),
	];
	t.deepEqual(await merged(files), ['Größe 🎬', 'no JSON', 'between', 'end', 'cut off']);
});

test('of processes that lived one after another only one file is open', async t => {
	const opened = {now: 0, max: 0};
	const files = Array.from({length: 50}, (_, n) =>
		buildFile(`kinoteka.${n * 1000}.api-box-${n}.1.log`, line(n * 1000 + 1, `first ${n}`) + line(n * 1000 + 2, `last ${n}`), {opened}),
	);
	t.is((await merged(files.toReversed())).length, 100);
	t.is(opened.max, 1);
});

test('the memory that a large archive takes does not grow with it', async t => {
	const row = line(1, 'x'.repeat(500));
	const max = {length: 0};
	async function* read() {
		for (let n = 0; n < 40_000; n += 1) {
			yield Buffer.from(row);
		}
	}
	const file = {...buildFile('kinoteka.1.a-box-1.1.log', ''), read};
	let total = 0;
	for await (const chunk of mergeLogFiles([file, {...file, writer: 'other'}])) {
		max.length = Math.max(max.length, chunk.length);
		total += chunk.length;
	}
	t.is(total, 2 * 40_000 * row.length);
	t.true(max.length < 70_000, String(max.length));
});

test('a line that never ends is passed on in pieces', async t => {
	const files = [buildFile('kinoteka.1.a-box-1.1.log', 'x'.repeat(1_000_000), {chunk: 65_536})];
	const lines = await merged(files);
	t.is(lines.join('').length, 1_000_000);
	t.true(lines.length > 1);
});

test('the current log is the newest file of each process that lives', t => {
	const now = 10 * 3_600_000;
	const files = [
		buildFile('kinoteka.100.api-box-1.1.log', '', {changedAt: now - 60_000}),
		buildFile('kinoteka.100.api-box-1.2.log', '', {changedAt: now - 50_000}),
		buildFile('kinoteka.200.worker-grab-box-2.9.log', '', {changedAt: now - 3_600_000}),
		buildFile('kinoteka.50.worker-grab-box-3.4.log', '', {changedAt: now - 9 * 3_600_000}),
	];
	const names = (all: readonly LogFile[], at: number) => currentLogFiles(all, at).map(({name}) => name);
	t.deepEqual(names(files, now), ['kinoteka.200.worker-grab-box-2.9.log', 'kinoteka.100.api-box-1.2.log']);
	t.deepEqual(names(files, now * 3), ['kinoteka.100.api-box-1.2.log'], 'when none lives, that of the last one');
	t.deepEqual(names([], now), []);
});

test('lines with times in words are merged with those of earlier versions', async t => {
	const iso = (time: number, msg: string) => `${JSON.stringify({level: 30, time: new Date(time).toISOString(), msg})}\n`;
	const files = [
		buildFile('kinoteka.100.worker-search-box-7.2.log', iso(1_800_000_000_400, 'search 2') + iso(1_800_000_000_600, 'search 4')),
		buildFile('kinoteka.50.api-box-6.1.log', line(1_800_000_000_300, 'api 1') + line(1_800_000_000_500, 'api 3')),
	];
	t.deepEqual(await merged(files), ['api 1', 'search 2', 'api 3', 'search 4']);
});
