import {rm} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {ExecutionContext} from 'ava';
import test from 'ava';
import {notifiedMovie, notifiedSeries, removedMovie} from '#shared/domain/notifications/notified-title.ts';
import {recordedFile, recordedFiles} from '#shared/domain/notifications/recorded-file.ts';
import {buildMediaFile, movieDetails, writeAt} from '#test/helpers/world/movie.ts';
import {buildNotification} from '#test/helpers/world/receivers.ts';
import {createWorld} from '#test/helpers/world.ts';
import {notifyEvents} from '#workers/executions/notify-events.ts';
import {handleClearLibrary} from '#workers/import/clear-library.ts';
import {handleDeleteEpisodeFiles, handleDeleteMovieFiles} from '#workers/import/delete-title-files.ts';

const libraryId = 'c0ffee00-0000-4000-8000-00000000000a';

/** A movie with a file, and a series with a file of two episodes and one of a single episode. */
async function withFiles(t: ExecutionContext) {
	const world = await createWorld(t, {series: {choice: {libraryId}}});
	const {deps, library, series, episode} = world;
	const receiver = await deps.notifications.add(buildNotification({}), new Date());
	const movie = await world.addMovie(movieDetails, {libraryId});
	const film = buildMediaFile({id: 'film', path: await writeAt(join(library, 'The Quiet Harbour (2019)', 'film.mkv'))});
	await deps.movies.setFile(movie.id, film, new Date());
	const [first, second, third] = [await episode(1, 1), await episode(1, 2), await episode(1, 3)];
	const record = async (id: string, episodeIds: string[]) => {
		const path = await writeAt(join(series.path, `${id}.mkv`));
		await deps.episodes.recordFile({seriesId: series.id, episodeIds, file: buildMediaFile({id, path}), replaces: []}, new Date());
		return path;
	};
	const paths = [await record('double', [first.id, second.id]), await record('single', [third.id])];
	const deletedMessages = async () => {
		await notifyEvents(deps);
		const {deliveries} = await deps.deliveries.page({notificationId: receiver.id, page: 1, limit: 100});
		return deliveries
			.flatMap(({message}) => (message.type === 'deleted' ? [message.data] : []))
			.toSorted((a, b) => (a.path < b.path ? -1 : 1));
	};
	return {...world, movie, film, paths, deletedMessages};
}

test('a movie that was deleted with its file is reported with its names and the quality of the file', async t => {
	const {deps, run, movie, film, deletedMessages} = await withFiles(t);
	await deps.movies.remove(movie.id);
	const payload = {movieId: movie.id, title: movie.title, path: film.path, media: notifiedMovie(movie), file: recordedFile(film)};
	await handleDeleteMovieFiles(payload, deps, run());
	await handleDeleteMovieFiles(payload, deps, run());
	const media = {type: 'movie', id: movie.id, title: 'The Quiet Harbour', year: 2019, tmdbId: 4711, imdbId: null, episodes: []};
	t.deepEqual(await deletedMessages(), [{media, quality: 'HDTV-720p', path: film.path, reason: 'deleted', size: 10}] as never);
	const {entries} = await deps.history.page({page: 1, limit: 10});
	t.false('media' in (entries[0] ?? {}), 'which only the message needs');
	t.deepEqual(await deps.history.unnotified(10), []);
});

test('each file of a deleted series is reported with its episodes and its quality', async t => {
	const {deps, run, series, paths, deletedMessages} = await withFiles(t);
	const files = recordedFiles(await deps.episodes.onDisk(series.id));
	const media = notifiedSeries(series, []);
	await deps.series.remove(series.id);
	const payload = {seriesId: series.id, title: series.title, folder: series.path, paths, media, files};
	await handleDeleteEpisodeFiles(payload, deps, run());
	const messages = await deletedMessages();
	t.deepEqual(
		messages.map(({path, quality, media: of}) => [path, quality, of?.title, of?.episodes.map(each => each.episodeNumber)]),
		[
			[paths[0], 'HDTV-720p', 'Paper Lanterns', [1, 2]],
			[paths[1], 'HDTV-720p', 'Paper Lanterns', [3]],
		],
	);
});

test('a removal whose worker died before it could tell is told by the next run', async t => {
	const {deps, run, movie, film, series, paths, deletedMessages} = await withFiles(t);
	await deps.movies.remove(movie.id);
	await rm(film.path);
	await rm(paths[0] ?? '');
	await handleDeleteMovieFiles({movieId: movie.id, title: movie.title, path: film.path}, deps, run());
	await handleDeleteEpisodeFiles({seriesId: series.id, title: series.title, folder: series.path, paths}, deps, run());
	t.deepEqual(
		(await deletedMessages()).map(({path}) => path),
		[...paths, film.path].toSorted(),
	);
});

test('files of a deleted library are reported like single ones, also after a run that died', async t => {
	const {deps, run, movie, film, series, paths, deletedMessages} = await withFiles(t);
	// An earlier run removed these.
	await rm(film.path);
	await rm(paths[0] ?? '');
	await writeAt(join(dirname(film.path), 'readme.txt'), 'x');
	await handleClearLibrary({libraryId, removeFiles: true}, deps, run());
	const messages = await deletedMessages();
	t.deepEqual(
		messages.map(({path, reason, quality, media}) => [path, reason, quality, media?.title, media?.episodes.length]),
		[
			[paths[0], 'libraryDeleted', 'HDTV-720p', 'Paper Lanterns', 2],
			[paths[1], 'libraryDeleted', 'HDTV-720p', 'Paper Lanterns', 1],
			[film.path, 'libraryDeleted', 'HDTV-720p', 'The Quiet Harbour', 0],
		],
	);
	t.is((await deps.movies.get(movie.id)).file, null);
	t.deepEqual(recordedFiles(await deps.episodes.onDisk(series.id)), []);
});

test('the receivers of a title that was deleted are those of its library and its tags', async t => {
	const {deps, movie, film, run} = await withFiles(t);
	const now = new Date();
	const root = await deps.rootFolders.add({name: 'films', path: '/films'}, now);
	const settings = {qualityProfileId: 'q', languageProfileId: 'l', enabled: true, monitored: true, backfillEnabled: false};
	const library = await deps.libraries.add({name: 'Films', type: 'movies', rootFolderId: root.id, ...settings}, now);
	const tagged = {kids: ['kids'], films: ['films'], other: ['other'], none: []};
	const names = await Promise.all(
		Object.entries(tagged).map(async ([name, tags]) => [name, (await deps.notifications.add(buildNotification({tags}), now)).id] as const),
	);
	await deps.movies.change(movie.id, {libraryId: library.id, tagChange: {set: ['kids']}}, now);
	const media = removedMovie(await deps.movies.get(movie.id));
	await deps.movies.remove(movie.id);
	const removal = {movieId: movie.id, title: movie.title, path: film.path, media, file: recordedFile(film)};
	await handleDeleteMovieFiles(removal, deps, run());
	await notifyEvents(deps);
	const deletedMessages = new Map<string, unknown>();
	for (const [name, notificationId] of names) {
		const {deliveries} = await deps.deliveries.page({notificationId, page: 1, limit: 10});
		for (const {message} of deliveries) {
			deletedMessages.set(name, message.type === 'deleted' && message.data.media);
		}
	}
	t.deepEqual([...deletedMessages.keys()].sort(), ['films', 'kids', 'none']);
	t.deepEqual(deletedMessages.get('none'), notifiedMovie({...movie}), 'the message says nothing of tags');
});
