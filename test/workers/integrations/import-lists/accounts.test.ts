import test, {type ExecutionContext} from 'ava';
import type {ImportListSettings} from '#shared/domain/import-lists/import-list.ts';
import {importListFamily} from '#shared/providers/import-lists.ts';
import {fakePlex, fakeTrakt, listedMovies, type Mischief} from '#test/helpers/fakes/list-services.ts';
import {serveReplies} from '#test/helpers/serve-replies.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import type {ListAccounts} from '#workers/integrations/import-lists/list-accounts.ts';
import {openImportList} from '#workers/integrations/import-lists/open-import-list.ts';

const {signal} = new AbortController();
const app = {clientId: 'the-app', clientSecret: 'tell-nobody'};

function opened(t: ExecutionContext, settings: Partial<ImportListSettings>, accessToken: string | null = null) {
	const account = accessToken === null ? null : {id: 'a', tokens: {accessToken, refreshToken: null, expiresAt: null}};
	const accounts: ListAccounts = {
		open: async () => account,
		renew: async (_listId, seen) => seen,
	};
	const whole = {...importListFamily.defaults, id: '1', name: 'List', media: 'movies', monitor: 'movie', rootFolderPath: '/m', ...settings};
	return openImportList(whole as ImportListSettings, {
		http: withHttp(t),
		now: () => new Date('2026-03-01'),
		listPage: async () => ({}),
		readFile: async () => null,
		accounts,
	});
}

async function services(t: ExecutionContext, count: number) {
	const [trakt, plex] = [await fakeTrakt(t, listedMovies(count)), await fakePlex(t, listedMovies(count))];
	plex.token = 'plex-token-1';
	trakt.perPage = 100;
	return [
		{
			name: 'Trakt',
			fake: trakt,
			client: opened(t, {kind: 'trakt', url: trakt.url, source: 'list', sourceId: 'me-too/best', limit: 1000, ...app}),
		},
		{name: 'Plex', fake: plex, client: opened(t, {kind: 'plexWatchlist', url: plex.url, limit: 1000}, 'plex-token-1')},
	];
}

test('lists are read to their last page, however few titles a page has', async t => {
	for (const {name, fake, client} of await services(t, 250)) {
		const {entries, missing} = await client.read(signal);
		t.deepEqual([entries.length, missing, fake.asked.length], [250, null, 3], name);
		t.deepEqual(entries[249], {ids: {metaId: 250, imdbId: null, tvMetaId: null}, title: 'M250', year: 2000, seasons: null});
		fake.titles = [];
		t.deepEqual(await client.read(signal), {entries: [], missing: null, failure: null}, `${name} without titles`);
	}
});

test('what a list does not say to its end is not the whole list', async t => {
	const elsewhere = await serveReplies(t, ({headers}) => {
		t.is(headers['x-plex-token'] ?? headers['trakt-api-key'], undefined, 'no key goes to another place');
		return {json: []};
	});
	const mischiefs: [Mischief, RegExp][] = [
		[{at: {page: 3, reply: {status: 500}}}, /^Page 3 could not be read\./],
		[{at: {page: 2, reply: {body: '<html>'}}}, /^Page 2 could not be read\./],
		[{at: {page: 2, reply: {status: 302, headers: {location: elsewhere}}}}, /^Page 2 could not be read\./],
		[{at: {page: 2, reply: {status: 429, headers: {'retry-after': '30'}}}}, /limits our requests/],
		[{repeats: 3}, /^Page 3 is one that was there before\./],
		[{cut: {page: 2, to: 150}}, /^(?:The source names 250 titles and sends 150|Page 3 is empty)/],
		[{cut: {page: 1, to: 10}}, /^(?:The source names 250 titles and sends 10|Page 2 is empty)/],
	];
	for (const [mischief, expected] of mischiefs) {
		for (const {name, fake, client} of await services(t, 250)) {
			fake.mischief = mischief;
			const {missing, entries} = await client.read(signal);
			t.regex(missing ?? 'whole', expected, `${name} ${JSON.stringify(mischief)}`);
			t.true(entries.length < 250, name);
		}
	}
});

test('a list that becomes shorter while it is read is not whole', async t => {
	for (const {name, fake, client} of await services(t, 250)) {
		const {titles} = fake;
		let pages = 0;
		Object.defineProperty(fake, 'titles', {get: () => titles.slice(0, fake.asked.length > 1 || pages++ > 100 ? 150 : 250)});
		t.regex((await client.read(signal)).missing ?? 'whole', /^The list was changed while it was read\./, name);
	}
});

test('a slow list is given up with its job', async t => {
	for (const {name, fake, client} of await services(t, 5)) {
		const stop = new AbortController();
		fake.mischief = {until: new Promise(() => {})};
		const read = client.read(stop.signal);
		stop.abort();
		await t.throwsAsync(read, {code: 'cancelled'}, name);
	}
});

