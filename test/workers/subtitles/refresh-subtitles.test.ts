import {rename, rm, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import test from 'ava';
import {NotFound} from '#shared/errors.ts';
import {buildMediaFile} from '#test/helpers/build-movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {refreshSubtitles} from '#workers/subtitles/refresh-subtitles.ts';
import {subtitledTitle} from '#workers/subtitles/subtitled-title.ts';

const shown = (list: readonly {source: string; language: string | null}[] = []) =>
	list.map(({source, language}) => `${source} ${language}`);

test('tracks and files are listed with what is missing, and have the same ids each time', async t => {
	const world = await createWorld(t, {films: {}});
	await world.want('en de fr.forced');
	const movie = await world.addFilm(['Film.en.srt', 'Subs/2_Polish.srt']);
	const read = await world.refresh(movie);
	t.deepEqual(shown(read?.list), ['embedded de', 'file en', 'file pl']);
	t.deepEqual(read?.missing, []);
	const again = await world.refresh(movie);
	t.deepEqual(
		again?.list.map(({id}) => id),
		read?.list.map(({id}) => id),
	);
	t.is(new Set(read?.list.map(({id}) => id)).size, 3);
	const {file} = await world.deps.movies.get(movie.id);
	t.like(file?.subtitles, {missing: [], stamp: again?.stamp});
	// Its tracks are read from the file itself while its record does not know them.
	const unread = await world.addFilm([], {mediaInfo: null});
	t.deepEqual(shown((await world.refresh(unread))?.list), ['embedded de']);
});

test('a file that cannot be read as a video has no tracks, and one that is gone is not stored as empty', async t => {
	const world = await createWorld(t, {films: {}});
	const broken = await world.addFilm(['Film.de.srt'], {mediaInfo: null});
	await writeFile(broken.file.path, 'no film');
	t.deepEqual(shown((await world.refresh(broken))?.list), ['file de']);
	t.deepEqual((await world.stored(broken))?.missing, ['en']);
	const gone = await world.addFilm();
	await rename(dirname(gone.file.path), `${dirname(gone.file.path)} away`);
	await t.throwsAsync(world.refresh(gone), {instanceOf: NotFound, code: 'file_missing'});
	t.is(await world.stored(gone), undefined);
});

test('what is known of our own subtitles stays while they are there', async t => {
	const world = await createWorld(t, {films: {}});
	const movie = await world.addFilm(['Film.en.srt', 'Film.de.srt']);
	const path = movie.file.path.replace('.mkv', '.en.srt');
	const odd = join(dirname(movie.file.path), 'unusual name.srt');
	await writeFile(odd, 'x');
	const kind = {language: 'en', forced: false, hearingImpaired: true};
	const ours = {...kind, source: 'downloaded' as const, score: 88, provider: 'Made up', providerSubtitleId: '7', downloadedAt: new Date()};
	await world.refresh(movie, [
		{...ours, path},
		{...ours, path: odd, language: 'fr', source: 'uploaded', score: null},
	]);
	const read = await world.refresh(movie);
	t.like(
		read?.list.find(each => each.path === path),
		{...ours, format: 'srt'},
	);
	t.like(
		read?.list.find(each => each.path === odd),
		{source: 'uploaded', language: 'fr'},
	);
	await rm(path);
	await rm(odd);
	t.deepEqual(shown((await world.refresh(movie))?.list), ['embedded de', 'file de']);
	t.deepEqual((await world.stored(movie))?.missing, ['en']);
});

test('what another process records in the meantime is not lost', async t => {
	const world = await createWorld(t, {films: {}});
	const movie = await world.addFilm(['Film.en.srt']);
	const path = movie.file.path.replace('.mkv', '.en.srt');
	const ours = {language: 'en', forced: false, hearingImpaired: false, source: 'downloaded', score: 90, provider: 'P'} as const;
	let isFirst = true;
	const setSubtitles: WorkerDeps['movies']['setSubtitles'] = async (id, read) => {
		if (isFirst) {
			isFirst = false;
			await world.refresh(movie, [{...ours, path, providerSubtitleId: '1', downloadedAt: new Date()}]);
		}
		return world.deps.movies.setSubtitles(id, read);
	};
	const title = await subtitledTitle({type: 'movie', id: movie.id}, world.deps);
	const read = title && (await refreshSubtitles(title, {...world.deps, movies: {...world.deps.movies, setSubtitles}}, world.run().signal));
	t.like(
		read?.list.find(each => each.path === path),
		ours,
	);
	t.deepEqual((await world.stored(movie))?.list.length, read?.list.length);
});

test('a profile that changes while subtitles are read decides what is missing', async t => {
	const world = await createWorld(t, {films: {}});
	const movie = await world.addFilm();
	const setSubtitles: WorkerDeps['movies']['setSubtitles'] = async (id, read) => {
		await world.want('fr it');
		return world.deps.movies.setSubtitles(id, read);
	};
	const title = await subtitledTitle({type: 'movie', id: movie.id}, world.deps);
	const read = title && (await refreshSubtitles(title, {...world.deps, movies: {...world.deps.movies, setSubtitles}}, world.run().signal));
	t.deepEqual(read?.missing, ['fr', 'it']);
	t.deepEqual((await world.stored(movie))?.missing, ['fr', 'it']);
});

test('a title that has another file by now is left alone', async t => {
	const world = await createWorld(t, {films: {}});
	const movie = await world.addFilm();
	const title = await subtitledTitle({type: 'movie', id: movie.id}, world.deps);
	await world.deps.movies.setFile(movie.id, {...movie.file, id: 'another'}, new Date());
	t.is(title && (await refreshSubtitles(title, world.deps, world.run().signal)), null);
	t.is(await world.stored(movie), undefined);
	await world.deps.movies.setFile(movie.id, null, new Date());
	t.is(await subtitledTitle({type: 'movie', id: movie.id}, world.deps), null);
});

test('all episodes of a file get its subtitles, and the profile is that of their library', async t => {
	const world = await createWorld(t, {series: {}});
	const {deps, series, library} = world;
	const [first, second] = [await world.episode(1, 1), await world.episode(1, 2)];
	const path = join(library, 'Show - S01E01-E02.mkv');
	await writeFile(path, 'x');
	await writeFile(path.replace('.mkv', '.de.forced.srt'), 'x');
	const file = buildMediaFile({id: 'double', path});
	await deps.episodes.recordFile({seriesId: series.id, episodeIds: [first.id, second.id], file, replaces: []}, new Date());
	const title = await subtitledTitle({type: 'episode', id: second.id}, deps);
	t.like(title, {
		name: 'Paper Lanterns - S01E02',
		seriesId: series.id,
		movieId: null,
		episodeIds: [first.id, second.id],
		profile: {subtitles: []},
		criteria: {title: 'Paper Lanterns', imdbId: 'tt0000815', episode: {seasonNumber: 1, episodeNumber: 1, title: 'Chapter 1'}},
	});
	t.truthy(title && (await refreshSubtitles(title, deps, world.run().signal)));
	for (const {id} of [first, second]) {
		t.like((await deps.episodes.get(id)).file?.subtitles, {missing: [], list: [{language: 'de', forced: true, source: 'file'}]});
	}
});
