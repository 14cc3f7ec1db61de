import {randomUUID} from 'node:crypto';
import {access, link, rename, rm, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {dayMs} from '#shared/domain/durations.ts';
import {Unavailable} from '#shared/errors.ts';
import {keepDeletedFiles} from '#shared/tasks/keep-deleted.ts';
import {buildMediaFile, movieDetails, writeAt} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleMeasureDeletion} from '#workers/disks/handlers.ts';
import {handleDeleteChosenFiles} from '#workers/import/delete-chosen-files.ts';
import {handleDeleteEpisodeFiles, handleDeleteMovieFiles} from '#workers/import/delete-title-files.ts';
import {handleEmptyBins, handleEraseDeletion} from '#workers/import/erase-deletion.ts';
import {handleUndoDeletion} from '#workers/import/undo-deletion.ts';

const isThere = (path: string) =>
	access(path).then(
		() => true,
		() => false,
	);

/** A movie with a file and a subtitle, and a series with two files. */
async function withTitles(t: ExecutionContext) {
	const world = await createWorld(t, {series: {}});
	const {deps, library, series, episode} = world;
	await deps.qualityProfiles.ensureDefaults(new Date());
	const movie = await world.addMovie(movieDetails);
	const folder = join(library, 'The Quiet Harbour (2019)');
	const film = buildMediaFile({id: 'film', path: await writeAt(join(folder, 'film.mkv'))});
	const subtitle = await writeAt(join(folder, 'film.en.srt'));
	await deps.movies.change(movie.id, {path: folder, monitored: false}, new Date());
	await deps.movies.setFile(movie.id, film, new Date());
	const episodes = [await episode(1, 1), await episode(1, 2)];
	const paths: string[] = [];
	for (const [index, {id}] of episodes.entries()) {
		const path = await writeAt(join(series.path, `${index}.mkv`));
		paths.push(path);
		const file = buildMediaFile({id: `file-${index}`, path});
		await deps.episodes.recordFile({seriesId: series.id, episodeIds: [id], file, replaces: []}, new Date());
	}
	/** Deletes a title as the service does. */
	async function remove(kind: 'movie' | 'series') {
		const title = kind === 'movie' ? await deps.movies.get(movie.id) : await deps.series.get(series.id);
		const id = randomUUID();
		const documents = (await deps.deletions.documentsOf(kind, [title.id])).get(title.id) ?? [];
		const {id: titleId, metaId, title: name, year, path} = title;
		const expiresAt = new Date(Date.now() + dayMs);
		const facts = {files: 1, bytes: 1, filesDeleted: true, excluded: false, deletedBy: 'vera', expiresAt};
		const deletion = {kind, titleId, metaId, title: name, year, path, ...facts};
		const titles = kind === 'movie' ? deps.movies : deps.series;
		await titles.remove(titleId, session => deps.deletions.keep([{id, deletion, documents}], new Date(), session));
		return {id, title};
	}
	const begin = (id: string) => deps.deletions.move(id, ['kept', 'failed'], {state: 'undoing', message: null}, new Date());
	return {...world, movie, film, folder, subtitle, paths, remove, begin};
}

test('a deleted movie comes back with its monitoring, its file and its subtitles, also by a second run', async t => {
	const {deps, run, movie, film, folder, subtitle, remove, begin} = await withTitles(t);
	const before = await deps.movies.get(movie.id);
	const {id} = await remove('movie');
	const payload = {movieId: movie.id, title: movie.title, path: film.path, folder, deletionId: id};
	await handleDeleteMovieFiles(payload, deps, run());
	t.deepEqual([await isThere(film.path), await isThere(subtitle), await deps.movies.find(movie.id)], [false, false, null]);
	await begin(id);
	await handleUndoDeletion({deletionId: id}, deps, run());
	t.deepEqual([await isThere(film.path), await isThere(subtitle)], [true, true]);
	t.deepEqual(await deps.movies.get(movie.id), before);
	t.like(await deps.deletions.get(id), {state: 'undone', message: 'The Quiet Harbour is back. 2 files are in their places again.'});
	await deps.deletions.move(id, ['undone'], {state: 'undoing'}, new Date());
	await handleUndoDeletion({deletionId: id}, deps, run());
	t.is((await deps.deletions.get(id)).state, 'undone');
	t.deepEqual(await deps.movies.get(movie.id), before);
});

