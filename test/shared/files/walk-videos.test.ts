import {once} from 'node:events';
import {mkdir, symlink, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {Worker} from 'node:worker_threads';
import test, {type ExecutionContext} from 'ava';
import {createFolderReaders} from '#shared/files/folder-readers.ts';
import {walkVideos} from '#shared/files/walk-videos.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {longSignal, patienceMs} from '#test/helpers/until.ts';
import {countVideos} from '#workers/integrations/disk-probes/survey-folder.ts';

const readers = createFolderReaders();
const tree = ['b.mkv', 'a.mkv', 'A (2000)/a.mkv', 'A (2000)/z.avi', 'B/Season 1/1.mkv', 'B/Season 2/1.mkv', 'B/0.mkv', 'C/c.mp4'];

async function make(t: ExecutionContext, paths: readonly string[]): Promise<string> {
	const root = tempFolder(t);
	for (const path of paths) {
		await mkdir(dirname(join(root, path)), {recursive: true});
		await writeFile(join(root, path), 'x');
	}
	return root;
}

async function walk(root: string, after: string | null = null): Promise<string[]> {
	const options = {readers, after, signal: longSignal(), onFault() {}};
	return (await Array.fromAsync(walkVideos(root, options))).flat().map(({relative}) => relative);
}

test('a walk meets every video once, in the same order each time', async t => {
	const root = await make(t, tree);
	const order = ['a.mkv', 'b.mkv', 'A (2000)/a.mkv', 'A (2000)/z.avi', 'B/0.mkv', 'B/Season 1/1.mkv', 'B/Season 2/1.mkv', 'C/c.mp4'];
	t.deepEqual(await walk(root), order);
	t.is(await countVideos(root, patienceMs), order.length);
});

test('a walk goes on behind any file that it had reached', async t => {
	const root = await make(t, tree);
	const order = await walk(root);
	for (const [index, reached] of order.entries()) {
		t.deepEqual(await walk(root, reached), order.slice(index + 1), reached);
	}
	t.deepEqual(await walk(root, 'B/Gone/x.mkv'), ['B/Season 1/1.mkv', 'B/Season 2/1.mkv', 'C/c.mp4']);
});

test('samples, extras, hidden files, texts and links to folders are passed over', async t => {
	const odd = [
		'.hidden.mkv',
		'.cache/a.mkv',
		'F/Sample/s.mkv',
		'F/film-sample.mkv',
		'F/film.nfo',
		'F/film-trailer.mkv',
		'@eaDir/x.mkv',
		'F/film.mkv',
	];
	const root = await make(t, odd);
	await symlink(join(root, 'F'), join(root, 'round'));
	await symlink(join(root, 'F/film.mkv'), join(root, 'linked.mkv'));
	await symlink(join(root, 'nowhere.mkv'), join(root, 'broken.mkv'));
	t.deepEqual(await walk(root), ['linked.mkv', 'F/film.mkv']);
});

test('a walk stops when it is told to', async t => {
	const root = await make(t, tree);
	const controller = new AbortController();
	const seen: string[] = [];
	await t.throwsAsync(
		async () => {
			for await (const videos of walkVideos(root, {readers, after: null, signal: controller.signal, onFault() {}})) {
				seen.push(...videos.map(({relative}) => relative));
				controller.abort(new Error('enough'));
			}
		},
		{message: 'enough'},
	);
	t.true(seen.length < tree.length);
});

test('many folders, deep ones and full ones keep their order, and a walk goes on in the middle of them', async t => {
	const many = Array.from({length: 100}, (_, n) => `M/Film ${String(n).padStart(3, '0')}/film.mkv`);
	const full = Array.from({length: 90}, (_, n) => `N/Season 1/${String(n).padStart(3, '0')}.mkv`);
	const seasons = Array.from({length: 80}, (_, n) => `N/Season 2/Part ${String(n).padStart(3, '0')}/1.mkv`);
	const order = [...many, ...full, ...seasons];
	const root = await make(t, order);
	t.deepEqual(await walk(root), order);
	for (const index of [0, 31, 32, 99, 140, 189, 200, 269]) {
		t.deepEqual(await walk(root, order[index]), order.slice(index + 1), order[index]);
	}
});

test('a root that cannot be read fails the walk', async t => {
	await t.throwsAsync(walk(`${tempFolder(t)}/none`), {code: 'folder_unreadable', message: /ENOENT/});
});

test('a disk that does not answer fails the walk, and holds no thread', async t => {
	// A thread that waits for itself, as one waits for a network share that is gone.
	const hung = new Worker('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)', {eval: true});
	const ended = once(hung, 'exit');
	const options = {
		readers: createFolderReaders({startThread: () => hung, answerLimitMs: 50}),
		after: null,
		signal: longSignal(),
		onFault() {},
	};
	await t.throwsAsync(Array.fromAsync(walkVideos('/films', options)), {
		code: 'disk_not_answering',
		message: /did not answer within 0.05 seconds/,
	});
	await ended;
});
