import {existsSync} from 'node:fs';
import {mkdir, readdir, rename, rm, rmdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import test from 'ava';
import {mongo} from 'mongoose';
import {placedFiles, untilPerson} from '#shared/domain/downloads/import-progress.ts';
import {Conflict, Unavailable} from '#shared/errors.ts';
import {buildMatroska} from '#test/helpers/build-matroska.ts';
import {longSignal} from '#test/helpers/until.ts';
import {buildMediaFile, filesBelow, movieDetails, release, writeAt} from '#test/helpers/world/movie.ts';
import {createWorld, type World} from '#test/helpers/world.ts';
import {settleWaitingItems} from '#workers/downloads/follow-items.ts';
import {handleDeleteMovieFiles, handleTakeBackImport} from '#workers/import/delete-title-files.ts';
import {handleImportDownload, runImport} from '#workers/import/import-download.ts';
import type {ImportStep} from '#workers/import/place-planned.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import type {Run} from '#workers/runtime/handler.ts';

/** The disk of the library takes no file of this size. */
function withSmallFiles(deps: WorkerDeps): WorkerDeps {
	const place = () => Promise.reject(Object.assign(new Error('EFBIG: file too large, write'), {code: 'EFBIG'}));
	return {...deps, files: {...deps.files, place}};
}

async function waitingFilm(world: World<'movie'>) {
	return world.addItem({outputPath: await writeAt(join(world.downloads, release, 'film.mkv'))});
}

test('an import that fails for an unforeseen reason says so, waits longer each time, and is tried no more in the end', async t => {
	const world = await createWorld(t, {movie: {}});
	const deps = withSmallFiles(world.deps);
	const item = await waitingFilm(world);
	const minutes: number[] = [];
	for (let tries = 1; tries <= 6; tries += 1) {
		const now = new Date();
		await t.throwsAsync(handleImportDownload({queueItemId: item.id}, {...deps, now: () => now}, world.run()), {instanceOf: Conflict});
		const {retryAt, import: progress} = await deps.downloads.get(item.id);
		t.is(progress?.tries, tries);
		minutes.push((Number(retryAt) - Number(now)) / 60_000);
	}
	t.deepEqual(minutes.slice(0, 5), [1, 5, 15, 60, 240]);
	const rested = await deps.downloads.get(item.id);
	t.like(rested, {state: 'importPending', health: 'error', retryAt: untilPerson, import: {claim: null}});
	t.is(rested.statusMessages[0]?.title, 'film.mkv');
	t.regex(rested.statusMessages[0]?.messages[0] ?? '', /EFBIG: file too large.*last one/);
	t.is((await deps.blocklist.page({page: 1, limit: 10})).total, 0);
	t.is((await deps.history.page({page: 1, limit: 10, event: 'importFailed'})).total, 1);
});

test('between its tries nobody starts it, and after the cause is gone it succeeds', async t => {
	const world = await createWorld(t, {movie: {}});
	const item = await waitingFilm(world);
	await t.throwsAsync(handleImportDownload({queueItemId: item.id}, withSmallFiles(world.deps), world.run()));
	const waiting = () => world.deps.jobs.queue('import').getJobs(['waiting', 'prioritized']);
	await settleWaitingItems(world.deps);
	t.is((await waiting()).length, 0);
	await settleWaitingItems({...world.deps, now: () => new Date(Date.now() + 61_000)});
	t.is((await waiting()).length, 1);
	await handleImportDownload({queueItemId: item.id}, world.deps, world.run());
	t.like(await world.deps.downloads.get(item.id), {state: 'imported', health: 'ok', statusMessages: []});
});

test('a database that is busy with what a dead worker left is no failure of the import', async t => {
	const world = await createWorld(t, {movie: {}});
	const item = await waitingFilm(world);
	const busy = new mongo.MongoServerError({message: 'WriteConflict', code: 112, errorLabels: ['TransientTransactionError']});
	const place = () => Promise.reject(busy);
	const deps = {...world.deps, files: {...world.deps.files, place}};
	await t.throwsAsync(handleImportDownload({queueItemId: item.id}, deps, world.run()), {is: busy}, 'the job is tried again');
	t.like(await deps.downloads.get(item.id), {state: 'importPending', retryAt: null, import: {claim: null}, statusMessages: []});
	await handleImportDownload({queueItemId: item.id}, world.deps, world.run());
	t.is((await deps.downloads.get(item.id)).state, 'imported');
});

/** A worker that is killed after the plan was stored, or when the video has its name but no record. */
function dying(deps: WorkerDeps, step: ImportStep) {
	return async (queueItemId: string, run: Run) => {
		const died = new Error('killed');
		const beforeStep = async (reached: ImportStep) => {
			if (reached === step) {
				throw died;
			}
		};
		await runImport({queueItemId}, deps, {run, beforeStep}).catch(() => {});
		await deps.downloads.change(queueItemId, {retryAt: null});
	};
}

for (const mode of ['move', 'copy'] as const) {
	for (const step of ['place', 'record'] as const) {
		test(`an import (${mode}) that stopped before the step ${step} goes on when the disk of the library is back`, async t => {
			const world = await createWorld(t, {movie: {}});
			const {deps, library, run} = world;
			await deps.settings.set('media.importMode', mode, new Date());
			const source = await writeAt(join(world.downloads, `${release}.mkv`));
			const item = await world.addItem({outputPath: source, removable: true});
			await dying(deps, 'place')(item.id, run());
			await dying(deps, step)(item.id, run());
			const placed = await filesBelow(library);
			t.is(placed.length, step === 'place' ? 0 : 1);

			await rename(library, `${library}-disk`);
			await mkdir(library);
			await handleImportDownload({queueItemId: item.id}, deps, run());
			t.deepEqual(await readdir(library), []);
			t.true(existsSync(source));
			const waiting = await deps.downloads.get(item.id);
			t.like(waiting, {state: 'importPending', health: 'warning'});
			t.regex(waiting.statusMessages[0]?.messages[0] ?? '', /Mount it/);

			await rmdir(library);
			await rename(`${library}-disk`, library);
			await handleImportDownload({queueItemId: item.id}, deps, run());
			t.is((await deps.downloads.get(item.id)).state, 'imported');
			t.is((await filesBelow(library)).length, 1);
			t.is(existsSync(source), mode === 'copy');
		});
	}
}

test('an import waits where something else lies instead of a library that no import has used yet', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, library, run} = world;
	const films = Array.from({length: 11}, (_, index) => join(library, `Film ${index}/film.mkv`));
	for (const [index, path] of films.entries()) {
		const {id} = await world.addMovie({...movieDetails, metaId: 100 + index, imdbId: null, title: `Film ${index}`});
		await deps.movies.setFile(id, buildMediaFile({path}), new Date());
	}
	await writeAt(join(library, 'lost', 'something.mkv'));
	const {id: queueItemId} = await waitingFilm(world);
	const tryAgain = async () => {
		await deps.downloads.change(queueItemId, {retryAt: null});
		await handleImportDownload({queueItemId}, deps, run());
		return deps.downloads.get(queueItemId);
	};
	const waiting = await tryAgain();
	t.like(waiting, {state: 'importPending', health: 'warning'});
	t.regex(waiting.statusMessages[0]?.messages[0] ?? '', /not there\. Mount its disk.*make an empty folder/);
	t.deepEqual(await filesBelow(library), ['lost/something.mkv']);
	await writeAt(films[3] ?? '');
	t.is((await tryAgain()).state, 'imported', 'the disk is there');
});