test('a deleted series comes back with its episodes; a file that has left the recycle bin is reported and missing', async t => {
	const {deps, run, series, paths, remove, begin} = await withTitles(t);
	const {id} = await remove('series');
	await handleDeleteEpisodeFiles({seriesId: series.id, title: series.title, folder: series.path, paths, deletionId: id}, deps, run());
	t.is(await deps.series.find(series.id), null);
	for await (const file of deps.deletions.filesOf(id)) {
		await (file.from === paths[1] ? rm(file.to) : null);
	}
	await begin(id);
	await handleUndoDeletion({deletionId: id}, deps, run());
	const {state, message} = await deps.deletions.get(id);
	t.is(state, 'undone', message ?? '');
	t.regex(message ?? '', /1 of its files could not be brought back.*1\.mkv: it is no longer in the recycle bin/);
	t.deepEqual(await Promise.all(paths.map(isThere)), [true, false]);
	t.deepEqual(
		(await deps.episodes.onDisk(series.id)).flatMap(({file}) => file?.path ?? []),
		[paths[0]],
	);
	t.is((await deps.series.get(series.id)).seasons.find(({seasonNumber}) => seasonNumber === 1)?.episodeFileCount, 1);
});

test('a deletion says what its files wait for, until they are gone', async t => {
	const {deps, run, library, movie, film, folder, remove} = await withTitles(t);
	const {id} = await remove('movie');
	const payload = {movieId: movie.id, title: movie.title, path: film.path, folder, deletionId: id};
	const waitsFor = async () => (await deps.deletions.get(id)).waitsFor;
	t.is(await waitsFor(), null);
	await rename(library, `${library}-disk`);
	await t.throwsAsync(handleDeleteMovieFiles(payload, deps, run()), {instanceOf: Unavailable});
	t.regex((await waitsFor()) ?? '', /disk|mounted|missing/);
	await rename(`${library}-disk`, library);
	await handleDeleteMovieFiles(payload, deps, run());
	t.is(await waitsFor(), null);
	t.false(await isThere(film.path));
});

test('a removal that has not run yet leaves the files of a deletion that is undone', async t => {
	const {deps, run, movie, film, folder, remove, begin} = await withTitles(t);
	const {id} = await remove('movie');
	await begin(id);
	await handleUndoDeletion({deletionId: id}, deps, run());
	await handleDeleteMovieFiles({movieId: movie.id, title: movie.title, path: film.path, folder, deletionId: id}, deps, run());
	t.true(await isThere(film.path));
	t.is((await deps.movies.get(movie.id)).file?.path, film.path);
});

test('what no longer fits keeps a deletion from being undone, or is said: a root folder, another file, another copy', async t => {
	const {deps, run, movie, film, folder, remove, begin} = await withTitles(t);
	const {id} = await remove('movie');
	await handleDeleteMovieFiles({movieId: movie.id, title: movie.title, path: film.path, folder, deletionId: id}, deps, run());
	const [root] = await deps.rootFolders.list();
	await deps.rootFolders.remove(root?.id ?? '');
	await begin(id);
	await handleUndoDeletion({deletionId: id}, deps, run());
	t.like(await deps.deletions.get(id), {state: 'failed'});
	t.is(await deps.movies.find(movie.id), null);
	await deps.rootFolders.add({name: 'Films', path: dirname(folder)}, new Date());
	await writeAt(film.path);
	await writeFile(film.path, 'another film');
	await begin(id);
	await handleUndoDeletion({deletionId: id}, deps, run());
	const {state, message} = await deps.deletions.get(id);
	t.is(state, 'undone', message ?? '');
	t.regex(message ?? '', /another file has its place; it stays in the recycle bin/);
});

