import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {removeItem} from '#api/queue/remove-item.ts';
import {importItem, retryItem} from '#api/queue/retry-or-import.ts';
import type {RouteDeps} from '#api/services.ts';
import {endClaim, filesBelow, movieDetails, release, writeAt} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleFailRefusedDownload} from '#workers/downloads/fail-download.ts';
import {handleTakeBackImport} from '#workers/import/delete-title-files.ts';
import {handleImportDownload, runImport} from '#workers/import/import-download.ts';
import type {ImportStep} from '#workers/import/place-planned.ts';

async function refusedFake(t: ExecutionContext) {
	const world = await createWorld(t, {movie: {}});
	const {deps} = world;
	const {id} = await world.addItem({outputPath: await writeAt(join(world.downloads, release, 'setup.exe'), 'no film'), size: 7});
	await handleImportDownload({queueItemId: id}, deps, world.run()).catch(() => {});
	const fail = () => handleFailRefusedDownload({queueItemId: id, reason: 'It holds a program: setup.exe.'}, deps, world.run());
	return {...world, fail, item: () => deps.downloads.get(id)};
}

test('what was refused as a fake fails', async t => {
	const {fail, item} = await refusedFake(t);
	await fail();
	t.is((await item()).state, 'failedPending');
});

test('what a person has chosen to import is not failed by an earlier refusal', async t => {
	const {deps, movie, fail, item} = await refusedFake(t);
	await importItem(await item(), {movieId: movie.id}, deps as unknown as RouteDeps);
	await fail();
	t.like(await item(), {state: 'importPending', retryAt: null, target: {movieId: movie.id}});
});

test('a refused download that a person retries is not failed by the earlier refusal', async t => {
	const {deps, fail, item} = await refusedFake(t);
	await retryItem(await item(), deps);
	await fail();
	t.is((await item()).state, 'importPending');
});

for (const mode of ['copy', 'hardlink', 'move'] as const) {
	for (const broken of ['companions', 'record'] as const satisfies ImportStep[]) {
		test(`in mode ${mode}, another title chosen after an import broke off before "${broken}" leaves one copy`, async t => {
			const world = await createWorld(t, {movie: {}});
			const {deps, library, downloads} = world;
			await deps.settings.set('media.importMode', mode, new Date());
			const other = await world.addMovie({...movieDetails, metaId: 4712, title: 'The Loud Harbour', originalTitle: 'The Loud Harbour'});
			const {id} = await world.addItem({outputPath: await writeAt(join(downloads, `${release}.mkv`)), removable: true});
			const stop = new AbortController();
			await runImport({queueItemId: id}, deps, {
				run: {...world.run(), signal: stop.signal},
				async beforeStep(step) {
					if (step === broken) {
						stop.abort('The process stops');
						stop.signal.throwIfAborted();
					}
				},
			});
			t.is((await filesBelow(library)).length, 1);
			for (const movieId of [world.movie.id, other.id]) {
				await importItem(await deps.downloads.get(id), {movieId}, deps as unknown as RouteDeps);
			}
			await handleImportDownload({queueItemId: id}, deps, world.run());
			t.like(await deps.downloads.get(id), {state: 'imported', import: {discarded: null, journal: null}});
			const [file, ...more] = await filesBelow(library);
			t.deepEqual(more, []);
			t.true(file?.startsWith('The Loud Harbour'));
			t.is((await deps.movies.get(world.movie.id)).file, null);
			t.deepEqual(await filesBelow(downloads), mode === 'move' ? [] : [`${release}.mkv`]);
		});
	}
}

test('what broke off before a choice goes with the item, if a person removes that instead', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, library} = world;
	await deps.settings.set('media.importMode', 'copy', new Date());
	const {id} = await world.addItem({outputPath: await writeAt(join(world.downloads, `${release}.mkv`))});
	const stop = new AbortController();
	await runImport({queueItemId: id}, deps, {
		run: {...world.run(), signal: stop.signal},
		async beforeStep(step) {
			if (step === 'record') {
				stop.abort('The process stops');
				stop.signal.throwIfAborted();
			}
		},
	});
	await importItem(await deps.downloads.get(id), {movieId: world.movie.id}, deps as unknown as RouteDeps);
	t.is((await filesBelow(library)).length, 1);
	await removeItem(await deps.downloads.get(id), {removeFromClient: 'never', blocklist: false, reason: 'deleted'}, deps);
	const [promised] = await deps.outbox.list(10);
	await handleTakeBackImport(promised?.payload as never, deps, world.run());
	t.deepEqual(await filesBelow(library), []);
});

test('a choice after one file was recorded imports it as the other title too, and takes nothing away', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, library} = world;
	const other = await world.addMovie({...movieDetails, metaId: 4712, title: 'The Loud Harbour', originalTitle: 'The Loud Harbour'});
	const {id} = await world.addItem({outputPath: await writeAt(join(world.downloads, `${release}.mkv`))});
	await runImport({queueItemId: id}, deps, {
		run: world.run(),
		async beforeStep(step) {
			if (step === 'announce') {
				throw new Error('broken off');
			}
		},
	}).catch(() => {});
	const {file} = await deps.movies.get(world.movie.id);
	await importItem(await deps.downloads.get(id), {movieId: other.id}, deps as unknown as RouteDeps);
	await endClaim(deps, id);
	await handleImportDownload({queueItemId: id}, deps, world.run());
	t.deepEqual((await deps.movies.get(world.movie.id)).file, file);
	t.not((await deps.movies.get(other.id)).file, null);
	t.is((await filesBelow(library)).length, 2);
	await rm(library, {recursive: true});
});
