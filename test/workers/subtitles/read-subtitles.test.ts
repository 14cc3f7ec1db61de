import {randomUUID} from 'node:crypto';
import {mkdir, rename, rm, symlink, utimes, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import test from 'ava';
import {readUnreadSubtitles} from '#shared/jobs/subtitles.ts';
import {buildMatroska} from '#test/helpers/build-matroska.ts';
import {buildMediaFile} from '#test/helpers/build-movie.ts';
import {createWorld, type World} from '#test/helpers/world.ts';
import {handleReadMediaInfo} from '#workers/backfill/read-media-info.ts';
import {resumeSubtitles} from '#workers/library/resume-subtitles.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {handleReadSubtitles, handleReadUnreadSubtitles} from '#workers/subtitles/read-subtitles.ts';
import {handleRunTask} from '#workers/tasks/run-task.ts';

async function queued({jobs}: WorkerDeps): Promise<string[]> {
	const waiting = await jobs.queue('subtitles').getJobs(['waiting', 'prioritized']);
	return waiting.map(({name, data}) => [name, data.payload.reason].filter(Boolean).join(' ')).sort();
}

async function scan({deps, run}: Pick<World<'films'>, 'deps' | 'run'>): Promise<void> {
	const {execution} = await deps.taskHistory.add({taskId: 'libraryScan', options: {}, force: true}, deps.now());
	await handleRunTask({taskId: 'libraryScan', executionId: execution.id}, deps, run());
	const {status, error} = await deps.taskHistory.get(execution.id);
	if (status !== 'completed') {
		throw new Error(`The scan ended as ${status}: ${JSON.stringify(error)}`);
	}
}

const owner = ({id}: {id: string}) => ({type: 'movie' as const, id});

test('what a new import lacks is searched once, and only when that is wanted', async t => {
	const world = await createWorld(t, {films: {}});
	const {deps} = world;
	const imported = await world.addFilm([], {releaseTraits: null});
	await handleReadSubtitles({owner: owner(imported)}, deps, world.run());
	t.deepEqual((await world.stored(imported))?.missing, ['en']);
	t.deepEqual(await queued(deps), ['fetch-subtitles import']);
	await deps.jobs.queue('subtitles').drain();
	await handleReadSubtitles({owner: owner(imported)}, deps, world.run());
	t.deepEqual(await queued(deps), []);
	const others = [
		await world.addFilm(['Film.en.srt'], {releaseTraits: null}),
		await world.addFilm(),
		await world.addFilm([], {releaseTraits: null, dateAdded: new Date('2020-01-01')}),
	];
	for (const other of others) {
		await handleReadSubtitles({owner: owner(other)}, deps, world.run());
		t.truthy(await world.stored(other));
	}
	await deps.settings.set('subtitles.searchOnImport', false, new Date());
	await handleReadSubtitles({owner: owner(await world.addFilm([], {releaseTraits: null}))}, deps, world.run());
	await deps.settings.set('subtitles.searchOnImport', true, new Date());
	const unwatched = await world.addFilm([], {releaseTraits: null});
	await deps.movies.change(unwatched.id, {monitored: false}, new Date());
	await handleReadSubtitles({owner: owner(unwatched)}, deps, world.run());
	t.deepEqual(await queued(deps), []);
});

test('a title, a file or a folder that is gone ends the reading without a failure', async t => {
	const world = await createWorld(t, {films: {}});
	const {deps} = world;
	await t.notThrowsAsync(handleReadSubtitles({owner: {type: 'movie', id: randomUUID()}}, deps, world.run()));
	await t.notThrowsAsync(handleReadSubtitles({owner: {type: 'episode', id: randomUUID()}}, deps, world.run()));
	const movie = await world.addFilm();
	await rm(dirname(movie.file.path), {recursive: true});
	await t.notThrowsAsync(handleReadSubtitles({owner: owner(movie)}, deps, world.run()));
	t.deepEqual(await deps.movies.unreadSubtitles(10), [movie.id]);
});

test('files that nobody has read are found and read, those on a disk that is away later', async t => {
	const world = await createWorld(t, {films: {}});
	const {deps} = world;
	t.deepEqual(await deps.movies.unreadSubtitles(10), []);
	const [here, away] = [await world.addFilm(['Film.en.srt']), await world.addFilm()];
	const folder = dirname(away.file.path);
	await rename(folder, `${folder} away`);
	t.is((await deps.movies.unreadSubtitles(1)).length, 1);
	t.deepEqual((await deps.movies.unreadSubtitles(10)).sort(), [here.id, away.id].sort());
	await resumeSubtitles(deps);
	await resumeSubtitles(deps);
	t.deepEqual(await queued(deps), ['read-unread-subtitles']);
	await deps.jobs.queue('subtitles').drain();
	await handleReadUnreadSubtitles({}, deps, world.run());
	t.deepEqual((await world.stored(here))?.missing, []);
	t.deepEqual(await deps.movies.unreadSubtitles(10), [away.id]);
	t.deepEqual(await queued(deps), ['read-unread-subtitles']);
	await deps.jobs.queue('subtitles').drain();
	await handleReadUnreadSubtitles({}, deps, world.run());
	t.deepEqual(await queued(deps), []);
	await rename(`${folder} away`, folder);
	await handleReadUnreadSubtitles({}, deps, world.run());
	t.deepEqual((await world.stored(away))?.missing, ['en']);
	t.deepEqual(await deps.movies.unreadSubtitles(10), []);
});

test('a path that the system refuses does not keep other files from being read', async t => {
	const world = await createWorld(t, {films: {}});
	const {deps, library} = world;
	await symlink(join(library, 'loop'), join(library, 'loop'));
	const odd = [await world.addFilm(), await world.addFilm()];
	await deps.movies.setFile(odd[0]!.id, {...odd[0]!.file, path: join(library, 'loop/Film.mkv')}, new Date()); // added above
	await deps.movies.setFile(odd[1]!.id, {...odd[1]!.file, path: join(library, 'x'.repeat(300), 'Film.mkv')}, new Date()); // as above
	const movie = await world.addFilm();
	await handleReadUnreadSubtitles({}, deps, world.run());
	t.truthy(await world.stored(movie));
	await deps.jobs.queue('subtitles').drain();
	await handleReadUnreadSubtitles({}, deps, world.run());
	t.deepEqual(await queued(deps), []);
});

test('a scan sees what a person put into a folder, and reads nothing where nothing changed', async t => {
	const world = await createWorld(t, {films: {}});
	const {deps} = world;
	const movie = await world.addFilm();
	const other = await world.addFilm();
	await handleReadUnreadSubtitles({}, deps, world.run());
	await deps.jobs.queue('subtitles').drain();
	await scan(world);
	t.deepEqual(await queued(deps), []);
	await writeFile(movie.file.path.replace('.mkv', '.en.srt'), 'x');
	await scan(world);
	t.deepEqual(await queued(deps), ['read-unread-subtitles']);
	t.deepEqual(await deps.movies.unreadSubtitles(10), [movie.id]);
	t.deepEqual((await world.stored(movie))?.missing, ['en']);
	await handleReadUnreadSubtitles({}, deps, world.run());
	t.deepEqual((await world.stored(movie))?.missing, []);
	t.deepEqual((await world.stored(other))?.missing, ['en']);
	t.deepEqual(await deps.movies.unreadSubtitles(10), []);
});

test('a scan looks at the folder of a season for all its episodes', async t => {
	const world = await createWorld(t, {series: {}});
	const {deps, series} = world;
	const folder = join(series.path, 'Season 01');
	await mkdir(folder, {recursive: true});
	const episodes = [await world.episode(1, 1), await world.episode(1, 2)];
	for (const [index, {id}] of episodes.entries()) {
		const path = join(folder, `Paper Lanterns - S01E0${index + 1}.mkv`);
		const bytes = buildMatroska({size: 100_000_000 / 1000});
		await writeFile(path, bytes);
		const file = buildMediaFile({id: `file-${index}`, path, size: bytes.length, mediaInfo: null});
		await deps.episodes.recordFile({seriesId: series.id, episodeIds: [id], file, replaces: []}, new Date());
	}
	const old = new Date('2020-01-01');
	await utimes(folder, old, old);
	t.deepEqual((await deps.episodes.unreadSubtitles(10)).sort(), episodes.map(({id}) => id).sort());
	await handleReadUnreadSubtitles({}, deps, world.run());
	await scan(world);
	t.deepEqual(await deps.episodes.unreadSubtitles(10), []);
	await writeFile(join(folder, 'Paper Lanterns - S01E02.fr.srt'), 'x');
	await scan(world);
	t.is((await deps.episodes.unreadSubtitles(10)).length, 2);
	await handleReadUnreadSubtitles({}, deps, world.run());
	t.deepEqual(
		(await deps.episodes.get(episodes[1]!.id)).file?.subtitles?.list.map(({language}) => language), // there are two
		['de', 'fr'],
	);
});

test('the files of a backfill are read behind it', async t => {
	const world = await createWorld(t, {titles: {movies: [{id: 11, title: 'The Quiet Harbour', releaseDate: '2019-03-01'}]}, library: {}});
	const {deps, record, library} = world;
	await world.write('The Quiet Harbour (2019)/a.mkv', 'The Quiet Harbour (2019)/a.en.srt');
	await writeFile(join(library, 'The Quiet Harbour (2019)/a.mkv'), buildMatroska());
	await world.backfill();
	t.deepEqual(await queued(deps), []);
	await handleReadMediaInfo({libraryId: record.id, after: ''}, deps, world.run());
	await handleReadMediaInfo({libraryId: record.id, after: 'z'}, deps, world.run());
	t.deepEqual(await queued(deps), ['read-unread-subtitles']);
	await handleReadUnreadSubtitles({}, deps, world.run());
	t.like((await deps.movies.findOldest(11))?.file?.subtitles, {
		list: [
			{source: 'embedded', language: 'de'},
			{source: 'file', language: 'en'},
		],
	});
	t.true(await deps.jobs.isQueued(readUnreadSubtitles, {}));
	await deps.jobs.queue('subtitles').drain();
	await handleReadUnreadSubtitles({}, deps, world.run());
	t.deepEqual(await queued(deps), []);
});
