import {createHash} from 'node:crypto';
import {mkdir, readdir, readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {SaxesParser} from 'saxes';
import type {SettingKey} from '#shared/settings/definitions.ts';
import {buildMediaFile, buildMovieDetails} from '#test/helpers/build-movie.ts';
import {treeOf, writeTree} from '#test/helpers/world/moves.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleWriteNfo} from '#workers/files/write-nfo.ts';
import {handleDeleteMovieFiles} from '#workers/import/delete-title-files.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {cleanUpHistory} from '#workers/tasks/history-cleanup.ts';

const jpeg = (text: string) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(text)]);

async function playersWorld(t: ExecutionContext, chosen: Partial<Record<SettingKey, unknown>> = {'media.nfo': 'full'}) {
	const world = await createWorld(t, {moves: {}, series: {}});
	const asked: string[] = [];
	const pictures = {bytes: jpeg('a picture')};
	const image: WorkerDeps['metadata']['image'] = async url => {
		asked.push(url);
		return pictures.bytes;
	};
	const deps = {...world.deps, metadata: {...world.deps.metadata, image}};
	for (const [key, value] of Object.entries(chosen)) {
		await deps.settings.set(key as SettingKey, value as never, deps.now());
	}
	const write = (title: Parameters<typeof handleWriteNfo>[0]['title']) => handleWriteNfo({title}, deps, world.run());
	return {...world, deps, asked, pictures, write};
}

/** Throws for what is no XML. */
function parse(text: string): void {
	const parser = new SaxesParser();
	parser.on('error', error => {
		throw error;
	});
	parser.write(text).close();
}

const textsOf = async (folder: string) => Object.fromEntries(Object.entries(await treeOf(folder)).map(([name, {text}]) => [name, text]));

test('a movie gets its file, once, and a changed one when its data changes', async t => {
	const {deps, library, addFilm, write} = await playersWorld(t);
	const film = await addFilm('Harbour (2019)', 'film.mkv');
	const path = join(library, 'Harbour (2019)/film.nfo');
	await write({kind: 'movie', id: film.id});
	const text = await readFile(path, 'utf8');
	t.notThrows(() => parse(text));
	t.regex(text, /<title>Harbour<\/title>/);
	const {inode} = (await treeOf(library))['Harbour (2019)/film.nfo'] ?? {};
	await write({kind: 'movie', id: film.id});
	t.is((await treeOf(library))['Harbour (2019)/film.nfo']?.inode, inode, 'the same content is not written again');
	await deps.movies.refresh(film.id, buildMovieDetails({metaId: film.metaId, title: 'Harbor'}), deps.now());
	await write({kind: 'movie', id: film.id});
	t.regex(await readFile(path, 'utf8'), /<title>Harbor<\/title>/);
	t.deepEqual(await readdir(join(library, 'Harbour (2019)')), ['film.mkv', 'film.nfo'], 'nothing unfinished is left');
});

test('after a rename, the file that has gone along is not written again', async t => {
	const {library, addFilm, write, plan, make} = await playersWorld(t);
	const film = await addFilm('Harbour (2019)', 'film.mkv');
	await write({kind: 'movie', id: film.id});
	const {inode} = (await treeOf(library))['Harbour (2019)/film.nfo'] ?? {};
	const planned = await plan({kind: 'rename'});
	t.like(await make(planned.id), {state: 'done', totals: {done: 1}});
	await write({kind: 'movie', id: film.id});
	const tree = await treeOf(library);
	const [name = ''] = Object.keys(tree).filter(path => path.endsWith('.nfo'));
	t.not(name, 'Harbour (2019)/film.nfo');
	t.is(tree[name]?.inode, inode);
	const {mtimeMs} = await stat(join(library, name));
	await write({kind: 'movie', id: film.id});
	t.is((await stat(join(library, name))).mtimeMs, mtimeMs);
});

test('nothing is written while the settings are off, which is the default', async t => {
	const {library, addFilm, write} = await playersWorld(t, {});
	await addFilm('Harbour (2019)', 'film.mkv');
	await write(null);
	t.deepEqual(Object.keys(await treeOf(library)), ['Harbour (2019)/film.mkv']);
});

