import test, {type ExecutionContext} from 'ava';
import type {ImportListSettings} from '#shared/domain/import-lists/import-list.ts';
import {plainEntries} from '#shared/domain/import-lists/list-item.ts';
import {importListFamily} from '#shared/providers/import-lists.ts';
import {noAccounts} from '#test/helpers/fakes/list-services.ts';
import {type Answerer, type Asked, serveReplies} from '#test/helpers/serve-replies.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {openImportList} from '#workers/integrations/import-lists/open-import-list.ts';
import {isNewestOnly} from '#workers/integrations/import-lists/rss-client.ts';

const {signal} = new AbortController();

async function opened(t: ExecutionContext, settings: Partial<ImportListSettings>, answer: Answerer) {
	const asked: Asked[] = [];
	const paused: number[] = [];
	const url = await serveReplies(t, each => {
		asked.push(each);
		return answer(each);
	});
	const whole = {
		...importListFamily.defaults,
		id: '',
		name: 'List',
		media: 'movies',
		monitor: 'movie',
		rootFolderPath: '/m',
		url,
		...settings,
	};
	const client = openImportList(whole as ImportListSettings, {
		http: withHttp(t),
		now: () => new Date('2026-03-01'),
		listPage: async () => ({}),
		readFile: async () => null,
		accounts: noAccounts,
		pause: async milliseconds => void paused.push(milliseconds),
	});
	return {asked, paused, url, client};
}

const idsOf = (entries: Parameters<typeof plainEntries>[0]) =>
	plainEntries(entries).map(({ids}) => ids.metaId ?? ids.imdbId ?? ids.tvMetaId);

const movie = {
	title: 'Lamp',
	year: 2001,
	tmdbId: 1,
	imdbId: 'tt0000001',
	qualityProfileId: 4,
	tags: [2],
	rootFolderPath: '/films',
	path: '/films/Lamp',
};

test('Radarr is asked with its key, and its movies are narrowed by profile, tag and folder', async t => {
	const titles = [
		movie,
		{...movie, tmdbId: 2, qualityProfileId: 5},
		{...movie, tmdbId: 3, tags: []},
		{...movie, tmdbId: 4, rootFolderPath: '/films2'},
	];
	const choice = {sourceProfileIds: [4], sourceTagIds: [2, 9], sourceRootFolders: ['/films/']};
	const {client, asked} = await opened(t, {kind: 'radarr', apiKey: 'the-key', ...choice}, ({path}) =>
		path === '/api/v3/system/status' ? {json: {version: '6.0.4'}} : {json: titles},
	);
	const {entries, missing} = await client.read(signal);
	t.deepEqual([idsOf(entries), missing], [[1], null]);
	t.deepEqual(entries[0], {ids: {metaId: 1, imdbId: 'tt0000001', tvMetaId: null}, title: 'Lamp', year: 2001, seasons: null});
	t.like(asked[0], {path: '/api/v3/movie', headers: {'x-api-key': 'the-key'}});
	t.like(await client.test(signal), {version: '6.0.4', details: ['1 titles are on the list.', 'Lamp (2001)']});
});

test('a Radarr that sends an empty root folder is narrowed by the folder of the movie', async t => {
	const titles = [
		{...movie, rootFolderPath: ''},
		{...movie, tmdbId: 2, rootFolderPath: '', path: '/films2/Dam'},
	];
	const {client} = await opened(t, {kind: 'radarr', apiKey: 'the-key', sourceRootFolders: ['/films']}, () => ({json: titles}));
	t.deepEqual(idsOf((await client.read(signal)).entries), [1]);
});

test('a feed of Letterboxd names its films by their id, or by name and year without the rating', async t => {
	const film = (more: string) =>
		`<item><title>Lamp, 2001 - ★★★★</title><guid>letterboxd-watch-1</guid><letterboxd:filmTitle>Lamp</letterboxd:filmTitle><letterboxd:filmYear>2001</letterboxd:filmYear>${more}</item>`;
	const body = `<rss><channel>${film('<tmdb:movieId>4711</tmdb:movieId>')}${film('')}</channel></rss>`;
	const {client} = await opened(t, {kind: 'rss'}, () => ({body}));
	const {entries} = await client.read(signal);
	t.deepEqual(
		entries.map(({ids, title, year}) => [ids.metaId, title, year]),
		[
			[4711, 'Lamp', 2001],
			[null, 'Lamp', 2001],
		],
	);
});

