import {spawnSync} from 'node:child_process';
import {existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statfsSync, statSync, writeFileSync} from 'node:fs';
import {link, mkdir, utimes} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import type {ExecutionContext} from 'ava';
import test from 'ava';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {filesBelow, writeAt} from '#test/helpers/world/movie.ts';
import {createFiles, type FilesOptions} from '#workers/integrations/files/files.ts';
import {keepCopy} from '#workers/integrations/files/recycle.ts';
import {binName, openBin, placesOf} from '#workers/integrations/files/used-folders.ts';

const {signal} = new AbortController();

async function setUp(t: ExecutionContext, options: FilesOptions = {}) {
	const folder = tempFolder(t);
	const root = join(folder, 'films');
	const film = (text: string, name = 'film.mkv') => writeAt(join(root, 'Film (2019)', name), text);
	await film('other', 'other.mkv');
	return {folder, root, bin: join(root, binName), beside: join(folder, binName), film, files: createFiles(options)};
}

test('the bin of a root folder lies beside it, and is made as long as the root folder is there', async t => {
	const {folder, root, bin, beside, film, files} = await setUp(t);
	await files.useFolder({path: root, name: 'The root folder'});
	t.true(await files.discard({path: await film('1'), bin, signal}));
	rmSync(beside, {recursive: true});
	t.true(await files.discard({path: await film('2'), bin, signal}), 'somebody emptied the bin by hand');
	t.false(await files.discard({path: join(root, 'Film (2019)', 'film.mkv'), bin, signal}), 'there is none');
	t.deepEqual(await filesBelow(beside), ['Film (2019)/film.mkv']);
	t.deepEqual(await filesBelow(root), ['Film (2019)/other.mkv']);

	rmSync(beside, {recursive: true});
	renameSync(root, `${root}-away`);
	const path = await film('3');
	await t.throwsAsync(files.discard({path, bin, signal}), {code: 'folder_away'});
	t.deepEqual(readdirSync(folder).toSorted(), ['films', 'films-away']);
});

test('the bin that root folders beside each other share is counted once', async t => {
	const {folder, root, bin, film, files} = await setUp(t);
	await files.useFolder({path: root, name: 'The root folder'});
	await files.discard({path: await film('12345'), bin, signal});
	const shows = join(folder, 'shows');
	mkdirSync(shows);
	t.is((await files.binSize(bin, root)).bytes, 5);
	t.is((await files.binSize(join(shows, binName), shows)).bytes, 5);
	t.is((await files.binSize(join(shows, binName), shows, [root])).bytes, 0);
	t.is((await files.binSize(join(shows, binName), shows, ['/proc/elsewhere'])).bytes, 5);
});

test('the bin of a root folder that is a disk of its own lies in it', async t => {
	const disk = '/dev/shm';
	if (statSync(disk, {throwIfNoEntry: false})?.dev === statSync(dirname(disk)).dev) {
		t.pass('there is no second file system');
		return;
	}
	const place = await openBin(join(disk, binName), createFiles());
	t.teardown(() => rmSync(place, {recursive: true, force: true}));
	t.is(place, join(disk, binName));
	t.deepEqual(placesOf(join('/media/films', binName)), ['/media/.kinoteka-recycle', '/media/films/.kinoteka-recycle']);
});

test('the bin of a root folder that is mounted from the same disk lies in it', async t => {
	const {folder, root, bin, film, files} = await setUp(t);
	const mounted = join(folder, 'a mount');
	mkdirSync(mounted);
	if (spawnSync('mount', ['--bind', root, mounted]).status !== 0) {
		t.pass('nothing can be mounted here');
		return;
	}
	t.teardown(() => void spawnSync('umount', [mounted]));
	await film('1');
	await files.discard({path: join(mounted, 'Film (2019)', 'film.mkv'), bin: join(mounted, binName), signal});
	t.deepEqual(await filesBelow(bin), ['Film (2019)/film.mkv']);
});