test('a file of somebody else stays, and one of ours that a person has changed', async t => {
	const {deps, library, addFilm, write} = await playersWorld(t, {'media.nfo': 'full', 'media.nfoImages': true});
	const details = {posterUrl: 'https://image.example/t/p/poster.jpg', backdropUrl: 'https://image.example/t/p/back.jpg'};
	const film = await addFilm('Harbour (2019)', 'film.mkv', {'film.nfo': 'a release’s own', 'poster.jpg': 'a person’s own'});
	await deps.movies.refresh(film.id, buildMovieDetails({metaId: film.metaId, ...details}), deps.now());
	await write({kind: 'movie', id: film.id});
	const folder = join(library, 'Harbour (2019)');
	t.like(await textsOf(folder), {'film.nfo': 'a release’s own', 'poster.jpg': 'a person’s own'});
	t.deepEqual(await readFile(join(folder, 'fanart.jpg')), jpeg('a picture'));
	await rm(join(folder, 'film.nfo'));
	await write({kind: 'movie', id: film.id});
	await writeFile(join(folder, 'film.nfo'), 'changed by hand');
	await deps.movies.refresh(film.id, buildMovieDetails({metaId: film.metaId, title: 'Other', ...details}), deps.now());
	await write({kind: 'movie', id: film.id});
	t.is((await textsOf(folder))['film.nfo'], 'changed by hand');
});

test('pictures are fetched once, until the provider has others', async t => {
	const {deps, library, addFilm, write, asked, pictures} = await playersWorld(t, {'media.nfoImages': true});
	const film = await addFilm('Harbour (2019)', 'film.mkv');
	const refreshed = (posterUrl: string) => deps.movies.refresh(film.id, buildMovieDetails({metaId: film.metaId, posterUrl}), deps.now());
	await refreshed('https://image.example/t/p/1.jpg');
	await write({kind: 'movie', id: film.id});
	await write({kind: 'movie', id: film.id});
	t.deepEqual(asked, ['https://image.example/t/p/1.jpg']);
	pictures.bytes = jpeg('another');
	await refreshed('https://image.example/t/p/2.jpg');
	await write({kind: 'movie', id: film.id});
	t.deepEqual(await readFile(join(library, 'Harbour (2019)/poster.jpg')), jpeg('another'));
	pictures.bytes = Buffer.from('<html>no picture</html>');
	await refreshed('https://image.example/t/p/3.jpg');
	await write({kind: 'movie', id: film.id});
	t.deepEqual(await readFile(join(library, 'Harbour (2019)/poster.jpg')), jpeg('another'), 'what is no picture is not written');
});

test('a series gets files in its folder and beside its episodes, which go along when they are renamed', async t => {
	const {deps, series, episode, plan, make, write} = await playersWorld(t, {'media.nfo': 'full', 'media.plexmatch': true});
	await writeTree(series.path, {'Season 01/old.mkv': 'episodes'});
	const file = buildMediaFile({id: 'both', path: join(series.path, 'Season 01/old.mkv'), size: 8, releaseTitle: null});
	const episodeIds = [(await episode(1, 1)).id, (await episode(1, 2)).id];
	await deps.episodes.recordFile({seriesId: series.id, episodeIds, file, replaces: []}, deps.now());
	await write({kind: 'series', id: series.id});
	const before = await textsOf(series.path);
	t.deepEqual(Object.keys(before).sort(), ['.plexmatch', 'Season 01/old.mkv', 'Season 01/old.nfo', 'tvshow.nfo']);
	t.is(before['Season 01/old.nfo']?.match(/<episodedetails>/g)?.length, 2);
	const planned = await plan({kind: 'rename'}, {seriesIds: [series.id]});
	t.like(await make(planned.id), {state: 'done', totals: {done: 1}});
	const [promised] = (await deps.outbox.list(10)).filter(({job}) => job === 'write-nfo');
	t.deepEqual(promised?.payload, {title: {kind: 'series', id: series.id}}, 'a change of files lets them be looked at');
	await write({kind: 'series', id: series.id});
	const renamed = (await episode(1, 1)).file?.path.replace('.mkv', '.nfo') ?? '';
	t.deepEqual(
		Object.keys(await textsOf(series.path))
			.filter(name => name.endsWith('.nfo'))
			.sort(),
		[renamed.slice(series.path.length + 1), 'tvshow.nfo'].sort(),
	);
});

