import test from 'ava';
import {Cancelled, Invalid, NotFound, TooMany, Unavailable, UpstreamFailed} from '#shared/errors.ts';
import {type FakeTmdb, fakeTmdb} from '#test/helpers/fake-tmdb.ts';
import {memoryCache} from '#test/helpers/memory-cache.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import type {TmdbOptions} from '#workers/integrations/metadata/ask-tmdb.ts';
import {createTmdb} from '#workers/integrations/metadata/create-tmdb.ts';

const {signal} = new AbortController();

function open(t: Parameters<typeof fakeTmdb>[0], {url}: Pick<FakeTmdb, 'url'>, overrides: Partial<TmdbOptions> = {}) {
	return createTmdb({
		baseUrl: url,
		apiKey: 'v3key',
		language: 'en',
		certificationCountry: 'DE',
		http: withHttp(t),
		cache: memoryCache(),
		now: () => new Date('2026-03-01T00:00:00Z'),
		...overrides,
	});
}

const lantern = {
	id: 4711,
	title: 'Lantern Tide',
	imdbId: 'tt7654321',
	releaseDate: '2019-05-04',
	raw: {
		keywords: {keywords: [{id: 1, name: 'lighthouse'}, {id: 2}, {id: 3, name: 'lighthouse'}]},
		production_companies: [{id: 4, name: 'Tide Pictures'}],
		production_countries: [{iso_3166_1: 'IE', name: 'Ireland'}],
		tagline: '',
		homepage: 'https://lantern.test/',
		belongs_to_collection: {id: 90, name: 'Lantern Collection', poster_path: '/c.jpg', backdrop_path: null},
		backdrop_path: '/back.jpg',
		alternative_titles: {titles: [{title: 'Laternenflut', iso_3166_1: 'DE'}, {title: 'Lantern Tide'}, {title: 7}]},
		credits: {
			cast: [
				{id: 2, name: 'B. Second', character: '', order: 1},
				{id: 1, name: 'A. First', character: 'Keeper', order: 0, profile_path: '/first.jpg'},
				{id: null, name: 'No Body'},
			],
			crew: [
				{id: 3, name: 'C. Chief', job: 'Director', department: 'Directing'},
				{id: 4, name: 'D. Driver', job: 'Driver', department: 'Crew'},
			],
		},
		images: {posters: [{file_path: '/p.jpg', iso_639_1: null}], backdrops: [], logos: null},
		release_dates: {
			results: [
				{iso_3166_1: 'US', release_dates: [{type: 3, certification: 'PG-13', release_date: '2019-06-01T00:00:00.000Z'}]},
				{
					iso_3166_1: 'DE',
					release_dates: [
						{type: 1, certification: '', release_date: '2019-02-01T00:00:00.000Z'},
						{type: 3, certification: '12', release_date: '2019-05-30T00:00:00.000Z'},
						{type: 4, certification: '12', release_date: '2019-10-01T00:00:00.000Z'},
						{type: 4, certification: '', release_date: '2019-09-01T00:00:00.000Z'},
						{type: 5, certification: '', release_date: 'some day'},
					],
				},
			],
		},
	},
};

test('a movie comes with everything in one request', async t => {
	const fake = await fakeTmdb(t, {movies: [lantern], apiKey: 'v3key'});
	t.deepEqual(await open(t, fake).movie(4711, signal), {
		metaId: 4711,
		imdbId: 'tt7654321',
		title: 'Lantern Tide',
		originalTitle: 'Lantern Tide',
		originalLanguage: 'en',
		year: 2019,
		overview: 'Lantern Tide is a film that was never made.',
		tagline: null,
		website: 'https://lantern.test/',
		runtime: 101,
		genres: ['Drama'],
		keywords: ['lighthouse'],
		studios: ['Tide Pictures'],
		originalCountries: ['IE'],
		certification: '12',
		metaRating: 7.1,
		metaVoteCount: 1234,
		trailerUrl: null,
		posterUrl: 'https://image.tmdb.org/t/p/w500/poster-4711.jpg',
		backdropUrl: 'https://image.tmdb.org/t/p/original/back.jpg',
		alternativeTitles: ['Laternenflut'],
		cast: [
			{name: 'A. First', character: 'Keeper', metaId: 1, pictureUrl: 'https://image.tmdb.org/t/p/w185/first.jpg'},
			{name: 'B. Second', character: '', metaId: 2, pictureUrl: null},
		],
		crew: [{name: 'C. Chief', job: 'Director', metaId: 3}],
		images: [{url: 'https://image.tmdb.org/t/p/original/p.jpg', type: 'poster'}],
		inCinemas: new Date('2019-05-30T00:00:00Z'),
		digitalRelease: new Date('2019-09-01T00:00:00Z'),
		physicalRelease: null,
		collectionMetaId: 90,
		collectionTitle: 'Lantern Collection',
	});
	t.is(fake.requests.length, 1);
	t.is(fake.requests[0]?.searchParams.get('include_image_language'), 'en,null');
});