test('a source that says why there is no list is quoted', async t => {
	for (const settings of [{kind: 'json'}, {kind: 'mdblist', sourceId: 'vera/films', apiKey: 'k'}] as const) {
		const {client} = await opened(t, settings, () => ({json: {error: 'This list is private'}}));
		await t.throwsAsync(client.read(signal), {code: 'wrong_protocol', message: /It says: “This list is private”\./});
	}
});

test('Sonarr names the seasons that are monitored there, if they are asked for', async t => {
	const title = {
		title: 'Lanterns',
		tvdbId: 70,
		tmdbId: 0,
		seasons: [
			{seasonNumber: 1, monitored: false},
			{seasonNumber: 2, monitored: true},
		],
	};
	for (const takeSeasons of [true, false]) {
		const {client, asked} = await opened(t, {kind: 'sonarr', media: 'series', apiKey: 'k', takeSeasons}, () => ({json: [title]}));
		t.deepEqual((await client.read(signal)).entries, [
			{ids: {metaId: null, imdbId: null, tvMetaId: 70}, title: 'Lanterns', year: null, seasons: takeSeasons ? [2] : null},
		]);
		t.is(asked[0]?.path, '/api/v3/series');
	}
});

test('JSON lists of every form are read', async t => {
	const rows = [
		{id: 1},
		{title: 'Two', tvdbId: 7, tmdbId: '2', imdbId: 'tt0000002'},
		{title: 'Three', imdb_id: 'tt0000003', poster_url: 'http://x'},
		{id: 'tt0000004', name: 'Four', release_year: 1999},
		{id: 5, mediatype: 'show'},
		'noise',
		{},
		{id: -1, title: ''},
		{id: 1},
	];
	const {client} = await opened(t, {kind: 'json'}, () => ({json: rows}));
	t.deepEqual(idsOf((await client.read(signal)).entries), [1, 2, 'tt0000003', 'tt0000004']);
});

test('feeds name titles in every way', async t => {
	const items = `
		<item><title>Lamp (2001)</title><guid>imdb://tt0000001</guid></item>
		<item><title>Harbour</title><guid isPermaLink="false">tmdb://2</guid><category>movie</category></item>
		<item><title>Lanterns</title><guid>tvdb://70</guid><category>show</category></item>
		<item><title>Kite</title><link>https://www.imdb.com/title/tt0000005/?ref_=rls</link></item>
		<item><title>Stone</title><link>https://www.themoviedb.org/movie/6-stone</link></item>
		<item><title>Twin (2003)</title></item>`;
	for (const kind of ['rss', 'plexRss'] as const) {
		const {client} = await opened(t, {kind}, () => ({body: `<?xml version="1.0"?><rss><channel>${items}</channel></rss>`}));
		const {entries} = await client.read(signal);
		t.deepEqual(idsOf(entries), ['tt0000001', 2, 'tt0000005', 6, null]);
		t.like(entries[0], {title: 'Lamp', year: 2001});
		t.like(entries[4], {title: 'Twin', year: 2003});
	}
});

const page = (from: number, count: number) => ({
	movies: Array.from({length: count}, (_, index) => ({id: from + index, title: `M${from + index}`, mediatype: 'movie'})),
	shows: [{id: 1, mediatype: 'show', title: 'Other'}],
});
const mdblist = {kind: 'mdblist', apiKey: 'the-secret-key', sourceId: 'me/my list', limit: 10_000} as const;

test('MDBList is asked page by page, one a second, until it says that there is no more', async t => {
	const {client, asked, paused} = await opened(t, mdblist, ({query}) => {
		const offset = Number(query.get('offset'));
		return {json: page(offset + 1, 3), headers: {'x-has-more': String(offset < 8)}};
	});
	const {entries, missing} = await client.read(signal);
	t.deepEqual([idsOf(entries), missing], [[1, 2, 3, 5, 6, 7, 9, 10, 11], null]);
	t.deepEqual([asked.length, paused], [3, [1000, 1000]]);
	t.like(asked[1], {path: '/lists/me/my%20list/items'});
	t.deepEqual([asked[1]?.query.get('apikey'), asked[1]?.query.get('offset')], ['the-secret-key', '4']);
});

