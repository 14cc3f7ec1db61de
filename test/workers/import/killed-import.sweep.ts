import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {toManualItem} from '#shared/store/downloads/manual-item.ts';
import {buildMediaFile, endClaim, filesBelow, movieDetails, release, writeAt} from '#test/helpers/world/movie.ts';
import {createWorld, type World} from '#test/helpers/world.ts';
import {handleImportDownload} from '#workers/import/import-download.ts';
import {type ImportStep, importSteps} from '#workers/import/place-planned.ts';

const script = fileURLToPath(new URL('../../fixtures/import-killed.ts', import.meta.url));
const placed = 'The Quiet Harbour (2019)/The Quiet Harbour (2019) [WEBDL-1080p]-NOBODY.mkv';

/** Runs the import in a process of its own that is killed before `step`; answers the signal that ended it. */
async function importAndDie(world: World<'movie'>, itemId: string, step: string): Promise<string | null> {
	const {mongodbUri, redisUrl, deps} = world;
	const child = spawn(process.execPath, [script, mongodbUri, redisUrl, deps.prefix, itemId, step], {stdio: 'inherit'});
	const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
	return signal;
}

interface Fresh {
	world: World<'movie'>;
	mode: 'hardlink' | 'copy' | 'move';
	step: ImportStep;
}

/** The movie has an old file again, and a better one has been downloaded. */
async function downloadAgain({world, mode, step}: Fresh) {
	const {deps, library, movie, downloads} = world;
	await rm(join(library, 'The Quiet Harbour (2019)'), {recursive: true, force: true});
	const old = await writeAt(join(library, 'Old Folder/The Quiet Harbour.mkv'), 'old');
	await deps.movies.setFile(movie.id, buildMediaFile({id: `${mode}-${step}`, path: old}), new Date());
	const folder = join(downloads, step, release);
	const source = await writeAt(join(folder, 'film.mkv'));
	await writeAt(join(folder, 'film.srt'), 'words');
	const item = await world.addItem({outputPath: folder, removable: true});
	return {item, folder, size: (await stat(source)).size};
}

async function sizeOf(path: string): Promise<number | null> {
	return (await stat(path).catch(() => null))?.size ?? null;
}

const endsWell = test.macro({
	title: (_, mode: string) =>
		`an import in mode ${mode} that is killed before any of its steps leaves nothing half done, and the next run finishes it`,
	async exec(t, mode: Fresh['mode'], steps: readonly ImportStep[]) {
		const world = await createWorld(t, {movie: {}});
		const {deps, library, movie} = world;
		await deps.settings.set('media.importMode', mode, new Date());
		for (const [index, step] of steps.entries()) {
			const {item, folder, size} = await downloadAgain({world, mode, step});

			t.is(await importAndDie(world, item.id, step), 'SIGKILL', step);
			t.true([null, size].includes(await sizeOf(join(library, placed))), step);
			t.is((await deps.downloads.get(item.id)).state, 'importing', step);
			await endClaim(deps, item.id);
			await handleImportDownload({queueItemId: item.id}, deps, world.run());

			t.deepEqual(await filesBelow(library), [placed, placed.replace('.mkv', '.srt')], step);
			t.deepEqual(
				await filesBelow(join(folder, '..')).catch(() => []),
				mode === 'move' ? [] : [`${release}/film.mkv`, `${release}/film.srt`],
				step,
			);
			t.like((await deps.movies.get(movie.id)).file, {path: join(library, placed), size}, step);
			t.is((await deps.downloads.get(item.id)).state, 'imported', step);
			const {entries} = await deps.history.page({page: 1, limit: 100});
			t.is(entries.filter(({event}) => event === 'imported').length, index + 1, step);
			t.is(entries.filter(({event}) => event === 'fileDeleted').length, index + 1, step);
		}
	},
});

test(endsWell, 'copy', importSteps);
test(endsWell, 'hardlink', importSteps);
test(endsWell, 'move', importSteps);

test('a file that a person moves to another title is in one place after a kill before any step, and with one title', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, library, movie} = world;
	const other = await world.addMovie({...movieDetails, metaId: 4712, title: 'The Loud Harbour'});
	for (const step of importSteps) {
		await rm(join(library, 'The Quiet Harbour (2019)'), {recursive: true, force: true});
		await deps.movies.setFile(movie.id, null, new Date());
		const path = await writeAt(join(library, 'The Loud Harbour (2019)/film.mkv'));
		await writeAt(join(library, 'The Loud Harbour (2019)/film.en.srt'), 'words');
		await deps.movies.setFile(other.id, buildMediaFile({id: step, path}), new Date());
		const choice = {path, within: library, movieId: movie.id, seriesId: null, episodeIds: [], languages: null, releaseGroup: null};
		const item = await deps.downloads.add(toManualItem({...choice, quality: 'SDTV', mode: 'move'}, deps.now()));
		t.is(await importAndDie(world, item.id, step), 'SIGKILL', step);
		await endClaim(deps, item.id);
		await handleImportDownload({queueItemId: item.id}, deps, world.run());
		t.is((await deps.downloads.get(item.id)).state, 'imported', step);
		const name = 'The Quiet Harbour (2019)/The Quiet Harbour (2019) [SDTV]';
		t.deepEqual(await filesBelow(library), [`${name}.en.srt`, `${name}.mkv`], step);
		t.is((await deps.movies.get(movie.id)).file?.path, join(library, `${name}.mkv`), step);
		t.is((await deps.movies.get(other.id)).file, null, step);
		await deps.downloads.remove(item.id);
	}
});
