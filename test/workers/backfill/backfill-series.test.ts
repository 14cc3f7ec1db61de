import {rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {createWorld, type World} from '#test/helpers/world.ts';

const aired = (number: number) => ({number, title: `Chapter ${number}`, airDate: `2015-01-0${number}`});
const series = [
	{id: 21, title: 'Harbour Watch', tvMetaId: 9021, firstAirDate: '2015-01-01', seasons: [{number: 1, episodes: [1, 2, 3].map(aired)}]},
	{id: 22, title: 'Salt Road', tvMetaId: 9022, firstAirDate: '2016-01-01', seasons: [{number: 2, episodes: [1, 2].map(aired)}]},
];

async function files({deps, library}: World<'library' | 'titles'>, metaId: number): Promise<Record<string, string | null>> {
	const found = await deps.series.findOldest(metaId);
	const episodes = found ? await deps.episodes.ofSeries(found.id) : [];
	return Object.fromEntries(
		episodes.map(({seasonNumber, episodeNumber, file}) => [
			`${seasonNumber}x${episodeNumber}`,
			file ? file.path.slice(library.length + 1) : null,
		]),
	);
}

test('series are found by their folders, with all their episodes, and counted', async t => {
	const world = await createWorld(t, {titles: {series}, library: {type: 'tv'}});
	await world.write(
		'Harbour Watch (2015)/Season 1/Harbour.Watch.S01E01.720p.HDTV-NOBODY.mkv',
		'Harbour Watch (2015)/Season 1/hw.s01e02-e03.mkv',
		'Harbour Watch (2015)/Season 1/Harbour.Watch.S01E09.mkv',
		'Saltroad {tvdb-9022}/Season 2/02 - Chapter.mkv',
	);
	t.like(await world.backfill(), {status: 'completed', itemsProcessed: 4, itemsAffected: 3});
	t.deepEqual(await files(world, 21), {
		'1x1': 'Harbour Watch (2015)/Season 1/Harbour.Watch.S01E01.720p.HDTV-NOBODY.mkv',
		'1x2': 'Harbour Watch (2015)/Season 1/hw.s01e02-e03.mkv',
		'1x3': 'Harbour Watch (2015)/Season 1/hw.s01e02-e03.mkv',
	});
	t.deepEqual(await files(world, 22), {'2x1': null, '2x2': 'Saltroad {tvdb-9022}/Season 2/02 - Chapter.mkv'});
	const watch = await world.deps.series.findOldest(21);
	t.like(watch, {libraryId: world.record.id, path: join(world.library, 'Harbour Watch (2015)'), episodeFileCount: 3, monitored: false});
	t.deepEqual(await world.unmatched(), {'Harbour Watch (2015)/Season 1/Harbour.Watch.S01E09.mkv': 'no_episode'});
});

test('a second run of a series library changes nothing', async t => {
	const world = await createWorld(t, {titles: {series}, library: {type: 'tv'}});
	await world.write(
		'Harbour Watch (2015)/Season 1/Harbour.Watch.S01E01.720p.mkv',
		'Harbour Watch (2015)/Season 1/Harbour.Watch.S01E01.1080p.mkv',
	);
	await world.backfill();
	const [before, unmatched, asked] = [await files(world, 21), await world.unmatched(), world.tmdb.requests.length];
	t.is(before['1x1'], 'Harbour Watch (2015)/Season 1/Harbour.Watch.S01E01.1080p.mkv');
	t.deepEqual(unmatched, {'Harbour Watch (2015)/Season 1/Harbour.Watch.S01E01.720p.mkv': 'duplicate'});
	t.like(await world.backfill(), {status: 'completed', itemsAffected: 0});
	t.deepEqual(await files(world, 21), before);
	t.deepEqual(await world.unmatched(), unmatched);
	t.is(world.tmdb.requests.length, asked);
});

test('a vanished episode loses its file, and the other copy of it comes in its place', async t => {
	const world = await createWorld(t, {titles: {series}, library: {type: 'tv'}});
	const [good, poor, other] = ['1080p', '720p', '02'].map(
		part => `Harbour Watch (2015)/Season 1/Harbour.Watch.S01E0${part === '02' ? '2' : '1'}.${part}.mkv`,
	);
	await world.write(good ?? '', poor ?? '', other ?? '');
	await world.backfill();
	await rm(join(world.library, good ?? ''));
	await rm(join(world.library, other ?? ''));
	await world.backfill();
	await world.backfill();
	t.deepEqual(await files(world, 21), {'1x1': poor ?? null, '1x2': null, '1x3': null});
	t.is((await world.deps.series.findOldest(21))?.episodeFileCount, 1);
});

test('an excluded title is not added', async t => {
	const world = await createWorld(t, {titles: {series}, library: {type: 'tv'}});
	await world.deps.importExclusions.add({type: 'series', metaId: 21, title: 'Harbour Watch', year: 2015, libraryId: null}, new Date());
	await world.write('Harbour Watch (2015)/Harbour.Watch.S01E01.mkv');
	await world.backfill();
	t.deepEqual(await world.unmatched(), {'Harbour Watch (2015)/Harbour.Watch.S01E01.mkv': 'excluded'});
	t.is(await world.deps.series.findOldest(21), null);
});

test('another copy of a vanished episode comes in its place though the series has other files, and a changed file is recorded again', async t => {
	const world = await createWorld(t, {titles: {series}, library: {type: 'tv'}});
	const [good, poor, other] = ['S01E01.1080p', 'S01E01.720p', 'S01E02-E03'].map(
		part => `Harbour Watch (2015)/Season 1/Harbour.Watch.${part}.mkv`,
	);
	await world.write(good ?? '', poor ?? '', other ?? '');
	await world.backfill();
	t.deepEqual(await files(world, 21), {'1x1': good ?? null, '1x2': other ?? null, '1x3': other ?? null});
	await rm(join(world.library, good ?? ''));
	await writeFile(join(world.library, other ?? ''), 'another content, which is longer than the first one was, by some letters');
	await world.backfill();
	t.deepEqual(await files(world, 21), {'1x1': poor ?? null, '1x2': other ?? null, '1x3': other ?? null});
	const found = await world.deps.series.findOldest(21);
	const sizes = (await world.deps.episodes.ofSeries(found?.id ?? '')).map(({file}) => file?.size);
	t.deepEqual(sizes.slice(1), [72, 72]);
	t.deepEqual(await world.unmatched(), {});
	t.like(await world.backfill(), {itemsAffected: 0});
});
