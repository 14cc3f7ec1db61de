import {once} from 'node:events';
import {chmod, mkdir, symlink, writeFile} from 'node:fs/promises';
import {setImmediate} from 'node:timers/promises';
import {Worker} from 'node:worker_threads';
import test, {type ExecutionContext} from 'ava';
import {unreachable} from '#shared/domain/folders/folder-state.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {patienceMs, until} from '#test/helpers/until.ts';
import {createDiskProbes} from '#workers/integrations/disk-probes/disk-probes.ts';

/** Threads end with the test: one that is idle would keep the run waiting for a minute. */
function openProbes(t: ExecutionContext) {
	const probes = createDiskProbes({limitMs: patienceMs});
	t.teardown(() => probes.close());
	return probes;
}

/**
 * A thread that answers with the path that it is asked about, but waits for itself below `/hung`, as one waits for a
 * network share that is gone.
 */
function startEcho(): Worker {
	const code = `require('node:worker_threads').parentPort.on('message', ({path}) => {
		if (path.startsWith('/hung')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
		if (path === '/fails') throw new Error('broken');
		require('node:worker_threads').parentPort.postMessage(path);
	});`;
	return new Worker(code, {eval: true});
}

function withEchoes(limitMs: number) {
	const threads: Worker[] = [];
	const start = () => {
		const thread = startEcho();
		threads.push(thread);
		return thread;
	};
	const echoes = createDiskProbes({startThread: start, limitMs, checkedLimitMs: patienceMs});
	/** The answer, or `late` if there was none. */
	const probe = (path: string, late: string) =>
		echoes.probe('realPath', path).catch(error => {
			if (error.code !== 'disk_not_answering') {
				throw error;
			}
			return late;
		});
	return {threads, probe, echoes};
}

test('a folder is reported with its space, its folders and what is wrong with it', async t => {
	const probes = openProbes(t);
	const root = tempFolder(t);
	await mkdir(`${root}/B`);
	await mkdir(`${root}/A`);
	await mkdir(`${root}/.hidden`);
	await writeFile(`${root}/file`, '');
	await symlink(root, `${root}/link`);
	const state = await probes.probe('state', root);
	t.true(state.accessible && (state.freeSpace ?? 0) > 0 && (state.totalSpace ?? 0) >= (state.freeSpace ?? 0));
	t.deepEqual((await probes.probe('folders', root)).sort(), ['A', 'B']);
	t.is(await probes.probe('fault', root), null);
	t.is(await probes.probe('realPath', `${root}/link/A`), `${root}/A`);
	t.true(await probes.probe('file', `${root}/file`));
	t.false(await probes.probe('file', root));
});

test('what is not there, no folder or not ours to write is reported as such', async t => {
	const probes = openProbes(t);
	const root = tempFolder(t);
	await writeFile(`${root}/file`, '');
	for (const path of [`${root}/none`, `${root}/file`, `${root}/file/none`]) {
		t.deepEqual(await probes.probe('state', path), unreachable, path);
		t.deepEqual(await probes.probe('folders', path), [], path);
	}
	t.false(await probes.probe('file', `${root}/none`));
	t.is(await probes.probe('fault', `${root}/none`), 'missing');
	t.is(await probes.probe('fault', `${root}/file`), 'no_folder');
	t.is(await probes.probe('realPath', `${root}/none`), `${root}/none`);
	if (process.getuid?.() !== 0) {
		await mkdir(`${root}/locked`);
		await chmod(`${root}/locked`, 0o500);
		t.is(await probes.probe('fault', `${root}/locked`), 'not_writable');
	}
});

test('a disk that hangs makes nobody wait beyond the limit, and holds one thread however often it is asked', async t => {
	const {threads, probe} = withEchoes(50);
	t.deepEqual(
		await Promise.all(Array.from({length: 20}, () => probe('/hung', 'late'))),
		Array.from({length: 20}, () => 'late'),
	);
	t.is(await probe('/hung', 'still'), 'still');
	t.is(threads.length, 1);
	await Promise.all(threads.map(thread => thread.terminate()));
});

