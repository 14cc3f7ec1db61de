import test from 'ava';
import type {JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import {Conflict, NotFound, Unavailable, Unclear, UpstreamFailed} from '#shared/errors.ts';
import type {SearchReleases} from '#shared/jobs/search.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {buildRelease} from '#test/helpers/build-release.ts';
import {serve} from '#test/helpers/serve.ts';
import {buildItem} from '#test/helpers/world/movie.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';

const judged: JudgedRelease = {
	release: buildRelease({
		guid: 'rel_AbCdEfGhIjKlMnOpQrStUvWxYz012345',
		title: 'The.Lamp.2024.1080p.WEB-DL.x265-NOBODY',
		downloadUrl: 'http://indexer.test/get?id=1&apikey=tell-nobody',
		indexerId: 'i1',
	}),
	judgement: {
		quality: 'WEBDL-1080p',
		qualityScore: 70,
		formatScore: 5,
		formatIds: [],
		parsedQuality: {source: 'webdl', resolution: 1080, modifier: 'none', version: 1, real: 0, repack: false},
		releaseGroup: 'NOBODY',
		edition: null,
		languages: ['english'],
		releaseTraits: null,
	},
	approved: false,
	temporarilyRejected: false,
	rejections: ['Release rejected'],
	wouldHaveWaited: [],
	rejectionDetails: [{reason: 'Release rejected', detail: 'too few seeders: 1 of 5', temporary: false}],
	mappedMovie: {id: 'm1', title: 'The Lamp', year: 2024},
	mappedSeries: null,
	mappedEpisode: null,
	episodeIds: [],
};

test('a search answers what the worker found, without the keys of indexers', async t => {
	const served = await serve(t);
	const asked: SearchReleases[] = [];
	await answerJobs(t, served, {
		searchReleases: async (payload, {releaseCache, now}, {id}) => {
			asked.push(payload);
			const indexerResults = [{indexerId: 'i1', indexerName: 'One', resultCount: 1, status: 'ok' as const, errorMessage: null}];
			await releaseCache.put(id, {releases: [judged], indexerResults, searchTime: now()});
			return {searchId: id, total: 1, duration: 12};
		},
	});
	const {id: movieId} = await addMovie(served);
	const {status, body} = await served.call(`GET /api/search?movieId=${movieId}&minSeeders=2&categories=2000,2040&limit=5000`);
	t.is(status, 200);
	t.like(body, {totalResults: 1, searchDuration: 12});
	t.regex(body.searchTime, /Z$/);
	t.deepEqual(body.indexerResults, [{indexerId: 'i1', indexerName: 'One', resultCount: 1, status: 'ok', errorMessage: null}]);
	t.like(body.releases[0], {
		guid: 'rel_AbCdEfGhIjKlMnOpQrStUvWxYz012345',
		downloadUrl: 'http://indexer.test',
		quality: {quality: 'WEBDL-1080p', resolution: '1080p', source: 'WEB', modifier: 'x265'},
		qualityScore: 70,
		customFormatScore: 5,
		approved: false,
		rejections: ['Release rejected'],
		rejectionDetails: [{reason: 'Release rejected', detail: 'too few seeders: 1 of 5', temporary: false}],
		mappedMovie: {id: 'm1', title: 'The Lamp', year: 2024},
		mappedSeries: null,
		language: 'english',
	});
	t.like(asked[0], {
		subject: {kind: 'movie', movie: {id: movieId}},
		minSeeders: 2,
		categories: [2000, 2040],
		limit: 1000,
		indexerIds: null,
	});
	await served.call('GET /api/search?query=lamp', {as: 'streaming'});
	t.like(asked[1], {subject: {kind: 'manual', query: 'lamp'}, limit: 100});
});

test('a search that is unclear is refused naming the parameter', async t => {
	const {call} = await serve(t);
	const faults: Record<string, string> = {
		'': 'query',
		'type=movie': 'movieId',
		'type=tv': 'seriesId',
		'type=book&query=x': 'type',
		[`type=tv&movieId=${unknownId}`]: 'type',
		[`type=movie&seriesId=${unknownId}`]: 'type',
		[`movieId=${unknownId}&seriesId=${unknownId}`]: 'seriesId',
		[`seriesId=${unknownId}&episodeNumber=1`]: 'seasonNumber',
		'seasonNumber=1': 'seriesId',
		'tvMetaId=5': 'type',
		'query=x&limit=ten': 'limit',
		'query=x&minSeeders=-1': 'minSeeders',
		'query=x&categories=a': 'categories',
		'query=x&indexers=nope': 'indexers',
		'query=': 'query',
	};
	for (const [query, path] of Object.entries(faults)) {
		const {status, body} = await call(`GET /api/search?${query}`);
		t.is(status, 400, query);
		t.is(body.errors[0].path, path, query);
	}
	t.is((await call('GET /api/search?query=x', {as: 'nobody'})).status, 401);
});

test('a search for a title that is not in the library is 404', async t => {
	const {call} = await serve(t);
	t.is((await call(`GET /api/search?movieId=${unknownId}`)).body.code, 'movie_not_found');
	t.is((await call('GET /api/search?movieId=nonsense')).status, 404);
	t.is((await call(`GET /api/search?seriesId=${unknownId}&seasonNumber=1`)).body.code, 'series_not_found');
});

test('a grab answers once the client has taken the release', async t => {
	const served = await serve(t);
	await answerJobs(t, served, {
		grabRelease: async ({byPerson}) => ({downloadId: byPerson ? 'd1' : 'd0', queueId: 'q1', title: judged.release.title}),
	});
	await served.deps.releaseCache.put('s1', {releases: [judged], indexerResults: [], searchTime: new Date()});
	const body = {guid: judged.release.guid, indexerId: 'i1'};
	const grabbed = await served.call('POST /api/download/grab', {body});
	t.is(grabbed.status, 201);
	t.like(grabbed.body, {success: true, downloadId: 'd1', queueId: 'q1', title: judged.release.title});
	t.is((await served.call('POST /api/download/grab', {body: {...body, guid: 'other'}})).body.code, 'release_expired');
	t.is((await served.call('POST /api/download/grab', {body: {...body, movieId: unknownId}})).body.code, 'movie_not_found');
	t.is((await served.call('POST /api/download/grab', {body: {...body, seriesId: unknownId}})).status, 404);
	t.is((await served.call('POST /api/download/grab', {body: {indexerId: 7}})).body.errors.length, 2);
	t.is((await served.call('POST /api/download/grab', {body, as: 'streaming'})).status, 403);
	t.is((await served.call('POST /api/download/grab', {body, as: 'nobody'})).status, 401);
});

test('a grab that fails says why', async t => {
	const served = await serve(t);
	const failures = [
		new Conflict('release_already_grabbed', 'grabbed already'),
		new UpstreamFailed('upstream_failed', 'the client is down'),
		new NotFound('release_gone', 'the indexer has it no more'),
		new Unclear('grab_unclear', 'the client did not say'),
		new Unavailable('no_answer_in_time', 'nobody answered'),
	];
	await answerJobs(t, served, {grabRelease: async () => Promise.reject(failures.shift())});
	await served.deps.releaseCache.put('s1', {releases: [judged], indexerResults: [], searchTime: new Date()});
	for (const [status, code] of [
		[409, 'release_already_grabbed'],
		[502, 'upstream_failed'],
		[404, 'release_gone'],
		[504, 'grab_unclear'],
		[503, 'unavailable'],
	]) {
		const {body} = await served.call('POST /api/download/grab', {body: {guid: judged.release.guid, indexerId: 'i1'}});
		t.like(body, {status, code});
	}
});

for (const [outcome, downloadId] of [
	['takes longer than its caller waits', null],
	['is done but whose answer was lost', 'd1'],
] as const) {
	test(`a grab that ${outcome} is reported as unclear while its item is in the queue`, async t => {
		const served = await serve(t);
		await answerJobs(t, served, {
			async grabRelease() {
				const {guid, indexerId} = judged.release;
				await served.deps.downloads.add(buildItem({guid, indexerId, state: 'downloading', downloadId}));
				throw new Unavailable('no_answer_in_time', 'nobody answered');
			},
		});
		await served.deps.releaseCache.put('s1', {releases: [judged], indexerResults: [], searchTime: new Date()});
		const {body} = await served.call('POST /api/download/grab', {body: {guid: judged.release.guid, indexerId: 'i1'}});
		t.like(body, {status: 504, code: 'grab_unclear'});
	});
}

test('a caller has three searches at a time, and others have theirs', async t => {
	const served = await serve(t, {http: {searchesPerMinute: 5}});
	const {call} = served;
	const release = Promise.withResolvers<void>();
	await answerJobs(t, served, {
		searchReleases: async () => {
			await release.promise;
			throw new UpstreamFailed('all_indexers_failed', 'No indexer answered.');
		},
	});
	const search = (as: 'admin' | 'streaming' | 'user') => call('GET /api/search?query=lamp', {as});
	const own = [search('streaming'), search('streaming'), search('streaming'), search('streaming')];
	const refused = await Promise.race(own);
	t.like(refused.body, {status: 429, code: 'too_many_requests'});
	t.is(refused.headers.get('retry-after'), '5');
	const other = search('user');
	release.resolve();
	const statuses = (await Promise.all([...own, other])).map(({status}) => status);
	t.deepEqual(statuses.sort(), [429, 502, 502, 502, 502]);
	t.deepEqual(
		[(await search('streaming')).status, (await search('streaming')).status, (await search('streaming')).status],
		[502, 502, 429],
	);
});