test('what an import placed and did not record goes with its item, once its disk is there', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, library, run} = world;
	await deps.settings.set('media.importMode', 'copy', new Date());
	const {id: queueItemId} = await waitingFilm(world);
	await dying(deps, 'record')(queueItemId, run());
	const placed = placedFiles((await deps.downloads.get(queueItemId)).import?.journal?.files ?? []);
	t.is((await filesBelow(library)).length, 1);
	await handleTakeBackImport({queueItemId, placed}, deps, run());
	t.is((await filesBelow(library)).length, 1, 'the item is still there');

	await deps.downloads.remove(queueItemId);
	await rename(library, `${library}-disk`);
	await mkdir(library);
	await t.throwsAsync(handleTakeBackImport({queueItemId, placed}, deps, run()), {code: 'root_folder_missing'});
	await rmdir(library);
	const [root] = await deps.rootFolders.list();
	const without = {...deps.rootFolders, list: async () => []};
	await t.notThrowsAsync(handleTakeBackImport({queueItemId, placed}, {...deps, rootFolders: without}, run()), `${root?.path} was given up`);
	await rename(`${library}-disk`, library);
	await handleTakeBackImport({queueItemId, placed}, deps, run());
	t.deepEqual(await readdir(library), ['.kinoteka-folder']);
});