test('a bin of its own is known again, also if it is the mount point itself', async t => {
	const {folder, film, files} = await setUp(t);
	const bin = join(folder, 'mnt', 'usb', 'bin');
	await files.discard({path: await film('first'), bin, signal});
	t.deepEqual(await filesBelow(bin), ['Film (2019)/film.mkv']);
	const path = await film('second');
	for (const mount of [bin, dirname(bin)]) {
		renameSync(mount, `${mount}-away`);
		mkdirSync(mount);
		await t.throwsAsync(files.discard({path, bin, signal}), {code: 'folder_away', message: /Mount it.*media\.recycleBin again/});
		await t.throwsAsync(files.openBin(bin), {code: 'folder_away'});
		t.deepEqual(readdirSync(mount), []);
		t.true(existsSync(path));
		rmSync(mount, {recursive: true});
		renameSync(`${mount}-away`, mount);
	}
	t.true(await files.discard({path, bin, signal}), 'the disk is back');
	t.deepEqual(await filesBelow(bin), ['Film (2019)/film (2).mkv', 'Film (2019)/film.mkv']);
});

test('the parents of a bin are never made by what is put there', async t => {
	const {folder, film} = await setUp(t);
	const bin = join(folder, 'mnt', 'bin');
	await t.throwsAsync(keepCopy({path: await film('1'), bin, signal}), {code: 'folder_away'});
	t.false(existsSync(dirname(bin)));
});

test('what a killed run has put into the bin is not put there again', async t => {
	const {bin, beside, film, files} = await setUp(t);
	const path = await film('film');
	await mkdir(join(beside, 'Film (2019)'), {recursive: true});
	await link(path, join(beside, 'Film (2019)', 'film.mkv'));
	t.true(await files.discard({path, bin, signal}));
	t.deepEqual(await filesBelow(beside), ['Film (2019)/film.mkv']);
	t.false(existsSync(path));
});

/** A folder on another file system; null where there is none. */
function otherDisk(t: ExecutionContext): string | null {
	const found = statSync('/dev/shm', {throwIfNoEntry: false});
	if (!found || found.dev === statSync(tempFolder(t)).dev) {
		return null;
	}
	const folder = mkdtempSync('/dev/shm/kinoteka-bin-test-');
	t.teardown(() => rmSync(folder, {recursive: true, force: true}));
	return folder;
}

test('files whose names use all bytes that a name may have are put into the bin as often as they come', async t => {
	const {beside, film, files, bin, root} = await setUp(t);
	await files.useFolder({path: root, name: 'The root folder'});
	const name = `${'長'.repeat(83)}xx.mkv`;
	t.is(Buffer.byteLength(name), 255);
	for (const text of ['1', '2', '3']) {
		t.true(await files.discard({path: await film(text, name), bin, signal}));
	}
	t.deepEqual(
		(await filesBelow(beside)).map(path => basename(path)).toSorted(),
		[name, `${'長'.repeat(82)} (2).mkv`, `${'長'.repeat(82)} (3).mkv`].toSorted(),
	);
});

test('copies to another disk take over what a killed run left, finished or not', async t => {
	const bin = otherDisk(t);
	const {film, files} = await setUp(t);
	if (bin === null) {
		t.pass('there is no second file system');
		return;
	}
	const path = await film('film');
	await files.keepCopy({path, bin, signal});
	await files.discard({path, bin, signal});
	t.deepEqual(await filesBelow(bin), ['Film (2019)/film.mkv'], 'the copy was finished');

	const again = await film('film again');
	const before = readdirSync(join(bin, 'Film (2019)'));
	await t.throwsAsync(files.keepCopy({path: again, bin, signal: AbortSignal.abort()}));
	t.deepEqual(readdirSync(join(bin, 'Film (2019)')), before);
});

test('a partial copy of a killed run goes with the next try', async t => {
	const {bin, beside, film, files} = await setUp(t);
	const path = await film('film');
	const copied = await files.keepCopy({path, bin, signal});
	const {binPartial} = await import('#workers/integrations/files/recycled-list.ts');
	writeFileSync(join(dirname(copied), binPartial(path)), 'fi');
	await files.discard({path, bin, signal});
	t.deepEqual(await filesBelow(beside), [`Film (2019)/${basename(path)}`]);
});

