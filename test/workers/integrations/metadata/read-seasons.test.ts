import test, {type ExecutionContext} from 'ava';
import {TooMany} from '#shared/errors.ts';
import {type FakeSeries, type FakeTmdbOptions, fakeTmdb} from '#test/helpers/fake-tmdb.ts';
import {memoryCache} from '#test/helpers/memory-cache.ts';
import {longSignal} from '#test/helpers/until.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {createTmdb} from '#workers/integrations/metadata/create-tmdb.ts';

async function setUp(t: ExecutionContext, seasons: FakeSeries['seasons'], options: FakeTmdbOptions = {}) {
	const fake = await fakeTmdb(t, {series: [{id: 9, title: 'Salt Clock', seasons}], ...options});
	const pauses: number[] = [];
	const tmdb = createTmdb({
		baseUrl: fake.url,
		apiKey: 'v3key',
		language: 'en',
		certificationCountry: 'DE',
		http: withHttp(t),
		cache: memoryCache(),
		now: () => new Date('2026-03-01T00:00:00Z'),
		pause: async milliseconds => void pauses.push(milliseconds),
	});
	const numbers = async () => {
		const {seasons: reported} = await tmdb.series(9, longSignal());
		return reported.map(({seasonNumber, episodes}) => [seasonNumber, episodes.map(({episodeNumber}) => episodeNumber)]);
	};
	return {fake, tmdb, numbers, pauses};
}

test('a server that appends no seasons is asked for each', async t => {
	const answer = (url: URL) => {
		url.searchParams.delete('append_to_response');
		const number = Number(/season\/(\d+)$/.exec(url.pathname)?.[1] ?? Number.NaN);
		if (Number.isNaN(number)) {
			return null;
		}
		return number === 3
			? {status: 404, body: '{"status_code":34}'}
			: {body: JSON.stringify({season_number: number, episodes: [{id: number, episode_number: 1}]})};
	};
	const {fake, numbers} = await setUp(
		t,
		[
			{number: 1, episodes: [{number: 1}]},
			{number: 2, episodes: []},
			{number: 3, episodes: [{number: 1}]},
			{number: 4, episodes: [{number: 1}]},
		],
		{answer},
	);
	t.deepEqual(await numbers(), [
		[1, [1]],
		[2, []],
		[3, []],
		[4, [1]],
	]);
	t.deepEqual(fake.requests.map(({pathname}) => pathname).slice(2), ['/3/tv/9/season/1', '/3/tv/9/season/3', '/3/tv/9/season/4']);
});

test('a season or an episode that is listed twice is one', async t => {
	const twice = {number: 1, episodes: [{number: 2}, {number: 1, title: 'First'}, {number: 1, title: 'Again'}]};
	const {tmdb, numbers} = await setUp(t, [twice, twice]);
	t.deepEqual(await numbers(), [[1, [1, 2]]]);
	const {seasons} = await tmdb.series(9, longSignal());
	t.is(seasons[0]?.episodes[0]?.title, 'First');
	t.deepEqual(
		seasons[0]?.episodes.map(({absoluteEpisodeNumber}) => absoluteEpisodeNumber),
		[1, 2],
	);
});

test('a short wait that the provider wishes is kept, a few times', async t => {
	const limit = {status: 429, headers: {'Retry-After': '2'}, body: '{"status_code":25}'};
	const answers = [limit, limit];
	const {pauses, numbers} = await setUp(t, [{number: 1, episodes: [{number: 1}]}], {answer: () => answers.pop() ?? null});
	t.deepEqual(await numbers(), [[1, [1]]]);
	t.deepEqual(pauses, [2000, 2000]);
	const other = await setUp(t, [], {answer: () => limit});
	await t.throwsAsync(other.numbers(), {instanceOf: TooMany});
	t.is(other.fake.requests.length, 3);
});

test('what is no day is no air date', async t => {
	const {tmdb} = await setUp(t, [
		{number: 1, episodes: ['0000-00-00', '2020-13-01', 'soon', '2020-02-29'].map((airDate, at) => ({number: at, airDate}))},
	]);
	const {seasons} = await tmdb.series(9, longSignal());
	t.deepEqual(
		seasons[0]?.episodes.map(({airDate}) => airDate),
		[null, null, null, '2020-02-29'],
	);
});