test('a movie of which little is known has nulls, and the certification of the United States', async t => {
	const raw = {
		overview: '',
		runtime: 0,
		vote_average: 0,
		genres: 'none',
		imdb_id: '',
		belongs_to_collection: {id: 'none'},
		poster_path: null,
		release_dates: {results: [{iso_3166_1: 'US', release_dates: [{type: 6, certification: 'R', release_date: ''}]}]},
	};
	const movie = await open(t, await fakeTmdb(t, {movies: [{id: 1, title: 'Bare', raw}]})).movie(1, signal);
	t.like(movie, {
		year: null,
		collectionMetaId: null,
		overview: null,
		runtime: null,
		metaRating: null,
		imdbId: null,
		posterUrl: null,
		certification: 'R',
		inCinemas: null,
	});
	t.deepEqual(movie.genres, []);
});

test('what has no translation comes in English', async t => {
	const translations = {
		translations: [
			{iso_639_1: 'fr', data: {title: '', overview: ''}},
			{iso_639_1: 'en', data: {title: 'Paper Lighthouse', overview: 'A keeper folds paper.', tagline: 'Fold.'}},
		],
	};
	const raw = {title: 'Phare de papier', original_title: 'Papierleuchtturm', overview: '', tagline: '', translations};
	const fake = await fakeTmdb(t, {movies: [{id: 5, title: '', raw}]});
	const movie = await open(t, fake, {language: 'fr-fr'}).movie(5, signal);
	t.like(movie, {title: 'Phare de papier', overview: 'A keeper folds paper.', tagline: 'Fold.'});
	t.deepEqual(movie.alternativeTitles, ['Paper Lighthouse']);
	t.is(fake.requests[0]?.searchParams.get('language'), 'fr-FR');
});

const days = (count: number) =>
	Array.from({length: count}, (_, index) => ({number: index + 1, airDate: `2020-01-${String(index + 1).padStart(2, '0')}`}));

test('a series comes with all seasons in one request, counted through', async t => {
	const seasons = [
		{number: 0, episodes: [{number: 1, title: 'Making of'}]},
		{number: 1, episodes: days(3)},
		{number: 2, episodes: days(2)},
	];
	const fake = await fakeTmdb(t, {
		series: [{id: 9, title: 'Salt Clock', imdbId: 'tt99', tvMetaId: 990, firstAirDate: '2020-01-01', seasons}],
	});
	const series = await open(t, fake).series(9, signal);
	t.is(fake.requests.length, 1);
	t.like(series, {
		metaId: 9,
		tvMetaId: 990,
		imdbId: 'tt99',
		year: 2020,
		status: 'continuing',
		type: 'standard',
		network: 'Channel Nine and a Half',
		runtime: 42,
	});
	t.deepEqual(
		series.seasons.map(({seasonNumber, episodes}) => [seasonNumber, episodes.map(episode => episode.absoluteEpisodeNumber)]),
		[
			[0, [null]],
			[1, [1, 2, 3]],
			[2, [4, 5]],
		],
	);
	t.deepEqual(series.seasons[2]?.episodes[1], {
		metaId: 20_002,
		seasonNumber: 2,
		episodeNumber: 2,
		absoluteEpisodeNumber: 5,
		title: 'Chapter 2',
		overview: 'What happens in Chapter 2.',
		airDate: '2020-01-02',
		runtime: 42,
		images: [{url: 'https://image.tmdb.org/t/p/original/still-2-2.jpg', type: 'still'}],
	});
});

test('a long series takes one more request for each twenty seasons', async t => {
	const seasons = Array.from({length: 40}, (_, index) => ({number: index + 1, episodes: days(1)}));
	const fake = await fakeTmdb(t, {series: [{id: 9, title: 'Endless Pier', seasons}]});
	const series = await open(t, fake).series(9, signal);
	t.is(series.seasons.flatMap(({episodes}) => episodes).length, 40);
	t.is(fake.requests.length, 3);
});

