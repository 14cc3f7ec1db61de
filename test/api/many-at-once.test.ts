import test from 'ava';
import {addMovie} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {serve} from '#test/helpers/serve.ts';

const entryOf = (title: string) => ({
	title,
	guid: title,
	infoHash: null,
	indexer: 'Attic',
	indexerId: 'attic',
	protocol: 'torrent' as const,
	size: 1000,
	reason: 'It failed.',
	movieId: null,
	seriesId: null,
	episodeIds: [],
});

test('many releases are removed from the blocklist at once, by administrators', async t => {
	const {call, deps} = await serve(t);
	for (const title of ['One', 'Two', 'Three']) {
		await deps.blocklist.addNew({...entryOf(title), addedAt: deps.now()});
	}
	const {body} = await call('GET /api/blocklist');
	const ids = body.blocklist.filter(({title}: {title: string}) => title !== 'Two').map(({id}: {id: string}) => id);
	t.is((await call('POST /api/blocklist/bulk-delete', {as: 'user', body: {ids}})).status, 403);
	t.like((await call('POST /api/blocklist/bulk-delete', {body: {ids: [...ids, ids[0], 'gone']}})).body, {success: true, removedCount: 2});
	const {body: left} = await call('GET /api/blocklist');
	t.deepEqual(
		left.blocklist.map(({title}: {title: string}) => title),
		['Two'],
	);
	t.is((await call('POST /api/blocklist/bulk-delete', {body: {ids: []}})).status, 400);
});

test('many grabs are marked as failed at once, and what is none is reported', async t => {
	const world = await serve(t);
	const {call, deps} = world;
	const {id: movieId} = await addMovie(world);
	const usual = {movieId, seriesId: null, episodeIds: [], quality: 'WEBDL-1080p', qualityScore: 1, indexer: 'Attic'};
	for (const [index, event] of (['grabbed', 'grabbed', 'imported'] as const).entries()) {
		const data = {guid: `guid-${index}`, indexerId: 'attic', size: 1000, protocol: 'torrent'};
		const rest = {downloadClient: 'Client', downloadId: null, data, timestamp: deps.now()};
		await deps.history.add({...usual, ...rest, event, title: `Release.${index}`});
	}
	const {body} = await call('GET /api/history');
	const ids = body.history.map(({id}: {id: string}) => id);
	const {body: outcome} = await call('POST /api/history/bulk-failed', {body: {ids: [...ids, 'gone']}});
	t.like(outcome, {success: false, updatedCount: 2, failedCount: 2});
	t.is((await deps.blocklist.page({page: 1, limit: 10})).total, 2);
	t.is((await call('GET /api/history?event=downloadFailed')).body.history.length, 2);
	t.is((await call('POST /api/history/bulk-failed', {as: 'user', body: {ids}})).status, 403);
});

test('many episodes are searched at once, those of a series together', async t => {
	const {call, deps} = await serve(t);
	const shows = [];
	for (const metaId of [1, 2]) {
		const details = buildSeriesDetails({metaId, title: `Show ${metaId}`, seasons: [buildSeason(1, ['2026-02-01', '2026-02-08'])]});
		shows.push(await deps.series.add(details, buildNewSeries({path: `/series/${metaId}`}), deps.now()));
	}
	const episodes = (await Promise.all(shows.map(({id}) => deps.episodes.ofSeries(id)))).flat();
	const ids = episodes.map(({id}) => id);
	const {body} = await call('POST /api/library/episodes/bulk-search', {as: 'user', body: {ids: [...ids, 'gone'], searchType: 'missing'}});
	t.like(body, {success: false, updatedCount: 4, failedCount: 1, failures: [{id: 'gone'}]});
	const promised = (await deps.outbox.list(20)).filter(({job}) => job === 'search-episodes');
	t.is(promised.length, 2);
	const payloads = promised.map(({payload}) => payload as {seriesId: string; episodeIds: string[]; byPerson?: boolean});
	t.deepEqual(payloads.flatMap(({episodeIds}) => episodeIds).toSorted(), ids.toSorted());
	t.true(payloads.every(({byPerson}) => byPerson === true));
});