test('one file of a title is deleted, told and no longer monitored if asked; the others stay', async t => {
	const {deps, run, series, movie, film, subtitle, paths} = await withTitles(t);
	const chosen = {kind: 'series' as const, titleId: series.id, fileIds: ['file-0'], unmonitor: true};
	await handleDeleteChosenFiles(chosen, deps, run());
	await handleDeleteChosenFiles(chosen, deps, run());
	t.deepEqual(await Promise.all(paths.map(isThere)), [false, true]);
	const [first, second] = await deps.episodes.ofSeason(series.id, 1);
	t.deepEqual([first?.file, first?.monitored, second?.file?.path], [null, false, paths[1]]);
	await handleDeleteChosenFiles({kind: 'movie', titleId: movie.id, fileIds: ['film'], unmonitor: false}, deps, run());
	t.deepEqual([await isThere(film.path), await isThere(subtitle)], [false, false]);
	t.is((await deps.movies.get(movie.id)).file, null);
	const {entries} = await deps.history.page({page: 1, limit: 10, event: 'fileDeleted'});
	t.deepEqual(
		entries.map(({data}) => [data['path'], data['reason'], data['recycled']]).toSorted(),
		[
			[film.path, 'deleted', true],
			[paths[0], 'deleted', true],
		].toSorted(),
	);
});

test('single files that were deleted come back with their subtitles and their monitoring, unless something else came', async t => {
	const {deps, run, series, movie, film, subtitle, paths, begin} = await withTitles(t);
	const settings = {get: (key: string) => (key === 'media.recycleDeletedFiles' ? true : 30)} as never;
	const keep = (kind: 'movie' | 'series', title: Parameters<typeof keepDeletedFiles>[0]['title'], ids: string[]) => {
		const files = ids.map(id => ({id, size: 5}));
		return keepDeletedFiles({kind, title, files, deletedBy: 'vera'}, {...deps, settings});
	};
	await deps.movies.change(movie.id, {monitored: true}, new Date());
	const ofMovie = (await keep('movie', movie, ['film'])) ?? '';
	const chosen = {kind: 'movie' as const, titleId: movie.id, fileIds: ['film'], unmonitor: true, deletionId: ofMovie};
	await handleDeleteChosenFiles(chosen, deps, run());
	// Its job may run twice, and somebody else may want the same.
	await handleDeleteChosenFiles(chosen, deps, run());
	const second = (await keep('movie', movie, ['film'])) ?? '';
	await handleDeleteChosenFiles({...chosen, deletionId: second}, deps, run());
	t.is(await deps.deletions.find(second), null);
	t.like(await deps.deletions.get(ofMovie), {state: 'kept', titleStays: true, files: 1});
	t.like(await deps.movies.get(movie.id), {file: null, monitored: false});
	await begin(ofMovie);
	await handleUndoDeletion({deletionId: ofMovie}, deps, run());
	t.like(await deps.deletions.get(ofMovie), {
		state: 'undone',
		message: 'The Quiet Harbour has its file again; files in their places: 2.',
	});
	t.deepEqual([await isThere(film.path), await isThere(subtitle)], [true, true]);
	t.like(await deps.movies.get(movie.id), {file: {id: 'film', path: film.path}, monitored: true});

	const ofSeries = (await keep('series', series, ['file-0', 'file-1'])) ?? '';
	const both = {kind: 'series' as const, titleId: series.id, fileIds: ['file-0', 'file-1'], unmonitor: false, deletionId: ofSeries};
	await handleDeleteChosenFiles(both, deps, run());
	t.deepEqual(await Promise.all(paths.map(isThere)), [false, false]);
	const [, other] = await deps.episodes.ofSeason(series.id, 1);
	const better = buildMediaFile({id: 'better', path: await writeAt(join(series.path, 'better.mkv'))});
	await deps.episodes.recordFile({seriesId: series.id, episodeIds: [other?.id ?? ''], file: better, replaces: []}, new Date());
	await begin(ofSeries);
	await handleUndoDeletion({deletionId: ofSeries}, deps, run());
	const {state, message} = await deps.deletions.get(ofSeries);
	t.is(state, 'undone', message ?? '');
	t.regex(message ?? '', /has 1 of 2 files again.*1\.mkv: what had it has another file by now/);
	t.deepEqual(
		(await deps.episodes.ofSeason(series.id, 1)).flatMap(({file}) => file?.path ?? []),
		[paths[0], better.path],
	);
	t.deepEqual(await Promise.all(paths.map(isThere)), [true, false]);

	const gone = (await keep('movie', movie, ['film'])) ?? '';
	await handleDeleteChosenFiles({...chosen, deletionId: gone}, deps, run());
	await deps.movies.remove(movie.id);
	await begin(gone);
	await handleUndoDeletion({deletionId: gone}, deps, run());
	const failed = await deps.deletions.get(gone);
	t.is(failed.state, 'failed');
	t.regex(failed.message ?? '', /no longer in the library/);
	t.false(await isThere(film.path));
});

