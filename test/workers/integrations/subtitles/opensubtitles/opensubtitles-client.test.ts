import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import test from 'ava';
import {NotFound, TooMany, UpstreamFailed} from '#shared/errors.ts';
import {buildSubtitleCriteria, lampEpisode} from '#test/helpers/build-subtitle-criteria.ts';
import {serveReplies} from '#test/helpers/serve-replies.ts';
import {longSignal} from '#test/helpers/until.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import {buildSiteSubtitle} from '#test/helpers/world/subtitle-provider.ts';
import {createWorld} from '#test/helpers/world.ts';
import type {Lookup} from '#workers/integrations/http/guarded-lookup.ts';
import {addressAfterLogin, createApi, type OpenSubtitlesSettings} from '#workers/integrations/subtitles/opensubtitles/api.ts';

const hash = '00aa11bb22cc33dd';

test('a search asks once by hash and ids, in the form that needs no redirect', async t => {
	const {open, site, signal} = await createWorld(t, {
		subtitleProvider: {
			site: {
				subtitles: [
					buildSiteSubtitle({hashes: [hash]}),
					buildSiteSubtitle({fileId: 12, raw: {hearing_impaired: true, foreign_parts_only: true, ai_translated: true, fps: 0}}),
					buildSiteSubtitle({fileId: 13, raw: {foreign_parts_only: true, from_trusted: null, feature_details: null}}),
					buildSiteSubtitle({fileId: 14, raw: {files: []}}),
				],
			},
		},
	});
	const found = await (await open()).search(buildSubtitleCriteria({movieHash: hash}), signal);
	t.deepEqual(
		found.map(({id}) => id),
		['11', '12', '13'],
	);
	t.like(found[0], {isHashMatch: true, isIdMatch: true, forced: false, isTrusted: true, fps: 24, title: 'Paper Harbor', year: 2019});
	t.like(found[1], {isHashMatch: false, forced: false, hearingImpaired: true, isMachineTranslated: true, fps: null});
	t.like(found[2], {forced: true, hearingImpaired: false, isIdMatch: false, isTrusted: false, title: null});
	const searches = site.requests.filter(({path}) => path.startsWith('subtitles'));
	t.deepEqual(
		searches.map(({path, status}) => [path, status]),
		[[`subtitles?imdb_id=123456&languages=en&machine_translated=include&moviehash=${hash}`, 200]],
	);
});

test('what is not known by an id is searched by its title, with season and episode', async t => {
	const lamp = buildSiteSubtitle({
		imdbNumber: 9,
		tmdbId: 9,
		title: 'The Lamp',
		release: 'The.Lamp.S02E05',
		episode: {season: 2, number: 5},
	});
	const {open, site, signal} = await createWorld(t, {
		subtitleProvider: {
			site: {subtitles: [lamp, {...lamp, fileId: 12, episode: {season: 2, number: 6}}]},
		},
	});
	const found = await (await open()).search(buildSubtitleCriteria({title: 'The Lamp', episode: lampEpisode}), signal);
	t.deepEqual(
		found.map(({id, isIdMatch, seasonNumber, episodeNumber}) => [id, isIdMatch, seasonNumber, episodeNumber]),
		[['11', false, 2, 5]],
	);
	t.deepEqual(
		site.requests.filter(({path}) => path.startsWith('subtitles')).map(({path}) => path.replace(/&machine\w+=include/, '')),
		[
			'subtitles?episode_number=5&languages=en&parent_imdb_id=123456&season_number=2',
			'subtitles?episode_number=5&languages=en&query=the+lamp&season_number=2',
		],
	);
});