test('episodes without a translation are filled from English', async t => {
	const fake = await fakeTmdb(t, {
		series: [
			{
				id: 9,
				title: 'Salzuhr',
				seasons: [
					{
						number: 1,
						episodes: [
							{number: 1, title: 'Episode 1', raw: {overview: ''}},
							{number: 2, title: 'Das Ende'},
						],
					},
				],
				englishSeasons: [
					{
						number: 1,
						episodes: [
							{number: 1, title: 'The Start'},
							{number: 2, title: 'The End'},
						],
					},
				],
			},
		],
	});
	const {seasons} = await open(t, fake, {language: 'de'}).series(9, signal);
	t.deepEqual(
		seasons[0]?.episodes.map(({title, overview}) => [title, overview]),
		[
			['The Start', 'What happens in The Start.'],
			['Das Ende', 'What happens in Das Ende.'],
		],
	);
});

const kinds = [
	{raw: {status: 'Ended'}, status: 'ended'},
	{raw: {status: 'Canceled'}, status: 'ended'},
	{raw: {status: 'Planned'}, status: 'upcoming'},
	{raw: {status: 'In Production', first_air_date: '2030-01-01'}, status: 'upcoming'},
	{raw: {status: 'In Production', first_air_date: '2020-01-01'}, status: 'continuing'},
	{raw: {type: 'Talk Show'}, type: 'daily'},
	{raw: {genres: [{name: 'Animation'}], original_language: 'ja'}, type: 'anime'},
	{raw: {genres: [{name: 'Animation'}], original_language: 'en'}, type: 'standard'},
] as const;

for (const {raw, ...expected} of kinds) {
	test(`a series with ${JSON.stringify(raw)} is ${Object.values(expected)}`, async t => {
		const fake = await fakeTmdb(t, {series: [{id: 9, title: 'Salt Clock', seasons: [], raw}]});
		t.like(await open(t, fake).series(9, signal), expected);
	});
}

test('titles are searched with the year, and without it when it finds none', async t => {
	const fake = await fakeTmdb(t, {movies: [lantern], series: [{id: 9, title: 'Salt Clock', firstAirDate: '2020-01-01', seasons: []}]});
	const tmdb = open(t, fake);
	const expected = [{metaId: 4711, title: 'Lantern Tide', originalTitle: 'Lantern Tide', year: 2019}];
	t.like(await tmdb.searchMovies('lantern', 2019, signal), expected);
	t.like(await tmdb.searchMovies('lantern', 2018, signal), expected);
	t.is(fake.requests.length, 3);
	t.deepEqual(await tmdb.searchSeries('salt & clock', null, signal), []);
	t.is((await tmdb.searchSeries('salt', 2020, signal))[0]?.metaId, 9);
});

test('titles are found by the ids of others', async t => {
	const fake = await fakeTmdb(t, {movies: [lantern], series: [{id: 9, title: 'Salt Clock', imdbId: 'tt99', tvMetaId: 990, seasons: []}]});
	const tmdb = open(t, fake);
	t.is(await tmdb.findByImdbId('tt7654321', 'movie', signal), 4711);
	t.is(await tmdb.findByImdbId('tt7654321', 'series', signal), null);
	t.is(await tmdb.findByTvMetaId(990, signal), 9);
	fake.answer = () => ({body: JSON.stringify({tv_episode_results: [{id: 1, show_id: 77}]})});
	t.is(await tmdb.findByTvMetaId(991, signal), 77);
	fake.answer = () => ({status: 404, body: '{}'});
	t.is(await tmdb.findByTvMetaId(992, signal), null);
});

test('a read token goes into the header, a key into the query, and neither into the cache', async t => {
	const fake = await fakeTmdb(t, {movies: [lantern], apiKey: 'eyJsecret'});
	const cache = memoryCache();
	await open(t, fake, {apiKey: 'eyJsecret', cache}).movie(4711, signal);
	t.is(fake.authorizations[0], 'Bearer eyJsecret');
	t.is(fake.requests[0]?.searchParams.get('api_key'), null);
	await open(t, fake, {apiKey: 'another', cache}).movie(4711, signal);
	t.is(fake.requests.length, 1);
	t.false(JSON.stringify([...cache.entries]).includes('eyJsecret'));
	await open(t, fake, {apiKey: 'eyJsecret', cache: null}).movie(4711, signal);
	t.is(fake.requests.length, 2);
});