test('a list that ends too early, turns in circles or never ends is not whole', async t => {
	const more = {'x-has-more': 'true'};
	const read = async (answer: (pageNumber: number) => ReturnType<Answerer>) => {
		let number = 0;
		const {client} = await opened(t, mdblist, () => {
			number += 1;
			return answer(number);
		});
		const {entries, missing, failure} = await client.read(signal);
		return [entries.length, missing, failure?.name];
	};
	t.deepEqual(await read(number => (number > 2 ? {status: 502} : {json: page(number * 10, 3), headers: more})), [
		6,
		'Page 3 could not be read. The source answers 502. It is read again later.',
		'UpstreamFailed',
	]);
	t.deepEqual(await read(() => ({json: page(1, 3), headers: more})), [3, 'Page 2 is one that was there before.', undefined]);
	t.deepEqual(await read(number => ({json: number > 1 ? {movies: []} : page(1, 3), headers: more})), [3, null, undefined]);
	t.deepEqual(await read(number => ({json: page(number * 10, 3), headers: more})), [300, 'The list has more than 100 pages.', undefined]);
});

test('a JSON list names the title that it wraps by the ids of that title', async t => {
	const rows = [
		{id: 392, type: 'movie', mediaItem: {id: 55, imdbId: 'tt0000001', tmdbId: 1, title: 'Lamp', mediaType: 'movie'}},
		{movie: {title: 'Harbour', year: 2002, ids: {simkl: 9, imdb: 'tt0000002', tmdb: '2'}}},
		{title: 'Kite', id: 77, ids: {tmdb: 3}},
		{title: 'Stone', TMDBID: 4},
		{show: {title: 'Lanterns', ids: {tmdb: 7}}},
	];
	const {client} = await opened(t, {kind: 'json'}, () => ({json: rows}));
	t.deepEqual(idsOf((await client.read(signal)).entries), [1, 2, 3, 4]);
	const series = await opened(t, {kind: 'json', media: 'series'}, () => ({json: [...rows, {id: 8, tvdbid: 70, mediatype: 'show'}]}));
	const {entries} = await series.client.read(signal);
	t.deepEqual(
		entries.map(({ids}) => [ids.metaId, ids.tvMetaId]).filter(([id]) => id === 7 || id === 8),
		[
			[7, null],
			[8, 70],
		],
	);
});

test('the numbers by which programs know their own titles are none of the provider', async t => {
	const rows = [
		{id: 12, title: 'Lanterns', tvdbId: 70, titleSlug: 'lanterns', seasons: []},
		{id: 13, title: 'Kite', tvdbId: 71, tmdbId: 3, qualityProfileId: 1},
		{id: 4, title: 'Stone', first_air_date: '2014-05-01'},
	];
	const {client} = await opened(t, {kind: 'json', media: 'series'}, () => ({json: rows}));
	t.deepEqual(
		(await client.read(signal)).entries.map(({ids, year}) => [ids.metaId, ids.tvMetaId, year]),
		[
			[null, 70, null],
			[3, 71, null],
			[4, null, 2014],
		],
	);
});

test('what is neither a movie nor a series is not taken for one', async t => {
	const rows = ['season', 'episode', 'TV Episode', 'videoGame', 'Podcast Series', 'person', 'movie'].map((mediatype, index) => ({
		id: index + 1,
		title: 'Lamp',
		mediatype,
	}));
	for (const kind of ['json', 'mdblist'] as const) {
		const {client} = await opened(t, {...mdblist, kind}, () => ({json: rows}));
		t.deepEqual(idsOf((await client.read(signal)).entries), [7], kind);
	}
	const feed = (item: string) => ({body: `<rss><channel><item><title>Lanterns (2020)</title>${item}</item></channel></rss>`});
	for (const item of ['<tmdb:tvId>7</tmdb:tvId>', '<link>https://www.themoviedb.org/tv/7-lanterns</link>', '<guid>tmdb://show/7</guid>']) {
		const {client} = await opened(t, {kind: 'rss'}, () => feed(item));
		t.deepEqual((await client.read(signal)).entries, [], item);
		const series = await opened(t, {kind: 'rss', media: 'series'}, () => feed(item));
		t.deepEqual(idsOf((await series.client.read(signal)).entries), [7], item);
	}
});

test('a feed of Plex or Letterboxd has only the newest titles, whatever its kind is called', t => {
	t.true(isNewestOnly('https://rss.plex.tv/4711'));
	t.true(isNewestOnly('https://letterboxd.com/vera/rss/'));
	t.false(isNewestOnly('https://letterboxd.com.example/vera/rss/'));
	t.false(isNewestOnly('https://feeds.example/films'));
});