test('every status of Trakt says what is to be done', async t => {
	const trakt = await fakeTrakt(t, listedMovies(3));
	const client = opened(t, {kind: 'trakt', url: trakt.url, source: 'popular', ...app});
	const rows: [number, string, RegExp][] = [
		[401, 'sign_in_needed', /Sign in/],
		[403, 'authentication_failed', /client ID/],
		[404, 'wrong_protocol', /no list/],
		[420, 'source_failed', /420/],
		[423, 'source_failed', /423/],
		[426, 'source_failed', /426/],
		[429, 'rate_limited', /429/],
		[503, 'source_failed', /503/],
	];
	for (const [status, code, message] of rows) {
		trakt.mischief = {at: {page: 1, reply: {status}}};
		await t.throwsAsync(client.read(signal), {code, message}, String(status));
	}
	trakt.mischief = {};
	t.is((await client.read(signal)).entries.length, 3, 'titles without a member of their own');
});

test('each list of Trakt has its place, and those of an account need it', async t => {
	const trakt = await fakeTrakt(t, [{type: 'show', title: 'Lanterns', tvdb: 70, tmdb: 7}]);
	trakt.token = 'access-token-1';
	const path = async (settings: Partial<ImportListSettings>, token: string | null = null) => {
		trakt.asked.length = 0;
		await opened(t, {kind: 'trakt', url: trakt.url, media: 'series', ...app, ...settings}, token).read(signal);
		return trakt.asked[0]?.path;
	};
	t.is(await path({source: 'list', sourceId: 'vera/the best'}), '/users/vera/lists/the-best/items/shows');
	t.is(await path({source: 'list', sourceId: "Vera.M/Vera's List, 2020"}), '/users/vera-m/lists/vera-s-list-2020/items/shows');
	t.is(
		await path({source: 'list', sourceId: 'https://trakt.tv/users/vera-m/lists/the-best?sort=rank,asc'}),
		'/users/vera-m/lists/the-best/items/shows',
	);
	t.is(await path({source: 'watchlist', sourceId: 'vera_m.two'}), '/users/vera_m-two/watchlist/shows');
	t.is(await path({source: 'list', sourceId: '4711'}), '/lists/4711/items/shows');
	t.is(await path({source: 'watchlist', sourceId: 'vera'}), '/users/vera/watchlist/shows');
	t.is(await path({source: 'mostPlayed'}), '/shows/played/weekly');
	t.is(await path({source: 'mostCollected', sourceId: 'all'}), '/shows/collected/all');
	t.is(await path({source: 'boxOffice', media: 'movies'}), '/movies/boxoffice');
	t.is(await path({source: 'collection'}, 'access-token-1'), '/users/me/collection/shows');
	t.is(await path({source: 'recommended'}, 'access-token-1'), '/recommendations/shows');
	await path({source: 'popular', filters: 'years=2020&page=9'});
	t.is(trakt.asked[0]?.query.toString(), 'years=2020&page=1&limit=250');
	for (const source of ['watchlist', 'recommended'] as const) {
		await t.throwsAsync(path({source}), {code: 'sign_in_needed'});
	}
	t.deepEqual(
		(await opened(t, {kind: 'trakt', url: trakt.url, media: 'series', source: 'trending', ...app}).read(signal)).entries[0]?.ids,
		{
			metaId: 7,
			imdbId: null,
			tvMetaId: 70,
		},
	);
});

test('the ids of Plex are in Guid, and nobody reads its token in an error', async t => {
	const plex = await fakePlex(t, [
		{type: 'movie', title: 'Lamp', year: 2001, tmdb: 1, imdb: 'tt0000001'},
		{type: 'show', title: 'Lanterns', tvdb: 70},
	]);
	plex.token = 'plex-token-1';
	const settings = {kind: 'plexWatchlist', url: plex.url} as const;
	t.deepEqual((await opened(t, settings, 'plex-token-1').read(signal)).entries, [
		{ids: {metaId: 1, imdbId: 'tt0000001', tvMetaId: null}, title: 'Lamp', year: 2001, seasons: null},
	]);
	t.deepEqual(
		(await opened(t, {...settings, media: 'series'}, 'plex-token-1').read(signal)).entries.map(({ids}) => ids.tvMetaId),
		[70],
	);
	const error = await t.throwsAsync(opened(t, settings, 'a-token-that-ended').read(signal), {code: 'sign_in_needed'});
	t.false(error.message.includes('a-token'));
	await t.throwsAsync(opened(t, settings).read(signal), {code: 'sign_in_needed'});
});

test('Plex hears of an access whenever its list is read, so that it does not end', async t => {
	const plex = await fakePlex(t, listedMovies(3));
	plex.token = 'plex-token-1';
	const client = opened(t, {kind: 'plexWatchlist', url: plex.url}, 'plex-token-1');
	await client.read(signal);
	await client.read(signal);
	t.deepEqual(plex.pings, ['plex-token-1', 'plex-token-1']);
	plex.token = 'plex-token-2';
	await t.throwsAsync(client.read(signal), {code: 'sign_in_needed'});
});