const failures = [
	{title: 'an unknown title', answer: {status: 404, body: '{"status_code":34}'}, code: 'title_not_found_at_provider', type: NotFound},
	{title: 'a refused key', answer: {status: 401, body: '{"status_code":7}'}, code: 'provider_key_refused', type: Invalid},
	{title: 'a limit', answer: {status: 429, headers: {'Retry-After': '7'}}, code: 'provider_rate_limited', type: TooMany},
	{title: 'a broken server', answer: {status: 503, body: '<html>'}, code: 'provider_failed', type: UpstreamFailed},
	{title: 'a page in place of an answer', answer: {body: '<html>'}, code: 'provider_failed', type: UpstreamFailed},
	{title: 'an answer of another shape', answer: {body: '{"id":"x","title":[]}'}, code: 'provider_failed', type: UpstreamFailed},
	{title: 'null', answer: {body: 'null'}, code: 'provider_failed', type: UpstreamFailed},
];

for (const {title, answer, code, type} of failures) {
	test(`${title} fails as ${code} and is not kept`, async t => {
		const cache = memoryCache();
		const error = await t.throwsAsync(open(t, await fakeTmdb(t, {answer: () => answer}), {cache}).movie(1, signal), {
			instanceOf: type,
			code,
		});
		t.is(cache.entries.size, 0);
		t.true(!(error instanceof TooMany) || error.retryAfterSeconds === 7);
	});
}

test('no key, no server, and nobody waiting are told apart', async t => {
	const fake = await fakeTmdb(t);
	await t.throwsAsync(open(t, fake, {apiKey: ' '}).movie(1, signal), {instanceOf: Unavailable, code: 'provider_key_missing'});
	await t.throwsAsync(open(t, {url: 'http://127.0.0.1:1/3'}).movie(1, signal), {instanceOf: UpstreamFailed, code: 'provider_failed'});
	await t.throwsAsync(open(t, fake).movie(1, AbortSignal.abort()), {instanceOf: Cancelled});
});

test('a query in the address of a picture is left out, because everybody who sees the picture gets it', async t => {
	const raw = {...lantern.raw, poster_path: '/p.jpg?api_key=canary', backdrop_path: '//b.jpg#canary'};
	const fake = await fakeTmdb(t, {movies: [{...lantern, raw}], apiKey: 'v3key'});
	const {posterUrl, backdropUrl} = await open(t, fake).movie(4711, signal);
	t.regex(posterUrl ?? '', /\/w500\/p\.jpg$/);
	t.regex(backdropUrl ?? '', /\/original\/b\.jpg$/);
});

test('the trailer is one in our language, from a site whose addresses are known', async t => {
	const film = (key: string, more: object = {}) => ({site: 'YouTube', key, type: 'Trailer', official: true, iso_639_1: 'en', ...more});
	const results = [
		film('a-teaser', {type: 'Teaser', iso_639_1: 'de'}),
		film('english'),
		film('fan-made', {official: false, iso_639_1: 'de'}),
		film('deutsch', {iso_639_1: 'de'}),
		film('elsewhere', {site: 'Dailyvideo', iso_639_1: 'de'}),
		film('" onload=', {iso_639_1: 'de'}),
		film('making', {type: 'Featurette', iso_639_1: 'de'}),
		{site: 7},
	];
	const raw = {...lantern.raw, videos: {results}};
	const series = [{id: 9, title: 'Show', seasons: [], raw: {videos: {results: results.slice(0, 1)}}}];
	const fake = await fakeTmdb(t, {
		movies: [
			{...lantern, raw},
			{...lantern, id: 2},
		],
		series,
	});
	const provider = open(t, fake, {language: 'de-DE'});
	t.is((await provider.movie(4711, signal)).trailerUrl, 'https://www.youtube.com/watch?v=deutsch');
	t.is(fake.requests.at(-1)?.searchParams.get('include_video_language'), 'de,null,en');
	t.is((await provider.movie(2, signal)).trailerUrl, null);
	t.is((await provider.series(9, signal)).trailerUrl, 'https://www.youtube.com/watch?v=a-teaser');
});
