import {join} from 'node:path';
import test from 'ava';
import {buildMatroska} from '#test/helpers/build-matroska.ts';
import {buildMediaFile, filesBelow, writeAt} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleDeleteEpisodeFiles} from '#workers/import/delete-title-files.ts';
import {handleImportDownload, runImport} from '#workers/import/import-download.ts';

const pack = 'Paper.Lanterns.S01.1080p.WEB-DL.x265-NOBODY';
const folder = 'Paper Lanterns (2024)';
const nameOf = (number: number) => `${folder}/Season 01/Paper Lanterns - S01E0${number} - Chapter ${number} [WEBDL-1080p].mkv`;

test('a season pack is imported file by file, each with its own subtitle', async t => {
	const world = await createWorld(t, {series: {}});
	const {deps, library, downloads, series} = world;
	for (const number of [1, 2, 3]) {
		await writeAt(join(downloads, pack, `Paper.Lanterns.S01E0${number}.mkv`), buildMatroska({size: 50_000 + number}));
	}
	await writeAt(join(downloads, pack, 'Paper.Lanterns.S01E02.en.srt'), 'text');
	await writeAt(join(downloads, pack, 'Sample/paper.lanterns.sample.mkv'), buildMatroska());
	const item = await world.addItem([1, 2, 3], {title: pack, outputPath: join(downloads, pack)});

	await handleImportDownload({queueItemId: item.id}, deps, world.run());

	t.deepEqual(await filesBelow(library), [nameOf(1), nameOf(2).replace('.mkv', '.en.srt'), nameOf(2), nameOf(3)].sort());
	t.like(await deps.downloads.get(item.id), {state: 'imported', import: {journal: null}});
	const stored = await deps.series.get(series.id);
	t.like(stored, {episodeFileCount: 3, episodeCount: 3, downloaded: true});
	t.like((await world.episode(1, 2)).file, {path: join(library, nameOf(2)), size: 50_002, quality: 'WEBDL-1080p', releaseTitle: pack});
	const {entries} = await deps.history.page({page: 1, limit: 10});
	t.deepEqual(
		entries.map(({event, episodeIds}) => [event, episodeIds.length]),
		[
			['imported', 1],
			['imported', 1],
			['imported', 1],
		],
	);
});

test('a file of two episodes is one file with both numbers in its name', async t => {
	const world = await createWorld(t, {series: {choice: {seasonFolder: false}}});
	const title = 'Paper.Lanterns.S01E01E02.1080p.WEB-DL.x265-NOBODY';
	const item = await world.addItem([1, 2], {title, outputPath: await writeAt(join(world.downloads, `${title}.mkv`))});

	await handleImportDownload({queueItemId: item.id}, world.deps, world.run());

	t.deepEqual(await filesBelow(world.library), [`${folder}/Paper Lanterns - S01E01-E02 - Chapter 1 + Chapter 2 [WEBDL-1080p].mkv`]);
	const [first, second] = [await world.episode(1, 1), await world.episode(1, 2)];
	t.truthy(first.file);
	t.is(first.file?.id, second.file?.id);
	t.is((await world.deps.series.get(world.series.id)).episodeFileCount, 2);
});

test('a better file replaces the present one, and a worse part of a pack stays out', async t => {
	const world = await createWorld(t, {series: {}});
	const {deps, library, downloads, series} = world;
	const old = await writeAt(join(library, folder, 'Season 01/old.mkv'), 'old');
	const best = await writeAt(join(library, folder, 'Season 01/best.mkv'), 'best');
	const record = async (number: number, file: Parameters<typeof buildMediaFile>[0]) =>
		deps.episodes.recordFile(
			{seriesId: series.id, episodeIds: [(await world.episode(1, number)).id], file: buildMediaFile(file), replaces: []},
			new Date(),
		);
	await record(1, {id: 'old', path: old});
	await record(2, {id: 'best', path: best, quality: 'Bluray-1080p', qualityScore: 80});
	await writeAt(join(downloads, pack, 'Paper.Lanterns.S01E01.mkv'));
	await writeAt(join(downloads, pack, 'Paper.Lanterns.S01E02.mkv'));
	const item = await world.addItem([1, 2], {title: pack, outputPath: join(downloads, pack)});

	await handleImportDownload({queueItemId: item.id}, deps, world.run());

	t.deepEqual(await filesBelow(library), [nameOf(1), `${folder}/Season 01/best.mkv`].sort());
	t.is((await world.episode(1, 2)).file?.id, 'best');
	t.is((await deps.downloads.get(item.id)).state, 'imported');
});