test('what we wrote vanishes with its title, and what others wrote stays', async t => {
	const {deps, library, addFilm, write, run} = await playersWorld(t, {'media.nfo': 'full', 'media.nfoImages': true});
	const films = [
		await addFilm('Harbour (2019)', 'film.mkv'),
		await addFilm('Lantern (2020)', 'film.mkv', {'poster.jpg': 'a person’s own'}),
	];
	for (const {id, metaId} of films) {
		await deps.movies.refresh(id, buildMovieDetails({metaId, posterUrl: 'https://image.example/t/p/1.jpg'}), deps.now());
	}
	await write(null);
	t.true('Harbour (2019)/poster.jpg' in (await treeOf(library)));
	await deps.settings.set('media.recycleDeletedFiles', false, deps.now());
	for (const {id, title, path, file} of films) {
		await deps.movies.remove(id);
		await handleDeleteMovieFiles({movieId: id, title, path: file.path, folder: path}, deps, run());
		t.deepEqual(await deps.playerFiles.ofTitle(id), []);
	}
	t.deepEqual(Object.keys(await treeOf(library)), ['Lantern (2020)/poster.jpg']);
});

test('while the disk is away nothing is written, and the job is tried again', async t => {
	const {library, addFilm, write} = await playersWorld(t);
	const film = await addFilm('Harbour (2019)', 'film.mkv');
	await rename(library, `${library}-away`);
	await mkdir(library);
	await t.throwsAsync(() => write({kind: 'movie', id: film.id}), {message: /Mount its disk/});
	await t.throwsAsync(() => write(null), {message: /Mount its disk/});
	t.deepEqual(await readdir(library), []);
	await rm(library, {recursive: true});
	await rename(`${library}-away`, library);
	await write(null);
	t.true('Harbour (2019)/film.nfo' in (await treeOf(library)));
});

test('a writer that died between its note and the file, or behind it, is continued', async t => {
	const {deps, library, addFilm, write} = await playersWorld(t);
	const film = await addFilm('Harbour (2019)', 'film.mkv');
	await write({kind: 'movie', id: film.id});
	const path = join(library, 'Harbour (2019)/film.nfo');
	const right = await readFile(path, 'utf8');
	const [note] = await deps.playerFiles.ofTitle(film.id);
	for (const isWritten of [false, true]) {
		const old = isWritten ? right : 'what we wrote before';
		await writeFile(path, old);
		const before = '0b2ec8ce54be5fb7ab8a4fa4b7c7bcbf7ae7b1ff7f9a8e5a6d6f3bff6a0b0a11';
		const hash = createHash('sha256').update(old).digest('hex');
		await (note && deps.playerFiles.put(film.id, {...note, before: isWritten ? before : hash}));
		await write({kind: 'movie', id: film.id});
		t.is(await readFile(path, 'utf8'), right);
	}
});

test('the notes about a title that left without its files are forgotten after a month', async t => {
	const {deps, addFilm, write, run} = await playersWorld(t);
	const film = await addFilm('Harbour (2019)', 'film.mkv');
	const kept = await addFilm('Lantern (2020)', 'film.mkv');
	await write(null);
	await deps.movies.remove(film.id);
	const clean = (now: Date) => {
		const cleanUpClock = {...deps.cleanUpClock, read: async () => now};
		const task = {...run(), note() {}, progress() {}, save: async () => {}} as unknown as Parameters<typeof cleanUpHistory>[0];
		return cleanUpHistory(task, {...deps, cleanUpClock});
	};
	const day = 86_400_000;
	await clean(new Date(Date.now() - 29 * day));
	t.is((await deps.playerFiles.ofTitle(film.id)).length, 1);
	await clean(new Date(Date.now() + 2 * day));
	t.is((await deps.playerFiles.ofTitle(film.id)).length, 0);
	t.is((await deps.playerFiles.ofTitle(kept.id)).length, 1);
});
