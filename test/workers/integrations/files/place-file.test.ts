import {copyFile, type link, mkdtemp, readFile, rm, stat, symlink, utimes, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {filesBelow, writeAt} from '#test/helpers/world/movie.ts';
import {type Placement, type PlaceRun, placeFile, unplaceFile} from '#workers/integrations/files/place-file.ts';

/** Not the file system of the tests' files, on most Linux machines. */
const otherDisk = tmpdir().startsWith('/dev/shm') ? '/tmp' : '/dev/shm';

async function setUp(t: ExecutionContext, change: Partial<Placement> = {}) {
	const folder = tempFolder(t);
	const source = await writeAt(join(folder, 'download/film.mkv'), 'the film');
	const target = join(folder, 'library/Film/Film.mkv');
	const partial = join(folder, 'library/Film/.partial');
	const placement: Placement = {
		source,
		target,
		partial,
		mode: 'hardlink',
		mayCopy: true,
		mayReplace: false,
		known: null,
		keepFree: 0,
		...change,
	};
	const noted: string[] = [];
	const run: PlaceRun = {
		signal: new AbortController().signal,
		async beforeFinal(identity) {
			noted.push(identity);
			t.is(await stat(target).catch(() => null), null);
		},
	};
	return {folder, source, target, placement, run, noted, library: join(folder, 'library')};
}

function failing(code: string): () => Promise<never> {
	return () => Promise.reject(Object.assign(new Error(code), {code}));
}

test('a link has its final name only, and placing it again does nothing', async t => {
	const {source, target, placement, run, noted, library} = await setUp(t);
	const identity = await placeFile(placement, run);
	t.deepEqual(noted, [identity]);
	t.is((await stat(target)).ino, (await stat(source)).ino);
	t.is(await placeFile(placement, run), identity);
	t.deepEqual(noted, [identity]);
	t.deepEqual(await filesBelow(library), ['Film/Film.mkv']);
});

test('a copy is known again after its disk was mounted under another number, and nothing else is', async t => {
	const {target, placement, run} = await setUp(t, {mode: 'copy'});
	const [device, number] = (await placeFile(placement, run)).split(':');
	t.is(await placeFile({...placement, known: `${Number(device) + 1}:${number}`}, run), `${device}:${number}`);
	await t.throwsAsync(placeFile({...placement, known: `${device}:${Number(number) + 1}`}, run), {code: 'target_exists'});
	await writeFile(target, 'another film');
	await t.throwsAsync(placeFile({...placement, known: `${Number(device) + 1}:${number}`}, run), {code: 'target_exists'});
});

test('a copy is another file with the same bytes, known again by its identity', async t => {
	const {source, target, placement, run, library} = await setUp(t, {mode: 'copy'});
	const known = await placeFile(placement, run);
	t.not((await stat(target)).ino, (await stat(source)).ino);
	t.is(await readFile(target, 'utf8'), 'the film');
	t.is(await placeFile({...placement, known}, run), known);
	await rm(source);
	t.is(await placeFile({...placement, known}, run), known);
	t.deepEqual(await filesBelow(library), ['Film/Film.mkv']);
});

test('what cannot be linked is copied, or refused where only links are wanted', async t => {
	const {source, target, placement, run, library} = await setUp(t);
	const calls = {link: failing('EXDEV') as typeof link};
	await t.throwsAsync(placeFile({...placement, mayCopy: false}, {...run, calls}), {code: 'cannot_link'});
	t.deepEqual(await filesBelow(library), []);
	await placeFile(placement, {...run, calls});
	t.not((await stat(target)).ino, (await stat(source)).ino);
	t.deepEqual(await filesBelow(library), ['Film/Film.mkv']);
});

test('a file comes from another disk as a copy', async t => {
	const foreign = await mkdtemp(join(otherDisk, 'kino-')).catch(() => null);
	const {placement, run, target, folder} = await setUp(t);
	if (foreign === null || (await stat(foreign)).dev === (await stat(folder)).dev) {
		t.pass('this machine has one disk only');
		return;
	}
	t.teardown(() => rm(foreign, {recursive: true}));
	await placeFile({...placement, source: await writeAt(join(foreign, 'film.mkv'), 'from afar')}, run);
	t.is(await readFile(target, 'utf8'), 'from afar');
});

const fails = test.macro({
	title: (_, errno: string, code: string) => `${errno} while copying is ${code}, and leaves nothing`,
	async exec(t, errno: string, code: string) {
		const {placement, run, library} = await setUp(t, {mode: 'copy'});
		const copyBytes = async (_source: string, partial: string) => {
			await writeFile(partial, 'half');
			await failing(errno)();
		};
		await t.throwsAsync(placeFile(placement, {...run, calls: {copyBytes}}), {code});
		t.deepEqual(await filesBelow(library), []);
	},
});
test(fails, 'ENOSPC', 'disk_full');
test(fails, 'EDQUOT', 'disk_full');
test(fails, 'EACCES', 'permission_denied');
test(fails, 'EROFS', 'read_only');
test(fails, 'EIO', 'disk_failed');

test('a copy that came out short never gets the final name', async t => {
	const {placement, run, library} = await setUp(t, {mode: 'copy'});
	const copyBytes = (_source: string, partial: string) => writeFile(partial, 'half');
	await t.throwsAsync(placeFile(placement, {...run, calls: {copyBytes}}), {code: 'copy_incomplete'});
	t.deepEqual(await filesBelow(library), []);
});

test('a copy of a file that was written to meanwhile never gets the final name, even if it has the right size', async t => {
	const {source, placement, run, library} = await setUp(t, {mode: 'copy'});
	const copyBytes = async (from: string, partial: string) => {
		await copyFile(from, partial);
		await writeFile(source, 'the FILM');
		await utimes(source, 1, 1);
	};
	await t.throwsAsync(placeFile(placement, {...run, calls: {copyBytes}}), {code: 'copy_incomplete', message: /was changed while/});
	t.deepEqual(await filesBelow(library), []);
	await placeFile(placement, run);
	t.deepEqual(await filesBelow(library), ['Film/Film.mkv']);
});

test('a file that is taken away while it is copied is in the copy', async t => {
	const {source, target, placement, run} = await setUp(t, {mode: 'copy'});
	const copyBytes = async (from: string, partial: string) => {
		await copyFile(from, partial);
		await rm(source);
	};
	await placeFile(placement, {...run, calls: {copyBytes}});
	t.is(await readFile(target, 'utf8'), 'the film');
});

test('a copy that would leave too little room is not begun', async t => {
	const {placement, run, library} = await setUp(t, {mode: 'copy', keepFree: Number.MAX_SAFE_INTEGER});
	await t.throwsAsync(placeFile(placement, run), {code: 'disk_full', message: /B more room/});
	t.deepEqual(await filesBelow(library), []);
	await placeFile({...placement, mode: 'hardlink'}, run);
	t.deepEqual(await filesBelow(library), ['Film/Film.mkv']);
});

test('a file that is there already is replaced only where that is meant', async t => {
	for (const mode of ['copy', 'hardlink'] as const) {
		const {placement, run, target, library} = await setUp(t, {mode});
		await writeAt(target, 'present');
		await t.throwsAsync(placeFile(placement, run), {code: 'target_exists'});
		t.is(await readFile(target, 'utf8'), 'present');
		await placeFile({...placement, mayReplace: true}, {...run, beforeFinal: async () => {}});
		t.is(await readFile(target, 'utf8'), 'the film');
		t.deepEqual(await filesBelow(library), ['Film/Film.mkv']);
	}
});

test('a file that another puts there at the last moment is left', async t => {
	for (const mode of ['copy', 'hardlink'] as const) {
		const {placement, run, target, library} = await setUp(t, {mode});
		const beforeFinal = () => writeFile(target, 'theirs');
		await t.throwsAsync(placeFile(placement, {...run, beforeFinal}), {code: 'target_exists'});
		t.is(await readFile(target, 'utf8'), 'theirs');
		t.deepEqual(await filesBelow(library), ['Film/Film.mkv']);
	}
});

test('a stop during a copy leaves nothing', async t => {
	const {placement, run, library} = await setUp(t, {mode: 'copy'});
	await t.throwsAsync(placeFile(placement, {...run, signal: AbortSignal.abort()}));
	t.deepEqual(await filesBelow(library), []);
});

test('a link or a missing file is no source', async t => {
	const {placement, run, folder, source} = await setUp(t);
	await symlink(source, join(folder, 'link.mkv'));
	await t.throwsAsync(placeFile({...placement, source: join(folder, 'link.mkv')}, run), {code: 'not_a_file'});
	await t.throwsAsync(placeFile({...placement, source: join(folder, 'none.mkv')}, run), {code: 'file_missing'});
});

test('only the very file that was placed is taken back', async t => {
	const {placement, run, target} = await setUp(t, {mode: 'copy'});
	const identity = await placeFile(placement, run);
	await unplaceFile(target, '1:1');
	t.is(await readFile(target, 'utf8'), 'the film');
	await unplaceFile(target, identity);
	await unplaceFile(target, identity);
	await t.throwsAsync(stat(target), {code: 'ENOENT'});
});
