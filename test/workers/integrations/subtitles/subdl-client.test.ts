import type {ExecutionContext} from 'ava';
import test from 'ava';
import {buildSubtitleCriteria, lampEpisode} from '#test/helpers/build-subtitle-criteria.ts';
import {serveHttp} from '#test/helpers/serve-http.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';

const signal = new AbortController().signal;
const zip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');
const title = {imdb_id: 'tt0123456', tmdb_id: 77, name: 'Paper Harbor', year: 2019};
const subtitle = {
	release_name: 'Paper.Harbor.2019.1080p.WEB-DL-TIDE',
	name: 'SUBDL::paper-harbor.zip',
	lang: 'english',
	language: 'EN',
	url: '/subtitle/1-2.zip',
	season: 0,
	episode: null,
	hi: true,
};

type Reply = {status?: number; body: object | string | Buffer; headers?: Record<string, string>};

async function subdlWorld(t: ExecutionContext, reply: (url: URL) => Reply) {
	const asked: URL[] = [];
	const url = await serveHttp(t, (request, response) => {
		const address = new URL(request.url ?? '/', 'http://site');
		asked.push(address);
		const {status = 200, body, headers = {}} = reply(address);
		response.writeHead(status, {'content-type': Buffer.isBuffer(body) ? 'application/zip' : 'application/json', ...headers});
		response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
	});
	const {deps} = await withWorkerDeps(t);
	const settings = {name: 'SubDL', kind: 'subdl' as const, url: `${url}/api/v1`, apiKey: 'subdl-secret', username: '', password: ''};
	const record = {...settings, enabled: true, priority: 25, dailyLimit: null, timeoutSeconds: 10};
	const {id} = await deps.subtitleProviders.add(record, new Date());
	return {asked, deps, id, client: deps.openSubtitleProvider(await deps.subtitleProviders.get(id))};
}

test('a movie is searched by its id, and its archive fetched from the same host', async t => {
	const {client, asked} = await subdlWorld(t, ({pathname}) =>
		pathname === '/subtitle/1-2.zip'
			? {body: zip}
			: {body: {status: true, results: [title], subtitles: [subtitle, {...subtitle, url: null}]}},
	);
	const found = await client.search(buildSubtitleCriteria({languages: ['en', 'pt-br']}), signal);
	t.is(found.length, 1);
	t.like(found[0], {id: '/subtitle/1-2.zip', language: 'en', hearingImpaired: true, isIdMatch: true, title: 'Paper Harbor', format: 'zip'});
	t.deepEqual(found[0]?.releases, ['Paper.Harbor.2019.1080p.WEB-DL-TIDE', 'SUBDL::paper-harbor.zip']);
	t.is(asked[0]?.pathname, '/api/v1/subtitles');
	t.like(Object.fromEntries(asked[0]?.searchParams ?? []), {
		imdb_id: 'tt0123456',
		type: 'movie',
		languages: 'BR_PT,EN',
		api_key: 'subdl-secret',
	});
	const sent = await client.download({id: '/subtitle/1-2.zip'}, signal);
	t.deepEqual([sent.name, sent.bytes.length], ['1-2.zip', zip.length]);
});

test('an episode is searched with its numbers, then by the title; packs count when they hold it', async t => {
	const lamp = {...subtitle, season: 2, hi: false};
	const {client, asked} = await subdlWorld(t, ({searchParams}) =>
		searchParams.has('imdb_id')
			? {body: {status: false, error: "can't find movie or tv"}}
			: {
					body: {
						status: true,
						results: [{name: 'The Lamp'}],
						subtitles: [
							{...lamp, url: '/a.zip', episode: 5},
							{...lamp, url: '/b.zip', episode: 6},
							{...lamp, url: '/c.zip', season: 3, episode: 5},
							{...lamp, url: '/d.zip', full_season: true, episode_from: 1, episode_end: 8},
							{...lamp, url: '/e.zip', full_season: true, episode_from: 6, episode_end: 8, episode: 6},
							{...lamp, url: '/f.zip', full_season: true, episode: 0},
							{...lamp, url: '/g.zip', language: 'EN_DE'},
						],
					},
				},
	);
	const found = await client.search(buildSubtitleCriteria({title: 'The Lamp', episode: lampEpisode}), signal);
	t.deepEqual(
		found.map(({link, episodeNumber}) => [link, episodeNumber]),
		[
			['/a.zip', 5],
			['/d.zip', 5],
			['/f.zip', null],
		],
	);
	t.is(asked.length, 2);
	t.like(Object.fromEntries(asked[1]?.searchParams ?? []), {film_name: 'The Lamp', type: 'tv', season_number: '2', episode_number: '5'});
});

test('refusals are told apart, and never show the key', async t => {
	let reply: Reply = {body: ''};
	const {client, deps, id} = await subdlWorld(t, () => reply);
	const failed = async (next: Reply) => {
		reply = next;
		const error = await t.throwsAsync(client.search(buildSubtitleCriteria(), signal));
		t.false(error?.message.includes('subdl-secret'));
		return error;
	};
	t.like(await failed({status: 403, body: {}}), {code: 'authentication_failed'});
	t.like(await failed({body: {status: false, error: 'invalid api_key subdl-secret'}}), {code: 'authentication_failed'});
	t.like(await failed({status: 429, body: {}, headers: {'retry-after': '77'}}), {name: 'TooMany', retryAfterSeconds: 77});
	t.like(await failed({status: 500, body: {}}), {code: 'provider_failed'});
	t.like(await failed({body: '<html>'}), {code: 'wrong_protocol'});
	t.like(await failed({body: {status: false, error: 'daily limit'}}), {code: 'provider_failed'});
	reply = {body: '<html>', headers: {'content-type': 'text/html'}};
	await t.throwsAsync(client.download({id: '/x.zip'}, signal), {code: 'not_a_subtitle'});
	await t.throwsAsync(client.download({id: 'http://127.0.0.1:9/x.zip'}, signal), {code: 'address_refused'});
	await t.throwsAsync(client.download({id: 'http://[bad'}, signal), {code: 'subtitle_unusable'});
	reply = {body: {status: true, subtitles: []}};
	t.deepEqual((await client.test(signal)).details, ['The API key works.']);
	t.is((await deps.subtitleProviders.get(id)).remaining, null);
});

test('a link with a key is used for the download only, and the subtitle goes by another name', async t => {
	const secret = 'canary0123456789';
	const links = [`/subtitle/1-2.zip?token=${secret}`, `/${secret}/1-2.zip`];
	const {client, asked} = await subdlWorld(t, ({pathname}) =>
		pathname.endsWith('.zip') ? {body: zip} : {body: {status: true, results: [title], subtitles: links.map(url => ({...subtitle, url}))}},
	);
	const search = () => client.search(buildSubtitleCriteria({languages: ['en']}), signal);
	const found = await search();
	const names = found.map(({id}) => id);
	t.is(new Set(names).size, 2);
	t.false(names.join().includes(secret));
	t.deepEqual(
		(await search()).map(({id}) => id),
		names,
	);
	for (const each of found) {
		t.is((await client.download(each, signal)).bytes.length, zip.length);
	}
	t.deepEqual(
		asked.slice(-2).map(({pathname, search: query}) => pathname + query),
		links,
	);
});