test('every kind tells what is wrong with its source, and never its key', async t => {
	const kinds = ['radarr', 'sonarr', 'json', 'rss', 'plexRss', 'mdblist'] as const;
	for (const kind of kinds) {
		const failing = async (answer: Answerer) => {
			const {client} = await opened(t, {...mdblist, kind}, answer);
			const error = await t.throwsAsync<Error & {code: string; retryAfterSeconds?: number}>(client.read(signal), undefined, kind);
			t.false(error.message.includes('the-secret-key'));
			return [error.code, error.retryAfterSeconds ?? null];
		};
		t.deepEqual(await failing(() => ({status: 401})), ['authentication_failed', null]);
		t.deepEqual(await failing(() => ({status: 429, headers: {'retry-after': '77'}})), ['rate_limited', 77]);
		t.deepEqual(await failing(() => ({status: 404})), ['wrong_protocol', null]);
		t.deepEqual(await failing(() => ({status: 500})), ['source_failed', null]);
		t.true(['wrong_protocol', 'not_xml'].includes(String((await failing(() => ({body: 'the-secret-key is wrong'})))[0])));
		t.deepEqual(await failing(() => ({status: 302, headers: {location: 'http://127.0.0.1:9/list'}})), ['address_refused', null]);
	}
	const {client} = await opened(t, {kind: 'json'}, () => ({body: Buffer.alloc(11 * 1024 * 1024, ' ')}));
	await t.throwsAsync(client.read(signal), {code: 'too_large'});
});

test('lists of TMDB are asked by their paths, page by page', async t => {
	const asked: string[] = [];
	const missingSaid: (string | null)[] = [];
	const read = async (settings: Partial<ImportListSettings>, answer: (page: number) => object) => {
		const whole = {
			...importListFamily.defaults,
			id: '',
			name: 'List',
			kind: 'tmdb',
			media: 'movies',
			monitor: 'movie',
			rootFolderPath: '/m',
			...settings,
		};
		const client = openImportList(whole as ImportListSettings, {
			http: withHttp(t),
			now: () => new Date(),
			readFile: async () => null,
			accounts: noAccounts,
			listPage: async (path, {page, ...params}) => {
				asked.push(`${path} ${page} ${new URLSearchParams(params as Record<string, string>)}`.trim());
				return answer(Number(page));
			},
		});
		const {entries, missing} = await client.read(signal);
		missingSaid.push(missing);
		return idsOf(entries);
	};
	const two = (page: number) => ({
		page,
		total_pages: 2,
		results: [
			{id: page, title: 'M', release_date: '2001-02-03'},
			{id: 9, media_type: 'tv', name: 'S'},
		],
	});
	t.deepEqual(await read({source: 'list', sourceId: '42'}, two), [1, 2]);
	t.deepEqual(await read({source: 'list', sourceId: '42'}, page => ({...two(page), total_results: 4})), [1, 2]);
	t.deepEqual(missingSaid, [null, null]);
	// Pages that lack some of their titles are not the whole list.
	t.deepEqual(await read({source: 'list', sourceId: '42'}, page => ({...two(page), total_results: 40})), [1, 2]);
	t.regex(missingSaid.at(-1) ?? '', /names 40 titles and sends 4/);
	t.deepEqual(
		await read({source: 'popular', media: 'series'}, page => ({page, total_pages: 1, results: [{id: 3, name: 'S', first_air_date: ''}]})),
		[3],
	);
	t.deepEqual(await read({source: 'collection', sourceId: '5'}, () => ({parts: [{id: 4}, {id: 5}]})), [4, 5]);
	t.deepEqual(await read({source: 'person', sourceId: '6'}, () => ({cast: [{id: 4}, {id: 4}], crew: [{id: 7}]})), [4, 7]);
	await read({source: 'keyword', sourceId: '8'}, () => ({results: []}));
	await read({source: 'discover', filters: 'with_genres=18&vote_average.gte=7'}, () => ({results: []}));
	t.deepEqual(asked, [
		...Array.from({length: 3}, () => ['../4/list/42 1', '../4/list/42 2']).flat(),
		'tv/popular 1',
		'collection/5 1',
		'person/6/movie_credits 1',
		'discover/movie 1 include_adult=false&include_video=true&with_keywords=8',
		'discover/movie 1 include_adult=false&with_genres=18&vote_average.gte=7',
	]);
	// TMDB sends twenty at once, so a list of ten thousand has 500 pages.
	const long = (page: number) => ({page, total_pages: 120, results: [{id: page, title: 'M'}]});
	t.is((await read({source: 'list', sourceId: '42', limit: 10_000}, long)).length, 120);
	t.is(missingSaid.at(-1), null);
});