test('other disks answer while one hangs; when too many hang, a question that never began is taken back', async t => {
	const {threads, probe} = withEchoes(patienceMs);
	const hung = Array.from({length: 15}, (_, n) => probe(`/hung/${n}`, 'late'));
	t.deepEqual(await Promise.all(Array.from({length: 30}, (_, n) => probe(`/films/${n}`, 'late'))), [
		...Array.from({length: 30}, (_, n) => `/films/${n}`),
	]);
	t.is(threads.length, 16);
	await Promise.all(threads.map(thread => thread.terminate()));
	t.deepEqual(
		await Promise.all(hung),
		Array.from({length: 15}, () => 'late'),
	);

	const crowded = withEchoes(300);
	const late = Array.from({length: 30}, (_, n) => crowded.probe(`/hung/${n}`, 'late'));
	t.deepEqual(
		await Promise.all(late),
		Array.from({length: 30}, () => 'late'),
	);
	const begun = crowded.threads.length;
	t.true(begun <= 16);
	await Promise.all(crowded.threads.map(thread => thread.terminate()));
	t.is(crowded.threads.length, begun);
});

test('a disk that is slow says nothing about what is there, and has more time for a check', async t => {
	const {threads, echoes} = withEchoes(50);
	const slow = echoes.probe('fault', '/hung', 'checked');
	await t.throwsAsync(echoes.probe('fault', '/hung'), {
		code: 'disk_not_answering',
		message: /The folder \/hung did not answer within 0\.05 s\. Try again; if it stays so, check its disk/,
	});
	await Promise.all(threads.map(thread => thread.terminate()));
	await t.throwsAsync(slow, {code: 'disk_not_answering', message: /could not be asked/});
});

test('a thread that fails answers as a disk that does not, and another takes its place', async t => {
	const {threads, probe} = withEchoes(patienceMs);
	t.is(await probe('/fails', 'late'), 'late');
	t.is(await probe('/films', 'late'), '/films');
	t.true(threads.length <= 2);
	await Promise.all(threads.map(thread => thread.terminate()));
});

test('a share that is gone holds one thread for each root folder on it, whatever else is asked about what lies there', async t => {
	const {threads, probe, echoes} = withEchoes(4000);
	const gone = ['/hung/films', '/hung/shows', '/hung/anime', '/hung/kids'];
	const asked = gone.flatMap(root => [
		echoes.probe('state', root),
		echoes.probe('fault', root),
		...Array.from({length: 10}, (_, n) => echoes.probe('file', `${root}/Film ${n}/film.mkv`)),
	]);
	const settled = Promise.allSettled(asked);
	// Its thread may need longer than the limit to start.
	await until(async () => (await probe('/films', 'late')) === '/films');
	t.true((await settled).every(({status}) => status === 'rejected'));
	await until(async () => (await probe('/films/Paper Harbour', 'late')) === '/films/Paper Harbour');
	t.is(threads.length, gone.length + 1);
	await Promise.all(threads.map(thread => thread.terminate()));
});

test('whoever asks what another asks already has the whole limit', async t => {
	const {threads, probe} = withEchoes(300);
	const root = probe('/hung', 'late');
	const first = probe('/hung/film', 'late');
	let isReported = false;
	const second = root
		.then(() => probe('/hung/film', 'late'))
		.then(() => {
			isReported = true;
		});
	await first;
	await setImmediate();
	t.false(isReported);
	await second;
	await Promise.all(threads.map(thread => thread.terminate()));
});

test('when the process ends the threads end with it, also one whose disk hangs', async t => {
	const {threads, probe, echoes} = withEchoes(1);
	t.is(await probe('/hung', 'late'), 'late');
	const ended = threads.map(thread => once(thread, 'exit'));
	echoes.close();
	t.is((await Promise.all(ended)).length, threads.length);
});