test('a redirect to another form of the address is followed with the key, one to another site is not', async t => {
	const {open, site, signal} = await createWorld(t, {subtitleProvider: {}});
	const client = await open();
	// Two spaces are one in the canonical form of this site.
	let sent = false;
	site.override = ({path}) => {
		const isFirst = path.startsWith('subtitles') && !sent;
		sent ||= isFirst;
		return isFirst
			? {status: 301, type: 'text/html', body: '', headers: {location: '/api/v1/subtitles?imdb_id=123456&languages=en'}}
			: null;
	};
	t.is((await client.search(buildSubtitleCriteria(), signal)).length, 1);
	t.is(site.requests.at(-1)?.headers['api-key'], site.apiKey);

	const seen: unknown[] = [];
	const stranger = createServer((request, response) => {
		seen.push(request.headers);
		response.end('{}');
	});
	await new Promise<void>(resolve => {
		stranger.listen(0, '127.0.0.1', resolve);
	});
	t.teardown(() => stranger.close());
	const location = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/api/v1/subtitles`;
	site.override = ({path}) => (path.startsWith('subtitles') ? {status: 301, type: 'text/html', body: '', headers: {location}} : null);
	await t.throwsAsync(client.search(buildSubtitleCriteria(), signal), {instanceOf: UpstreamFailed, code: 'wrong_protocol'});
	t.deepEqual(seen, []);
});

test('a hash that the provider refuses is left out, and long lists are read to the third page', async t => {
	const subtitles = Array.from({length: 9}, (_, index) => buildSiteSubtitle({fileId: index + 1}));
	const {open, site, signal} = await createWorld(t, {subtitleProvider: {site: {subtitles, perPage: 2}}});
	site.override = ({path}) => (path.includes('moviehash') ? {status: 400, type: 'application/json', body: ''} : null);
	const client = await open();
	t.is((await client.search(buildSubtitleCriteria({movieHash: hash}), signal)).length, 6);
	t.deepEqual(await client.search(buildSubtitleCriteria({movieHash: hash, imdbId: null, metaId: null, title: 'No such'}), signal), []);
});

test('all workers share one login, its address and its token; an old token is renewed once', async t => {
	const world = await createWorld(t, {subtitleProvider: {}});
	const {site, clock, download, deps} = world;
	await Promise.all([download(), download(), download()]);
	t.is(site.count('login'), 1);
	const keys = await deps.producer.keys(`${deps.prefix}:subtitle-session:*`);
	t.is(keys.length, 1);
	t.false((await deps.producer.get(keys[0] ?? ''))?.includes('token'));
	clock.at = new Date(clock.at.getTime() + 25 * 3_600_000);
	await download();
	t.is(site.count('login'), 2);
	site.override = ({path}) => (path === 'download' ? {status: 401, type: 'application/json', body: '{}'} : null);
	const before = site.count('download');
	await t.throwsAsync(download(), {code: 'authentication_failed'});
	t.is(site.count('download') - before, 2);
	t.is((await world.record()).remaining, 19);
});

test('a wrong password is tried once, whoever asks, until the record changes', async t => {
	const {site, id, deps, download, record, searchSubtitleProviders, signal} = await createWorld(t, {
		subtitleProvider: {record: {password: 'wrong'}},
	});
	const tries = await Promise.allSettled([download(), download(), download(), download()]);
	t.true(tries.every(({status}) => status === 'rejected'));
	const {providerResults} = await searchSubtitleProviders({criteria: buildSubtitleCriteria(), providerIds: null}, signal);
	t.is(providerResults[0]?.status, 'error');
	t.regex(providerResults[0]?.errorMessage ?? '', /refused the name or password/);
	t.is(site.count('login'), 1);
	t.like(await record(), {status: 'error', isLoginRefused: true});
	await deps.subtitleProviders.change(await deps.subtitleProviders.get(id), {password: site.password}, new Date());
	await download();
	t.like(await record(), {status: 'ok', isLoginRefused: false});
	t.is(site.count('login'), 2);
});

test('a link that has expired is asked for once more', async t => {
	const {site, download} = await createWorld(t, {subtitleProvider: {}});
	let gone = 1;
	site.override = ({path}) => (path.startsWith('/file/') && gone-- > 0 ? {status: 410, type: 'text/html', body: 'gone'} : null);
	const {bytes, name} = await download();
	t.regex(bytes.toString(), /The tide is out/);
	t.is(name, 'Paper.Harbor.2019.1080p.BluRay.x264-LANTERN.srt');
	t.is(site.count('download'), 2);
	gone = 2;
	await t.throwsAsync(download(), {instanceOf: NotFound, code: 'link_expired'});
	t.is(site.count('download'), 4);
	let answers = 1;
	site.override = ({path}) => (path === 'download' && answers-- > 0 ? {status: 410, type: 'application/json', body: '{}'} : null);
	t.true((await download()).bytes.length > 0);
});

test('a page, too many bytes and a link into the own network are no subtitle', async t => {
	const {site, download, record} = await createWorld(t, {subtitleProvider: {}});
	const file =
		(reply: {type: string; body: string}) =>
		({path}: {path: string}) =>
			path.startsWith('/file/') ? reply : null;
	site.override = file({type: 'text/plain', body: ''});
	await t.throwsAsync(download(), {code: 'subtitle_unusable'});
	site.override = file({type: 'text/plain', body: 'x'.repeat(5 * 1024 * 1024 + 1)});
	await t.throwsAsync(download(), {code: 'subtitle_unusable'});
	t.like(await record(), {status: 'ok', failures: 0});
	site.override = file({type: 'text/html', body: 'x'});
	await t.throwsAsync(download(), {code: 'not_a_subtitle'});
	site.override = file({type: 'text/plain', body: ' <!DOCTYPE html><p>Log in</p>'});
	await t.throwsAsync(download(), {code: 'not_a_subtitle'});
	t.like(await record(), {status: 'error', failures: 2});
	const link = JSON.stringify({link: 'http://127.0.0.1:9/metadata', remaining: 3, reset_time_utc: '2026-03-02T00:00:00Z'});
	site.override = ({path}) => (path === 'download' ? {type: 'application/json', body: link} : null);
	await t.throwsAsync(download(), {code: 'address_refused'});
});

test('a refusal for the key, too many requests and a failure are told apart', async t => {
	const {site, open, signal} = await createWorld(t, {subtitleProvider: {}});
	const client = await open();
	const answers = async (status: number, headers = {}) => {
		site.override = ({path}) => (path === 'login' ? null : {status, type: 'text/html', body: '<p>no</p>', headers});
		return t.throwsAsync(client.search(buildSubtitleCriteria(), signal));
	};
	t.like(await answers(403), {name: 'Invalid', code: 'authentication_failed'});
	t.like(await answers(429, {'retry-after': '120'}), {name: 'TooMany', code: 'rate_limited', retryAfterSeconds: 120});
	t.like(await answers(503, {'retry-after': '9'}), {name: 'UpstreamFailed', code: 'provider_failed', retryAfterSeconds: 9});
	t.like(await answers(200), {name: 'UpstreamFailed', code: 'wrong_protocol'});
});

test('a test logs in, and says the level and what is left', async t => {
	const {site, open, openSubtitleProvider, record, signal} = await createWorld(t, {subtitleProvider: {}});
	t.deepEqual(await (await open()).test(signal), {
		version: 'v1',
		details: ['Level of the account: Sub leecher.', '20 of 20 downloads are left.'],
	});
	const keyOnly = openSubtitleProvider({...(await record()), id: '', username: ''}, 'test');
	t.regex((await keyOnly.test(signal)).details.join(), /key works/);
	await t.throwsAsync(openSubtitleProvider({...(await record()), id: '', password: 'no'}, 'test').test(signal), {
		code: 'authentication_failed',
	});
	await t.throwsAsync(openSubtitleProvider({...(await record()), apiKey: 'bad!'}, 'test').test(signal), {code: 'authentication_failed'});
	t.false((await record()).isLoginRefused);
	t.is(site.count('login'), 3);
});

test('many searches at once and a site that counts strictly get along', async t => {
	const {open, site, openSubtitleProvider, record, signal} = await createWorld(t, {subtitleProvider: {site: {isRateLimited: true}}});
	const client = await open();
	const found = await Promise.all(Array.from({length: 12}, () => client.search(buildSubtitleCriteria(), signal)));
	t.true(found.every(({length}) => length === 1));
	await openSubtitleProvider({...(await record()), id: ''}, 'test').test(signal);
	// At any speed at all, nine of them would be refused. On a busy machine some arrive together.
	t.true(site.requests.filter(({status}) => status === 429).length < 9);
});

test('a download of an unknown file is not counted', async t => {
	const {download, record} = await createWorld(t, {subtitleProvider: {}});
	await download();
	await t.throwsAsync(download('404'), {instanceOf: NotFound, code: 'subtitle_gone'});
	t.like(await record(), {remaining: 19, status: 'ok'});
});

test('with its quota used up the provider is not asked until the next period', async t => {
	const {download, record, site, clock, searchSubtitleProviders, signal} = await createWorld(t, {
		subtitleProvider: {site: {dailyDownloads: 1}},
	});
	await download();
	const refused = await t.throwsAsync(download(), {instanceOf: TooMany, code: 'rate_limited'});
	t.like(refused, {retryAfterSeconds: 12 * 3600});
	t.is(site.count('download'), 1);
	const midnight = new Date('2026-03-02T00:00:00Z');
	t.like(await record(), {status: 'rate_limited', remaining: 0, resetAt: midnight, disabledUntil: midnight});
	const before = site.requests.length;
	const {providerResults} = await searchSubtitleProviders({criteria: buildSubtitleCriteria(), providerIds: null}, signal);
	t.like(providerResults[0], {status: 'rate_limited', resultCount: 0});
	t.regex(providerResults[0]?.errorMessage ?? '', /2026-03-02T00:00:00/);
	t.is(site.requests.length, before);
	clock.at = midnight;
	await download();
	t.like(await record(), {status: 'rate_limited', remaining: 0, disabledUntil: new Date('2026-03-03T00:00:00Z')});
});

test('others may use the same account: a 406 ends the downloads until the reset', async t => {
	const {download, record, site} = await createWorld(t, {subtitleProvider: {}});
	await download();
	const day = Object.keys(site.downloads).at(-1) ?? '';
	site.downloads[Number(day)] = 20;
	await t.throwsAsync(download(), {code: 'quota_used_up'});
	t.like(await record(), {status: 'rate_limited', remaining: 0, resetAt: new Date('2026-03-02T00:00:00Z')});
});

test('the host that a login names may not lead into the private network', async t => {
	const asked: string[] = [];
	const url: string = await serveReplies(t, ({path, headers}) => {
		asked.push(`${headers.host?.split(':')[0]} ${path}`);
		return {json: path.endsWith('/login') ? {token: 'a token', base_url: `inside.provider.test:${new URL(url).port}`} : {data: []}};
	});
	const lookup: Lookup = (_name, {all}, answer) => (all ? answer(null, [{address: '127.0.0.1', family: 4}]) : answer(null, '127.0.0.1', 4));
	const http = withHttp(t, {lookup});
	const settings = {url: `http://api.provider.test:${new URL(url).port}`, apiKey: 'a key', timeoutSeconds: 10} as OpenSubtitlesSettings;
	const api = createApi(settings, {http, now: () => new Date(), rates: {request: async () => undefined, login: async () => undefined}});
	const signal = longSignal();
	t.is((await api.send({path: 'login', body: {}}, signal)).status, 200);
	const inside = addressAfterLogin(settings.url, `inside.provider.test:${new URL(url).port}`);
	t.true(inside.includes('inside'));
	await t.throwsAsync(api.send({path: 'subtitles', url: inside}, signal), {message: /private address/});
	t.deepEqual(asked, ['api.provider.test /login']);
});