test('what is deleted for good leaves the bin, frees what nothing else uses, and cannot come back', async t => {
	const {deps, run, movie, film, folder, remove, library} = await withTitles(t);
	await link(film.path, join(library, 'seeded.mkv'));
	const {id} = await remove('movie');
	await handleDeleteMovieFiles({movieId: movie.id, title: movie.title, path: film.path, folder, deletionId: id}, deps, run());
	const inBin: string[] = [];
	for await (const file of deps.deletions.filesOf(id)) {
		inBin.push(file.to);
	}
	const {files, bytes, freedBytes} = await handleMeasureDeletion({deletionId: id}, deps, run());
	t.is(files, 2);
	t.true(freedBytes > 0 && freedBytes < bytes, 'the film is seeded, its subtitle is not');
	await handleEraseDeletion({deletionId: id}, deps, run());
	t.deepEqual(await Promise.all(inBin.map(isThere)), [false, false]);
	t.true(await isThere(join(library, 'seeded.mkv')));
	t.is(await deps.deletions.find(id), null);
	t.deepEqual(await deps.deletions.documentsKept(id), []);
	await handleEraseDeletion({deletionId: id}, deps, run());
	await handleUndoDeletion({deletionId: id}, deps, run());
	t.is(await deps.movies.find(movie.id), null);
});

test('what is on its way back is not deleted for good', async t => {
	const {deps, run, movie, film, folder, remove, begin} = await withTitles(t);
	const {id} = await remove('movie');
	await handleDeleteMovieFiles({movieId: movie.id, title: movie.title, path: film.path, folder, deletionId: id}, deps, run());
	await begin(id);
	await handleEraseDeletion({deletionId: id}, deps, run());
	await handleUndoDeletion({deletionId: id}, deps, run());
	t.true(await isThere(film.path));
});

test('an emptied bin keeps what is on its way back, and what is deleted for good cannot come back', async t => {
	const {deps, run, movie, film, folder, remove, begin} = await withTitles(t);
	const {id} = await remove('movie');
	await handleDeleteMovieFiles({movieId: movie.id, title: movie.title, path: film.path, folder, deletionId: id}, deps, run());
	await begin(id);
	await handleEmptyBins({}, deps, run());
	await handleUndoDeletion({deletionId: id}, deps, run());
	t.like(await deps.deletions.get(id), {state: 'undone'});
	t.true(await isThere(film.path));

	const again = await remove('movie');
	await deps.deletions.move(again.id, ['kept'], {state: 'erasing'}, new Date());
	t.is(await begin(again.id), null);
});

test('an emptied bin has nothing left, neither files nor what an undo would need of them', async t => {
	const {deps, run, movie, film, folder, remove} = await withTitles(t);
	const {id} = await remove('movie');
	await handleDeleteMovieFiles({movieId: movie.id, title: movie.title, path: film.path, folder, deletionId: id}, deps, run());
	const inBin: string[] = [];
	for await (const file of deps.deletions.filesOf(id)) {
		inBin.push(file.to);
	}
	await handleEmptyBins({}, deps, run());
	t.deepEqual(await Promise.all(inBin.map(isThere)), [false, false]);
	t.is(await deps.deletions.find(id), null);
});