test('a download that holds no episode of its series waits with the reason, and so does one whose series is gone', async t => {
	const world = await createWorld(t, {series: {}});
	const {deps, downloads, series} = world;
	await writeAt(join(downloads, pack, 'Other.Show.S05E09.mkv'));
	await writeAt(join(downloads, pack, 'Other.Show.S05E10.mkv'));
	const item = await world.addItem([1], {title: pack, outputPath: join(downloads, pack)});
	await handleImportDownload({queueItemId: item.id}, deps, world.run());
	const waiting = await deps.downloads.get(item.id);
	t.like(waiting, {state: 'importPending', health: 'warning'});
	t.is(waiting.statusMessages.length, 2);

	await deps.series.remove(series.id);
	await deps.downloads.change(item.id, {retryAt: null});
	await handleImportDownload({queueItemId: item.id}, deps, world.run());
	t.regex((await deps.downloads.get(item.id)).statusMessages[0]?.messages[0] ?? '', /no longer in the library/);
	t.deepEqual(await filesBelow(world.library), []);
});

test('a pack whose import broke off after the first file goes on with the second', async t => {
	const world = await createWorld(t, {series: {}});
	const {deps, library, downloads} = world;
	for (const number of [1, 2]) {
		await writeAt(join(downloads, pack, `Paper.Lanterns.S01E0${number}.mkv`), buildMatroska({size: 50_000 + number}));
	}
	const item = await world.addItem([1, 2], {title: pack, outputPath: join(downloads, pack)});
	let placed = 0;
	const beforeStep = async (step: string) => {
		placed += Number(step === 'place');
		if (placed === 2) {
			throw new Error('The power went out.');
		}
	};
	await t.throwsAsync(runImport({queueItemId: item.id}, deps, {run: world.run(), beforeStep}), {message: /power/});
	t.deepEqual(await filesBelow(library), [nameOf(1)]);
	t.is((await deps.series.get(world.series.id)).episodeFileCount, 1);

	await handleImportDownload({queueItemId: item.id}, deps, world.run());

	t.deepEqual(await filesBelow(library), [nameOf(1), nameOf(2)]);
	t.is((await deps.series.get(world.series.id)).episodeFileCount, 2);
	t.is((await deps.downloads.get(item.id)).state, 'imported');
	t.is((await deps.history.page({page: 1, limit: 10, event: 'imported'})).total, 2);
});

test('deleting removes files of the series folder only, and empties it', async t => {
	const world = await createWorld(t, {series: {}});
	const {deps, library, series} = world;
	const inside = await writeAt(join(library, nameOf(1)), 'x');
	await writeAt(join(library, nameOf(1).replace('.mkv', '.srt')), 'x');
	const outside = await writeAt(join(library, 'Another (2001)/film.mkv'), 'x');
	const payload = {seriesId: series.id, title: series.title, folder: series.path, paths: [inside, outside]};

	const {removed, left} = await handleDeleteEpisodeFiles(payload, deps, world.run());
	await handleDeleteEpisodeFiles(payload, deps, world.run());

	t.is(removed.length, 2);
	t.deepEqual(left, [{path: outside, reason: 'it lies outside the folder of its series'}]);
	t.deepEqual(await filesBelow(library), ['Another (2001)/film.mkv']);
	t.is((await deps.history.page({page: 1, limit: 10})).total, 1);
});

test('a file that another series has by now is not removed', async t => {
	const world = await createWorld(t, {series: {}});
	const {deps, library, series} = world;
	const path = await writeAt(join(library, nameOf(1)), 'x');
	await deps.episodes.recordFile(
		{seriesId: series.id, episodeIds: [(await world.episode(1, 1)).id], file: buildMediaFile({path}), replaces: []},
		new Date(),
	);
	const payload = {seriesId: 'gone', title: series.title, folder: series.path, paths: [path]};
	t.like(await handleDeleteEpisodeFiles(payload, deps, world.run()), {removed: []});
	t.deepEqual(await filesBelow(library), [nameOf(1)]);
});
