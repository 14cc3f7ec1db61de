import {mkdir, readFile, rm, rmdir, symlink, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {filesBelow, writeAt} from '#test/helpers/world/movie.ts';
import {isReallyBelow} from '#workers/integrations/files/contained.ts';
import {createFiles} from '#workers/integrations/files/files.ts';
import {listFiles} from '#workers/integrations/files/list-files.ts';
import {partialBeside, sweepPartials} from '#workers/integrations/files/place-file.ts';

async function setUp(t: ExecutionContext) {
	const folder = tempFolder(t);
	const root = join(folder, 'films');
	await mkdir(root);
	const remove = (path: string, more: {bin?: string; folder?: string | null; keep?: string[]} = {}) =>
		createFiles().removeMedia({
			path,
			roots: [root],
			bin: null,
			folder: dirname(path),
			keep: [],
			signal: new AbortController().signal,
			...more,
		});
	return {folder, root, remove};
}

test('a film goes with its subtitles and its empty folder; what is not its own stays', async t => {
	const {root, remove} = await setUp(t);
	const path = await writeAt(join(root, 'A/Film (2000)/Film (2000).mkv'), 'x');
	await writeAt(join(root, 'A/Film (2000)/Film (2000).en.srt'), 'x');
	await writeAt(join(root, 'A/Other (2001)/Other.mkv'), 'x');

	t.is((await remove(path)).removed.length, 2);
	t.deepEqual(await filesBelow(root), ['A/Other (2001)/Other.mkv']);
	t.deepEqual(await remove(path), {removed: [], left: []});
});

test('a folder that several films share loses only the one', async t => {
	const {root, remove} = await setUp(t);
	const path = await writeAt(join(root, 'All/Film.mkv'), 'x');
	await writeAt(join(root, 'All/Film 2.mkv'), 'x');
	await writeAt(join(root, 'All/Film.Extended.mkv'), 'x');
	await remove(path);
	t.deepEqual(await filesBelow(root), ['All/Film 2.mkv', 'All/Film.Extended.mkv']);
});

test('all parts of a film go together', async t => {
	const {root, remove} = await setUp(t);
	const path = await writeAt(join(root, 'F/Film (2000) - part1.avi'), 'x');
	await writeAt(join(root, 'F/Film (2000) - part2.avi'), 'x');
	await remove(path);
	t.deepEqual(await filesBelow(root), []);
});

test('a file outside every root folder, in the root itself, or a folder is left', async t => {
	const {folder, root, remove} = await setUp(t);
	const outside = await writeAt(join(folder, 'elsewhere/Film.mkv'), 'x');
	const flat = await writeAt(join(root, 'Film.mkv'), 'x');
	await writeAt(join(root, 'A/Film.mkv/inner.mkv'), 'x');
	for (const path of [outside, flat, join(root, '../elsewhere/Film.mkv'), join(root, 'A/Film.mkv'), root]) {
		const {removed, left} = await remove(path);
		t.deepEqual(removed, [], path);
		t.is(left.length, 1, path);
	}
	t.is((await filesBelow(folder)).length, 3);
	t.deepEqual((await remove(flat, {folder: null})).removed, [flat]);
});

test('a link that leads outside is left, file or folder', async t => {
	const {folder, root, remove} = await setUp(t);
	const precious = await writeAt(join(folder, 'elsewhere/Film.mkv'), 'precious');
	await symlink(join(folder, 'elsewhere'), join(root, 'Linked'));
	await mkdir(join(root, 'Film'));
	await symlink(precious, join(root, 'Film/Film.mkv'));
	t.regex((await remove(join(root, 'Linked/Film.mkv'))).left[0]?.reason ?? '', /leads out/);
	t.regex((await remove(join(root, 'Film/Film.mkv'))).left[0]?.reason ?? '', /leads out/);
	t.is(await readFile(precious, 'utf8'), 'precious');
});

test('a link into the folder of another title is left, one that stays in the own folder is not', async t => {
	const {root, remove} = await setUp(t);
	const precious = await writeAt(join(root, 'Other/Season 01/E01.mkv'), 'precious');
	const folder = join(root, 'Show');
	await writeAt(join(folder, 'Season 02/E01.mkv'), 'x');
	await symlink(dirname(precious), join(folder, 'Season 01'));
	await symlink(join(folder, 'Season 02'), join(folder, 'S02'));
	await symlink(join(root, 'Other'), join(root, 'Alias'));
	t.regex((await remove(join(folder, 'Season 01/E01.mkv'), {folder})).left[0]?.reason ?? '', /folder of its title/);
	t.regex(
		(await remove(join(root, 'Alias/Season 01/E01.mkv'), {folder: join(root, 'Alias')})).left[0]?.reason ?? '',
		/folder of its title/,
	);
	t.regex((await remove(join(root, 'Alias/Season 01/E01.mkv'))).left[0]?.reason ?? '', /folder of its title/);
	t.is((await remove(join(folder, 'S02/E01.mkv'), {folder})).removed.length, 1);
	t.is(await readFile(precious, 'utf8'), 'precious');
});

test('the recycle bin keeps what is removed, twice the same name too', async t => {
	const {folder, root, remove} = await setUp(t);
	const bin = join(folder, 'bin');
	const path = join(root, 'Film (2000)/Film (2000).mkv');
	for (const content of ['first', 'second']) {
		await writeAt(path, content);
		await remove(path, {bin});
	}
	t.deepEqual(await filesBelow(root), []);
	t.deepEqual(await filesBelow(bin), ['Film (2000)/Film (2000) (2).mkv', 'Film (2000)/Film (2000).mkv']);
	t.is(await readFile(join(bin, 'Film (2000)/Film (2000) (2).mkv'), 'utf8'), 'second');
});

test('files that are named to stay, stay', async t => {
	const {root, remove} = await setUp(t);
	const path = await writeAt(join(root, 'F/Film.avi'), 'x');
	const kept = await writeAt(join(root, 'F/Film.en.srt'), 'x');
	await remove(path, {keep: [kept]});
	t.deepEqual(await filesBelow(root), ['F/Film.en.srt']);
});

test('where something really is decides whether it is below a folder', async t => {
	const {folder, root} = await setUp(t);
	await mkdir(join(folder, 'films-other'));
	await symlink(join(folder, 'films-other'), join(root, 'out'));
	await symlink(root, join(folder, 'same'));
	t.true(await isReallyBelow(join(root, 'new/deep/file.mkv'), root));
	t.true(await isReallyBelow(join(folder, 'same/new/file.mkv'), join(folder, 'same')));
	t.false(await isReallyBelow(join(root, 'out/file.mkv'), root));
	t.false(await isReallyBelow(join(root, 'out/new/file.mkv'), root));
	t.false(await isReallyBelow(join(folder, 'films-other/file.mkv'), root));
	t.false(await isReallyBelow(root, root));
});

test('a list has all files and names links without following them', async t => {
	const {root} = await setUp(t);
	await writeAt(join(root, 'b/c.mkv'), '123');
	await writeAt(join(root, 'a.mkv'), '1');
	await symlink('/', join(root, 'b/up'));
	const {signal} = new AbortController();
	t.deepEqual(
		(await listFiles(root, signal)).map(({relative, isLink}) => [relative, isLink]),
		[
			['a.mkv', false],
			['b/c.mkv', false],
			['b/up', true],
		],
	);
	t.like((await listFiles(join(root, 'a.mkv'), signal))[0], {relative: 'a.mkv', size: 1});
	await t.throwsAsync(listFiles(join(root, 'none'), signal), {code: 'file_missing'});
});

test('unfinished files of one owner are swept, those of others are not', async t => {
	const {root} = await setUp(t);
	const mine = await writeAt(partialBeside(join(root, 'F/Film.mkv'), 'mine', '1'), 'x');
	const theirs = await writeAt(partialBeside(join(root, 'F/Film.mkv'), 'theirs', '1'), 'x');
	t.is(await sweepPartials(join(root, 'F'), 'mine'), 1);
	t.deepEqual(await filesBelow(root), [theirs.slice(root.length + 1)]);
	t.not(mine, theirs);
	t.is(await sweepPartials(join(root, 'none'), 'mine'), 0);
});

test('a file that is not there is only gone while its root folder holds something', async t => {
	const {root, remove} = await setUp(t);
	const path = join(root, 'Film (2000)/Film (2000).mkv');
	await t.throwsAsync(remove(path), {code: 'root_folder_missing'}, 'an empty mount point');
	await rmdir(root);
	await t.throwsAsync(remove(path), {code: 'root_folder_missing'}, 'nothing at all');
	await writeAt(join(root, 'Other (2001)/Other.mkv'), 'x');
	t.deepEqual(await remove(path), {removed: [], left: []});
});

/** A name whose last letter is no UTF-8. */
const oddName = (path: string, ending: string) => Buffer.concat([Buffer.from(`${path}/caf`), Buffer.from([0xe9]), Buffer.from(ending)]);

test('a name that is not UTF-8 matters only for a video or a folder', async t => {
	const {root} = await setUp(t);
	const {signal} = new AbortController();
	await writeAt(join(root, 'film.mkv'), 'x');
	await writeFile(oddName(root, '.nfo'), 'x');
	t.deepEqual(
		(await listFiles(root, signal)).map(({relative}) => relative),
		['film.mkv'],
	);
	await writeFile(oddName(root, '.mkv'), 'x');
	await t.throwsAsync(listFiles(root, signal), {code: 'name_unreadable'});
	await rm(oddName(root, '.mkv'));
	await mkdir(oddName(root, ''));
	await t.throwsAsync(listFiles(root, signal), {code: 'name_unreadable'});
});

test('folders that are too deep are reported, because a video may be in them', async t => {
	const {root} = await setUp(t);
	await writeAt(join(root, ...'abcdefghijklm', 'film.mkv'), 'x');
	await t.throwsAsync(listFiles(root, new AbortController().signal), {code: 'too_deep'});
});

test('subtitles of another video with a longer name are spared', async t => {
	const {root, remove} = await setUp(t);
	const path = await writeAt(join(root, 'F/Film.mkv'), 'x');
	await writeAt(join(root, 'F/Film.en.srt'), 'x');
	await writeAt(join(root, 'F/Film.2.mkv'), 'x');
	await writeAt(join(root, 'F/Film.2.srt'), 'x');
	await writeAt(join(root, 'F/Film.2.en.srt'), 'x');
	await remove(path);
	t.deepEqual(await filesBelow(root), ['F/Film.2.en.srt', 'F/Film.2.mkv', 'F/Film.2.srt']);
	await remove(join(root, 'F/Film.2.mkv'));
	t.deepEqual(await filesBelow(root), []);
});

test('folders of subtitles go with their video, and only its own when there are others', async t => {
	const {root, remove} = await setUp(t);
	const path = await writeAt(join(root, 'F/Film.mkv'), 'x');
	for (const name of ['Subs/Film.en.srt', 'Subs/Film/2_English.srt', 'Subs/French.srt', 'Subs/cover.jpg', 'subtitles/German.ass']) {
		await writeAt(join(root, 'F', name), 'x');
	}
	await writeAt(join(root, 'F/Other.mkv'), 'x');
	await writeAt(join(root, 'F/Subs/Other/2_English.srt'), 'x');
	await remove(path);
	t.deepEqual(
		await filesBelow(root),
		['F/Other.mkv', 'F/Subs/French.srt', 'F/Subs/Other/2_English.srt', 'F/Subs/cover.jpg', 'F/subtitles/German.ass'].sort(),
	);
	await remove(join(root, 'F/Other.mkv'));
	t.deepEqual(await filesBelow(root), ['F/Subs/cover.jpg']);
});

test('a folder of subtitles that is a link is left alone', async t => {
	const {folder, root, remove} = await setUp(t);
	const precious = await writeAt(join(folder, 'elsewhere/Film.en.srt'), 'precious');
	const path = await writeAt(join(root, 'F/Film.mkv'), 'x');
	await symlink(join(folder, 'elsewhere'), join(root, 'F/Subs'));
	await remove(path);
	t.is(await readFile(precious, 'utf8'), 'precious');
});

test('a film goes with subtitles of every usual name', async t => {
	const {root, remove} = await setUp(t);
	const path = await writeAt(join(root, 'F/Film (2000).mkv'), 'x');
	for (const name of [
		'Film (2000)_de.srt',
		'Film (2000)-es.srt',
		'Film (2000) (Italian).srt',
		'Film (2000)_track3_[por].srt',
		'film (2000).fr.srt',
		'English.srt',
		'Subs/English/1.srt',
		'Subs/ger/Film (2000).srt',
		'subs/film (2000)/2_Polish.srt',
	]) {
		await writeAt(join(root, 'F', name), 'x');
	}
	await remove(path);
	t.deepEqual(await filesBelow(root), []);
});

test('what may belong to another video stays', async t => {
	const {root, remove} = await setUp(t);
	const path = await writeAt(join(root, 'F/Film.mkv'), 'x');
	const others = [
		'film.mkv',
		'film.en.srt',
		'Film 2.mkv',
		'Film 2.en.srt',
		'Film 3.en.srt',
		'Film-trailer.mkv',
		'Film-trailer.en.srt',
		'English.srt',
		'Subs/English.srt',
		'Subs/English/1.srt',
		'Subs/English/Film 2.srt',
		'Subs/Film 2/English.srt',
	];
	for (const name of others) {
		await writeAt(join(root, 'F', name), 'x');
	}
	await writeAt(join(root, 'F/Film.en.srt'), 'x');
	await writeAt(join(root, 'F/Subs/English/Film.srt'), 'x');
	await remove(path);
	t.deepEqual(await filesBelow(join(root, 'F')), others.toSorted());
});

test('a part that is to stay is a film of its own, and keeps its subtitles', async t => {
	const {root, remove} = await setUp(t);
	const path = await writeAt(join(root, 'F/Storm Part 1.mkv'), 'x');
	const kept = await writeAt(join(root, 'F/Storm Part 2.mkv'), 'x');
	await writeAt(join(root, 'F/Storm Part 1.srt'), 'x');
	await writeAt(join(root, 'F/Storm Part 2.srt'), 'x');
	await remove(path, {keep: [kept]});
	t.deepEqual(await filesBelow(root), ['F/Storm Part 2.mkv', 'F/Storm Part 2.srt']);
});

test('two videos of the same name share their subtitles, which go with the last one', async t => {
	const {root, remove} = await setUp(t);
	const avi = await writeAt(join(root, 'F/Film.avi'), 'x');
	const mkv = await writeAt(join(root, 'F/Film.mkv'), 'x');
	await writeAt(join(root, 'F/Film.en.srt'), 'x');
	await writeAt(join(root, 'F/Subs/Film.de.srt'), 'x');
	await remove(avi);
	t.deepEqual(await filesBelow(root), ['F/Film.en.srt', 'F/Film.mkv', 'F/Subs/Film.de.srt']);
	await remove(mkv);
	t.deepEqual(await filesBelow(root), []);
});