test('a copy into a bin on another disk leaves its space free', async t => {
	const bin = otherDisk(t);
	const {film, files} = await setUp(t, {keepFree: () => Number.MAX_SAFE_INTEGER});
	if (bin === null) {
		t.pass('there is no second file system');
		return;
	}
	const path = await film('film');
	await t.throwsAsync(files.discard({path, bin, signal}), {code: 'disk_full'});
	t.true(existsSync(path));
});

test('the oldest files of a bin on another disk give way to a copy', async t => {
	const bin = otherDisk(t);
	if (bin === null) {
		t.pass('there is no second file system');
		return;
	}
	let keepFree = 0;
	const {film, files} = await setUp(t, {keepFree: () => keepFree});
	await files.discard({path: await film('x'.repeat(64 * 2 ** 20), 'old.mkv'), bin, signal});
	const {bavail, bsize} = statfsSync(bin);
	keepFree = bavail * bsize + 32 * 2 ** 20;
	t.true(await files.discard({path: await film('new'), bin, signal}));
	t.deepEqual(await filesBelow(bin), ['Film (2019)/film.mkv']);
});

test('a bin is emptied after some days, never of what others put there', async t => {
	let now = new Date('2026-03-01T12:00:00Z');
	const {bin, beside, film, files} = await setUp(t, {now: () => now});
	const empty = (more: {days?: number; maxBytes?: number; toFree?: number}) => files.emptyBin({bin, days: 0, maxBytes: 0, signal, ...more});
	t.deepEqual(await empty({days: 14}), {files: 0, bytes: 0}, 'there is no bin yet');
	await files.discard({path: await film('1', 'a.mkv'), bin, signal});
	await writeAt(join(beside, 'Film (2019)', 'mine.mkv'), 'of a person');
	await writeAt(join(beside, 'old.mkv'), 'of a person');
	await utimes(join(beside, 'old.mkv'), 0, 0);
	now = new Date('2026-03-10T12:00:00Z');
	await files.discard({path: await film('22', 'b.mkv'), bin, signal});
	t.deepEqual(await empty({days: 14}), {files: 0, bytes: 0});
	now = new Date('2026-03-16T12:00:00Z');
	t.deepEqual(await empty({days: 0}), {files: 0, bytes: 0}, 'for ever');
	t.deepEqual(await empty({days: 14}), {files: 1, bytes: 1});
	t.deepEqual(await filesBelow(beside), ['Film (2019)/b.mkv', 'Film (2019)/mine.mkv', 'old.mkv']);
	t.deepEqual(
		readdirSync(beside).filter(name => name.startsWith('.')),
		['.kinoteka-recycled-2026-03-10'],
	);
});

test('beyond its limit, and for what needs the room, the oldest files of a bin go first', async t => {
	let now = new Date('2026-03-01T12:00:00Z');
	const {root, bin, beside, film, files} = await setUp(t, {now: () => now});
	for (const [day, name] of ['b', 'a', 'd', 'c'].entries()) {
		now = new Date(Date.UTC(2026, 2, 1 + day));
		await files.discard({path: await film('12345', `${name}.mkv`), bin, signal});
	}
	const left = async () => (await filesBelow(beside)).map(path => basename(path, '.mkv')).join('');
	await files.emptyBin({bin, days: 14, maxBytes: 15, signal});
	t.is(await left(), 'acd');
	linkSync(join(beside, 'Film (2019)', 'a.mkv'), join(root, 'seeding.mkv'));
	await files.emptyBin({bin, days: 0, maxBytes: 0, toFree: 3, signal});
	t.is(await left(), 'ac', 'a file that others have too makes no room');
});

test('what a clock that was ahead has put into a bin is of the day when that shows', async t => {
	let now = new Date('2040-01-01T00:00:00Z');
	const {bin, beside, film, files} = await setUp(t, {now: () => now});
	await files.discard({path: await film('1'), bin, signal});
	now = new Date('2026-03-01T00:00:00Z');
	const empty = () => files.emptyBin({bin, days: 14, maxBytes: 0, signal});
	t.is((await empty()).files, 0);
	now = new Date('2026-03-16T00:00:00Z');
	t.is((await empty()).files, 1);
	t.deepEqual(readdirSync(beside), []);
});