test('a deletion that is tried again leaves the file that an import of another movie has put there', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, library, run} = world;
	const {id: queueItemId} = await waitingFilm(world);
	await dying(deps, 'record')(queueItemId, run());
	const [path = ''] = (await filesBelow(library)).map(each => join(library, each));
	const deletion = {movieId: 'deleted-before', title: 'The Quiet Harbour', path};
	const {left} = await handleDeleteMovieFiles(deletion, deps, run());
	t.regex(left[0]?.reason ?? '', /import/);
	t.true(existsSync(path));
	await handleImportDownload({queueItemId}, deps, run());
	t.is((await deps.downloads.get(queueItemId)).state, 'imported');
});

test('for a file that finds no room, the oldest files of the recycle bin go', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, library, run} = world;
	const bin = join(library, '.kinoteka-recycle');
	const old = await writeAt(join(library, 'Old (1950)/old.mkv'), 'old');
	await deps.files.discard({path: old, bin, signal: longSignal()});
	const place: typeof deps.files.place = async (placement, way) => {
		if ((await filesBelow(join(library, '..', '.kinoteka-recycle'))).length > 0) {
			throw new Unavailable('disk_full', 'The disk is full.');
		}
		return deps.files.place(placement, way);
	};
	await writeAt(join(library, 'Other (1951)/other.mkv'), 'other');
	const {id: queueItemId} = await waitingFilm(world);
	await handleImportDownload({queueItemId}, {...deps, files: {...deps.files, place}}, run());
	t.is((await deps.downloads.get(queueItemId)).state, 'imported');
});

async function filmInParts(t: ExecutionContext) {
	const world = await createWorld(t, {movie: {}});
	await world.deps.settings.set('media.importMode', 'copy', new Date());
	const folder = join(world.downloads, release);
	await writeAt(join(folder, 'The.Quiet.Harbour.2019.CD1.mkv'), buildMatroska({size: 60_000}));
	await writeAt(join(folder, 'The.Quiet.Harbour.2019.CD2.mkv'), buildMatroska({size: 61_000}));
	const item = await world.addItem({outputPath: folder});
	const tryAgain = async (deps = world.deps) => {
		await world.deps.downloads.change(item.id, {retryAt: null});
		await handleImportDownload({queueItemId: item.id}, deps, world.run());
		return world.deps.downloads.get(item.id);
	};
	return {...world, tryAgain};
}

test('for a further part of a film that finds no room, the oldest files of the recycle bin go', async t => {
	const {deps, library, tryAgain} = await filmInParts(t);
	const old = await writeAt(join(library, 'Old (1950)/old.mkv'), 'old');
	await deps.files.discard({path: old, bin: join(library, '.kinoteka-recycle'), signal: longSignal()});
	await writeAt(join(library, 'Other (1951)/other.mkv'), 'other');
	const place: typeof deps.files.place = async (placement, way) => {
		if (placement.target.includes('part2') && (await filesBelow(join(library, '..', '.kinoteka-recycle'))).length > 0) {
			throw new Unavailable('disk_full', 'The disk is full.');
		}
		return deps.files.place(placement, way);
	};
	t.is((await tryAgain({...deps, files: {...deps.files, place}})).state, 'imported');
});

const partNames = [1, 2].map(part => `The Quiet Harbour (2019)/The Quiet Harbour (2019) [WEBDL-1080p]-NOBODY - part${part}.mkv`);

test('a film in parts of which one does not fit is taken back, and imported when there is room', async t => {
	const {deps, library, tryAgain} = await filmInParts(t);
	const place: typeof deps.files.place = async (placement, run) => {
		if (placement.target.includes('part2')) {
			throw new Unavailable('disk_full', 'The disk is full.');
		}
		return deps.files.place(placement, run);
	};
	t.like(await tryAgain({...deps, files: {...deps.files, place}}), {state: 'importPending', import: {journal: null}});
	t.deepEqual(await filesBelow(library), []);
	t.is((await tryAgain()).state, 'imported');
	t.deepEqual(await filesBelow(library), partNames);
});

test('a film in parts of which one has a name that is taken is imported when somebody frees it', async t => {
	const {library, tryAgain} = await filmInParts(t);
	const taken = await writeAt(join(library, partNames[1] ?? ''), 'of somebody');
	t.is((await tryAgain()).state, 'importPending');
	t.deepEqual(await filesBelow(library), [partNames[1] ?? '']);
	await rm(taken);
	t.is((await tryAgain()).state, 'imported');
	t.deepEqual(await filesBelow(library), partNames);
});
