import test from 'ava';
import {addMovie, buildMediaFile} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {serve} from '#test/helpers/serve.ts';
import {computeStatistics} from '#workers/tasks/statistics.ts';

test('statistics count titles, episodes and files by what they have in common', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	const {id: rootFolderId} = await deps.rootFolders.add({name: 'Films', path: served.directory}, deps.now());
	const ofLibrary = {name: 'Films', type: 'movies' as const, rootFolderId, qualityProfileId: 'none', languageProfileId: 'none'};
	const library = await deps.libraries.add({...ofLibrary, enabled: true, monitored: true, backfillEnabled: false}, deps.now());
	const first = await call('GET /api/statistics');
	t.is(first.status, 202);
	t.is(first.body.taskId, null, 'a look queues nothing');
	t.is((await deps.taskHistory.active('statistics')).length, 0);
	const asked = await call(`GET /api/statistics?libraryId=${library.id}`);
	t.is(asked.status, 202);
	t.is((await call(`GET /api/statistics?libraryId=${library.id}`)).body.taskId, asked.body.taskId, 'it is computed once');
	t.is((await call('GET /api/statistics')).body.taskId, asked.body.taskId);

	const own = await addMovie(served, {year: 1994}, {libraryId: library.id});
	await addMovie(served, {metaId: 2, year: null}, {monitored: false});
	await deps.movies.replaceFile(own.id, buildMediaFile({size: 700}), {replaces: null, at: deps.now()});
	const series = await deps.series.add(buildSeriesDetails(), buildNewSeries(), deps.now());
	const [one, two] = await deps.episodes.ofSeason(series.id, 1);
	const both = [one?.id ?? '', two?.id ?? ''];
	await deps.episodes.recordFiles(
		series.id,
		[{episodeIds: both, file: buildMediaFile({size: 50, mediaInfo: null}), replaces: []}],
		deps.now(),
	);
	await deps.tags.take(['kids'], deps.now());
	await deps.movies.change(own.id, {tagChange: {add: ['kids']}}, deps.now());
	t.is((await call('GET /api/statistics?tag=Kids')).status, 202);
	const run = {signal: new AbortController().signal} as never;
	t.deepEqual(await computeStatistics(run, deps), {itemsProcessed: 3, itemsAffected: 4});

	const {body} = await call('GET /api/statistics?type=movie');
	t.like(body, {type: 'movie', libraryId: null});
	t.like(body.figures, {titles: {all: 2, monitored: 1, complete: 1, missing: 0}, episodes: null, files: 1, bytes: 700});
	t.deepEqual(body.figures.groups.resolution, [{key: '1080p', count: 1, bytes: 700}]);
	t.deepEqual(body.figures.groups.dynamicRange, [{key: 'SDR', count: 1, bytes: 700}]);
	t.deepEqual(body.figures.groups.library, [
		{key: library.id, count: 1, bytes: 700},
		{key: null, count: 1, bytes: 0},
	]);
	t.deepEqual(body.figures.groups.tag, [
		{key: 'kids', count: 1, bytes: 700},
		{key: null, count: 1, bytes: 0},
	]);
	t.deepEqual(body.figures.addedPerMonth, [{month: deps.now().toISOString().slice(0, 7), titles: 2}]);
	const ofLibraryOnly = await call(`GET /api/statistics?libraryId=${library.id}`);
	t.deepEqual(ofLibraryOnly.body.figures.groups.decade, [{key: '1990s', count: 1, bytes: 0}]);

	const ofTag = await call('GET /api/statistics?tag=Kids');
	t.like(ofTag.body, {type: 'movie', libraryId: null, tag: 'kids'});
	t.like(ofTag.body.figures, {titles: {all: 1}, files: 1, bytes: 700});
	const kidsOfLibrary = await call(`GET /api/statistics?tag=kids&libraryId=${library.id}`);
	t.is(kidsOfLibrary.status, 202);
	t.truthy(kidsOfLibrary.body.taskId);

	const shows = (await call('GET /api/statistics?type=series')).body.figures;
	t.like(shows, {files: 1, bytes: 50, episodes: {all: 4, withFile: 2}});
	t.deepEqual(shows.groups.status, [{key: 'continuing', count: 1, bytes: 0}]);
	t.deepEqual(shows.groups.resolution, [{key: null, count: 1, bytes: 50}]);
});

test('statistics of an unknown library are not found, and those of a deleted one go', async t => {
	const {call, deps} = await serve(t);
	t.is((await call('GET /api/statistics?libraryId=5b0f1c52-6a3c-4c0d-9d3e-0f3f6c1b7a10')).status, 404);
	t.is((await call('GET /api/statistics?type=music')).status, 400);
	t.is((await call('GET /api/statistics?tag=nobody')).status, 404);
	t.is((await deps.taskHistory.active('statistics')).length, 0, 'what cannot be computed queues nothing');
	t.is((await call('GET /api/statistics', {as: 'nobody'})).status, 401);
	const figures = {} as never;
	await deps.statistics.replaceAll([{type: 'movie', libraryId: 'gone', tag: null, asOf: deps.now(), figures}]);
	await deps.statistics.replaceAll([{type: 'movie', libraryId: null, tag: null, asOf: deps.now(), figures}]);
	t.is(await deps.statistics.find({type: 'movie', libraryId: 'gone', tag: null}), null);
});

test('only the filters that somebody has asked for lately are computed, and not all of them', async t => {
	const {deps} = await serve(t);
	const at = (day: number) => new Date(Date.UTC(2026, 0, day));
	for (let index = 0; index < 55; index += 1) {
		await deps.statistics.ask({type: 'movie', libraryId: null, tag: `t${index}`}, at(index < 3 ? 1 : 30));
	}
	const asked = await deps.statistics.asked(at(32));
	t.is(asked.length, 50);
	t.false(asked.some(({tag}) => ['t0', 't1', 't2'].includes(tag ?? '')));
	await deps.statistics.replaceAll([{type: 'movie', libraryId: null, tag: 't9', asOf: at(32), figures: {} as never}]);
	t.deepEqual(await deps.statistics.asked(at(33)), [{type: 'movie', libraryId: null, tag: 't9'}]);
});
