import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {buildMediaFile, endClaim, filesBelow, release, writeAt} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleImportDownload, runImport} from '#workers/import/import-download.ts';

const placed = 'The Quiet Harbour (2019)/The Quiet Harbour (2019) [WEBDL-1080p]-NOBODY.mkv';

test('of two workers that import the same download at once, one does it', async t => {
	const world = await createWorld(t, {movie: {}});
	const item = await world.addItem({outputPath: await writeAt(join(world.downloads, `${release}.mkv`))});
	let placings = 0;
	const count = async (step: string) => {
		placings += step === 'place' ? 1 : 0;
	};

	await Promise.all([1, 2, 3].map(() => runImport({queueItemId: item.id}, world.deps, {run: world.run(), beforeStep: count})));

	t.is(placings, 1);
	t.is((await world.deps.downloads.get(item.id)).state, 'imported');
	t.deepEqual(await filesBelow(world.library), [placed]);
	t.is((await world.deps.history.page({page: 1, limit: 10})).total, 1);
});

test('a worker that was taken over writes nothing more and leaves no partial file', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps} = world;
	await deps.settings.set('media.importMode', 'copy', new Date());
	const item = await world.addItem({outputPath: await writeAt(join(world.downloads, `${release}.mkv`))});

	await runImport({queueItemId: item.id}, deps, {
		run: world.run(),
		async beforeStep(step) {
			if (step === 'name') {
				await endClaim(deps, item.id);
				await handleImportDownload({queueItemId: item.id}, deps, world.run());
			}
		},
	});

	t.is((await deps.downloads.get(item.id)).state, 'imported');
	t.is((await deps.movies.get(world.movie.id)).file?.path, join(world.library, placed));
	t.deepEqual(await filesBelow(world.library), [placed]);
	t.is((await deps.history.page({page: 1, limit: 10})).total, 1);
});

for (const step of ['place', 'name', 'record'] as const) {
	test(`an item that the user dismisses before "${step}" leaves nothing in the library`, async t => {
		const world = await createWorld(t, {movie: {}});
		const {deps} = world;
		const item = await world.addItem({outputPath: await writeAt(join(world.downloads, `${release}.mkv`))});

		await runImport({queueItemId: item.id}, deps, {
			run: world.run(),
			async beforeStep(reached) {
				if (reached === step) {
					await deps.downloads.move(item.id, 'ignored', {});
				}
			},
		});

		t.is((await deps.downloads.get(item.id)).state, 'ignored');
		t.is((await deps.movies.get(world.movie.id)).file, null);
		t.deepEqual(await filesBelow(world.library), []);
		t.deepEqual(await filesBelow(world.downloads), [`${release}.mkv`]);
	});
}

test('a profile that changes while a film is copied decides whether a better one is searched', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, movie} = world;
	const item = await world.addItem({outputPath: await writeAt(join(world.downloads, `${release}.mkv`))});
	const modest = (await deps.qualityProfiles.list()).find(({name}) => name === 'SD');

	await runImport({queueItemId: item.id}, deps, {
		run: world.run(),
		async beforeStep(step) {
			if (step === 'record') {
				await deps.movies.change(movie.id, {qualityProfileId: modest?.id ?? ''}, new Date());
			}
		},
	});

	t.false((await deps.movies.get(movie.id)).file?.belowCutoff);
});

test('a movie that gets another file meanwhile keeps it, and the import is planned again', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, movie} = world;
	const item = await world.addItem({outputPath: await writeAt(join(world.downloads, `${release}.mkv`))});
	const other = await writeAt(join(world.library, 'Other/film.mkv'), 'better');

	await runImport({queueItemId: item.id}, deps, {
		run: world.run(),
		async beforeStep(step) {
			if (step === 'record') {
				await deps.movies.setFile(movie.id, buildMediaFile({id: 'better', path: other, quality: 'Bluray-1080p'}), new Date());
			}
		},
	});

	t.is((await deps.movies.get(movie.id)).file?.id, 'better');
	t.deepEqual(await filesBelow(world.library), ['Other/film.mkv']);
	t.is(await readFile(other, 'utf8'), 'better');
	t.like(await deps.downloads.get(item.id), {state: 'importPending', import: {journal: null}});
});

test('a stop of the process hands the item back at once', async t => {
	const world = await createWorld(t, {movie: {}});
	const item = await world.addItem({outputPath: await writeAt(join(world.downloads, `${release}.mkv`))});
	const stop = new AbortController();

	await runImport({queueItemId: item.id}, world.deps, {
		run: {...world.run(), signal: stop.signal},
		async beforeStep(step) {
			if (step === 'place') {
				stop.abort('The process stops');
				stop.signal.throwIfAborted();
			}
		},
	});
	t.like(await world.deps.downloads.get(item.id), {state: 'importPending', import: {claim: null}, retryAt: null});

	await handleImportDownload({queueItemId: item.id}, world.deps, world.run());
	t.is((await world.deps.downloads.get(item.id)).state, 'imported');
	t.deepEqual(await filesBelow(world.library), [placed]);
});

test('the same download in two items: an import that was stopped at the final name does not remove what the other recorded', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps} = world;
	const outputPath = await writeAt(join(world.downloads, `${release}.mkv`));
	const [one, other] = [await world.addItem({outputPath}), await world.addItem({outputPath})];
	const stopped = new AbortController();
	await runImport({queueItemId: other.id}, deps, {
		run: {...world.run(), signal: stopped.signal},
		async beforeStep(step) {
			if (step === 'name') {
				stopped.abort();
				stopped.signal.throwIfAborted();
			}
		},
	});
	t.truthy((await deps.downloads.get(other.id)).import?.journal?.files[0]?.identity);
	await handleImportDownload({queueItemId: one.id}, deps, world.run());
	await handleImportDownload({queueItemId: other.id}, deps, world.run());
	t.deepEqual(await filesBelow(world.library), [placed]);
	t.is((await deps.movies.get(world.movie.id)).file?.path, join(world.library, placed));
	t.is((await deps.downloads.get(other.id)).state, 'imported');
});

test('a file that a backfill records as soon as it has its final name becomes the record of its import', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps} = world;
	const item = await world.addItem({outputPath: await writeAt(join(world.downloads, `${release}.mkv`))});
	await runImport({queueItemId: item.id}, deps, {
		run: world.run(),
		async beforeStep(step) {
			if (step === 'record') {
				const found = buildMediaFile({id: 'found', path: join(world.library, placed)});
				await deps.movies.replaceFile(world.movie.id, found, {replaces: null, at: new Date()});
			}
		},
	});
	t.is((await deps.downloads.get(item.id)).state, 'imported');
	t.like((await deps.movies.get(world.movie.id)).file, {path: join(world.library, placed), releaseTitle: release});
	t.deepEqual(await filesBelow(world.library), [placed]);
});

test('a file that a backfill recorded stays when the user dismisses its import', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps} = world;
	const item = await world.addItem({outputPath: await writeAt(join(world.downloads, `${release}.mkv`))});
	await runImport({queueItemId: item.id}, deps, {
		run: world.run(),
		async beforeStep(step) {
			if (step === 'record') {
				const found = buildMediaFile({id: 'found', path: join(world.library, placed)});
				await deps.movies.replaceFile(world.movie.id, found, {replaces: null, at: new Date()});
				await deps.downloads.move(item.id, 'ignored', {});
			}
		},
	});
	t.is((await deps.movies.get(world.movie.id)).file?.id, 'found');
	t.deepEqual(await filesBelow(world.library), [placed]);
});
