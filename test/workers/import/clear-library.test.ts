import {existsSync} from 'node:fs';
import {mkdir, rename, rm} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {backfillTaskId} from '#shared/domain/tasks/tasks.ts';
import {patientAttempts} from '#shared/jobs/import.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {buildMediaFile, movieDetails, writeAt} from '#test/helpers/world/movie.ts';
import {handleClearLibrary} from '#workers/import/clear-library.ts';

/** A movie whose library was deleted a moment ago, before anything else happened. */
async function withOrphan(t: ExecutionContext) {
	const {deps, library, addMovie, run} = await withWorkerDeps(t);
	const libraryId = 'c0ffee00-0000-4000-8000-00000000000a';
	const movie = await addMovie(movieDetails, {libraryId});
	const path = await writeAt(join(library, 'The Quiet Harbour (2019)', 'The Quiet Harbour.mkv'));
	await deps.movies.setFile(movie.id, buildMediaFile({id: 'file', path}), new Date());
	await deps.taskHistory.add({taskId: backfillTaskId(libraryId), options: {}, force: false}, new Date());
	const clear = (removeFiles: boolean, attempt = 1) => handleClearLibrary({libraryId, removeFiles}, deps, {...run(), attempt});
	const other = () => addMovie({...movieDetails, metaId: 4712, imdbId: null, title: 'Storm Part 2'});
	return {deps, movie, path, clear, libraryId, other};
}

test('titles of a deleted library are detached and keep their files', async t => {
	const {deps, movie, path, clear, libraryId} = await withOrphan(t);
	await clear(false);
	await clear(false);
	t.like(await deps.movies.get(movie.id), {libraryId: null, file: {path}});
	t.true(existsSync(path));
	t.deepEqual(await deps.taskHistory.active(backfillTaskId(libraryId)), [], 'its backfill is cancelled');
});

test('with its files, a deleted library also loses those on the disk', async t => {
	const {deps, movie, path, clear} = await withOrphan(t);
	await clear(true);
	await clear(true);
	t.like(await deps.movies.get(movie.id), {libraryId: null, file: null});
	t.false(existsSync(path));
});

test('while its disk is away a deleted library is tried again, however often, until the disk is back or its titles are gone', async t => {
	const {deps, movie, path, clear} = await withOrphan(t);
	const root = dirname(dirname(path));
	await rename(root, `${root}-away`);
	await mkdir(root);
	await t.throwsAsync(clear(true), {code: 'root_folder_missing'});
	t.like(await deps.movies.get(movie.id), {libraryId: movie.libraryId, file: {path}});
	t.is((await deps.history.page({page: 1, limit: 10})).total, 0);
	await t.throwsAsync(clear(true, patientAttempts), {code: 'root_folder_missing'});
	t.like(await deps.movies.get(movie.id), {libraryId: movie.libraryId, file: {path}});
	await rm(root, {recursive: true});
	await rename(`${root}-away`, root);
	await clear(true);
	t.like(await deps.movies.get(movie.id), {libraryId: null, file: null});
	t.false(existsSync(path));
});

test('what looks like the second part of a film stays when it is the file of another one', async t => {
	const {deps, movie, path, clear, libraryId, other} = await withOrphan(t);
	const folder = dirname(path);
	const first = await writeAt(join(folder, 'Storm Part 1.mkv'));
	const second = await writeAt(join(folder, 'Storm Part 2.mkv'));
	await deps.movies.setFile(movie.id, buildMediaFile({id: 'file', path: first}), new Date());
	const {id} = await other();
	await deps.movies.setFile(id, buildMediaFile({id: 'second', path: second}), new Date());
	await clear(true);
	t.like(await deps.movies.get(movie.id), {file: null});
	t.false(existsSync(first));
	t.true(existsSync(second), libraryId);
});
