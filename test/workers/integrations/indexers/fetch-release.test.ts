import {gzipSync} from 'node:zlib';
import type {ExecutionContext} from 'ava';
import test from 'ava';
import {TooMany} from '#shared/errors.ts';
import {type FakeAnswer, fakeIndexer} from '#test/helpers/fake-indexer.ts';
import {leavesCookie} from '#test/helpers/indexer-fixtures.ts';
import {smallTorrent} from '#test/helpers/small-torrent.ts';
import {hostileMagnet, hostileTorrent} from '#test/helpers/trap/hostile-addresses.ts';
import {withHttp} from '#test/helpers/with-http.ts';
import type {Http} from '#workers/integrations/http/http.ts';
import {type FetchDeps, fetchRelease} from '#workers/integrations/indexers/fetch-release.ts';

const {signal} = new AbortController();
const {torrent, infoHash} = smallTorrent();
const magnetUrl = `magnet:?xt=urn:btih:${infoHash}&dn=Lantern`;
const nzb =
	'<?xml version="1.0"?><!DOCTYPE nzb PUBLIC "-//newzBin//DTD NZB 1.1//EN" "x.dtd"><nzb><head/><file subject="a"><segments/></file></nzb>';

/** Serves `answers` by path and fetches `/file`. */
async function fetchFrom(
	t: ExecutionContext,
	answers: Record<string, FakeAnswer>,
	{protocol = 'torrent', deps = {}}: {protocol?: 'torrent' | 'usenet' | 'stream'; deps?: Partial<FetchDeps>} = {},
) {
	const site = await fakeIndexer(t, {answer: url => answers[url.pathname] ?? {status: 404}});
	return fetchRelease(
		{
			release: {protocol, downloadUrl: `${site.url}/file?apikey=geheim42`, magnetUrl: null},
			indexerUrl: `${site.url}/api`,
			apiKey: 'geheim42',
			signal,
		},
		{http: withHttp(t), now: () => new Date('2026-01-01'), network: 'any', allowPrivate: () => false, solver: null, ...deps},
	);
}

test('a magnet link is taken without asking anybody', async t => {
	const release = {protocol: 'torrent' as const, downloadUrl: 'http://127.0.0.1:1/', magnetUrl};
	const deps: FetchDeps = {http: withHttp(t), now: () => new Date(), network: 'public', allowPrivate: () => false, solver: null};
	const expected = {magnetUrl, torrent: null, nzb: null, infoHash};
	t.deepEqual(await fetchRelease({release, indexerUrl: 'http://127.0.0.1:1/', apiKey: null, signal}, deps), expected);
	const linked = {...release, downloadUrl: magnetUrl, magnetUrl: null};
	t.deepEqual(await fetchRelease({release: linked, indexerUrl: 'http://127.0.0.1:1/', apiKey: null, signal}, deps), expected);
});

test('a torrent file comes with its hash, straight or after redirects, plain or packed', async t => {
	const expected = {magnetUrl: null, torrent, nzb: null, infoHash};
	t.deepEqual(await fetchFrom(t, {'/file': {body: torrent}}), expected);
	t.deepEqual(await fetchFrom(t, {'/file': {body: gzipSync(torrent)}}), expected);
	t.deepEqual(
		await fetchFrom(t, {
			'/file': {status: 302, headers: {Location: 'next'}},
			'/next': {status: 307, headers: {Location: '/end'}},
			'/end': {body: torrent},
		}),
		expected,
	);
});

test('a redirect or a text may be a magnet link', async t => {
	const expected = {magnetUrl, torrent: null, nzb: null, infoHash};
	for (const status of [301, 302, 303, 307, 308]) {
		t.deepEqual(await fetchFrom(t, {'/file': {status, headers: {Location: magnetUrl}}}), expected);
	}
	t.deepEqual(await fetchFrom(t, {'/file': {body: `${magnetUrl}\n`}}), expected);
});

test('how many private addresses a torrent lost is reported', async t => {
	const forbidden = {host: '127.0.0.2:4711', port: 4711, visits: []};
	const file = await fetchFrom(t, {'/file': {body: hostileTorrent(forbidden).torrent}});
	t.deepEqual(file.leftOut, {trackers: 2, webSeeds: 1, peers: 0});
	const link = await fetchFrom(t, {'/file': {body: hostileMagnet(infoHash, forbidden)}});
	t.deepEqual(link.leftOut, {trackers: 5, webSeeds: 0, peers: 0});
	const allowed = await fetchFrom(t, {'/file': {body: hostileTorrent(forbidden).torrent}}, {deps: {allowPrivate: () => true}});
	t.is(allowed.leftOut, undefined);
});

test('an NZB comes as it is', async t => {
	const fetched = await fetchFrom(t, {'/file': {body: nzb}}, {protocol: 'usenet'});
	t.deepEqual(fetched, {magnetUrl: null, torrent: null, nzb: Buffer.from(nzb), infoHash: null});
});

const failures: {title: string; answer: FakeAnswer; code: string; protocol?: 'torrent' | 'usenet' | 'stream'}[] = [
	{title: 'what is gone', answer: {status: 404}, code: 'release_gone'},
	{title: 'what is gone for good', answer: {status: 410}, code: 'release_gone'},
	{title: 'a limit', answer: {status: 429, headers: {'Retry-After': '60'}}, code: 'rate_limited'},
	{title: 'a limit in a document', answer: {body: '<error code="501" description="Download limit reached"/>'}, code: 'rate_limited'},
	{
		title: 'a missing release in a document',
		answer: {body: '\uFEFF<?xml version="1.0"?>\n<error code="300" description="No such item"/>'},
		code: 'release_gone',
	},
	{
		title: 'a refusal',
		answer: {body: '<error code="201" description="Incorrect parameter"/>'},
		code: 'indexer_refused',
		protocol: 'usenet',
	},
	{title: 'a refused key', answer: {status: 403}, code: 'authentication_failed'},
	{title: 'a broken server', answer: {status: 500}, code: 'indexer_failed'},
	{title: 'a login page', answer: {body: '<html><body>Log in</body></html>'}, code: 'file_refused'},
	{title: 'a page in place of an NZB', answer: {body: '<html><body><br></body></html>'}, code: 'file_refused', protocol: 'usenet'},
	{title: 'an empty NZB', answer: {body: '<nzb></nzb>'}, code: 'not_an_nzb', protocol: 'usenet'},
	{title: 'an NZB that is cut off', answer: {body: '<nzb><head>'}, code: 'not_an_nzb', protocol: 'usenet'},
	{title: 'a broken magnet link', answer: {status: 302, headers: {Location: 'magnet:?dn=nothing'}}, code: 'not_a_torrent'},
	{title: 'a circle', answer: {status: 302, headers: {Location: '/file'}}, code: 'too_many_redirects'},
	{title: 'a redirect to a file of ours', answer: {status: 302, headers: {Location: 'file:///etc/passwd'}}, code: 'address_invalid'},
	{
		title: 'a redirect into the private network',
		answer: {status: 302, headers: {Location: 'http://127.0.0.1:1/'}},
		code: 'address_refused',
	},
	{title: 'a challenge without a solver', answer: {status: 403, headers: {'cf-mitigated': 'challenge'}}, code: 'challenge'},
	{title: 'a stream', answer: {}, code: 'nothing_to_fetch', protocol: 'stream'},
];

for (const {title, answer, code, protocol = 'torrent'} of failures) {
	test(`${title} fails as ${code}, without the key`, async t => {
		const error = await t.throwsAsync(fetchFrom(t, {'/file': answer}, {protocol}), {code});
		t.false(`${error.message} ${error.stack}`.includes('geheim42'));
	});
}

const limits: readonly [words: string, seconds: number][] = [
	['You have reached your snatch limit', 3600],
	['Please wait 30 seconds before downloading again', 30],
	['Wait 1440 minutes or risk being temporarily banned.', 86_400],
	['Vous avez atteint votre limite de téléchargement', 3600],
	['<error code="502" description="Too many concurrent downloads"/>', 3600],
	['<error code="900" description="Daily hits exceeded"/>', 3600],
	['{"error":{"code":42,"message":"Slots used up"}}', 3600],
];

test('the words of a site for its limits are known, and how long it wants rest', async t => {
	for (const [body, seconds] of limits) {
		const error = await t.throwsAsync(fetchFrom(t, {'/file': {body}}), {instanceOf: TooMany}, body);
		t.is(error.retryAfterSeconds, seconds, body);
	}
	for (const body of ['Invalid passkey', 'Account expired', 'Your torrent pass is unknown: invalid torrent pass']) {
		await t.throwsAsync(fetchFrom(t, {'/file': {body}}), {code: 'file_refused', message: new RegExp(body)});
	}
});

test('a challenge before the download is solved', async t => {
	const site = await fakeIndexer(t, {
		answer: (_url, {headers}) => (headers.cookie === 'pass=1' ? {body: torrent} : {status: 403, headers: {'cf-mitigated': 'challenge'}}),
	});
	const release = {protocol: 'torrent' as const, downloadUrl: `${site.url}/file`, magnetUrl: null};
	const deps: FetchDeps = {
		http: withHttp(t),
		now: () => new Date(),
		network: 'any',
		allowPrivate: () => false,
		solver: leavesCookie('pass', '1'),
	};
	t.is((await fetchRelease({release, indexerUrl: site.url, apiKey: null, signal}, deps)).infoHash, infoHash);
});

test('only the port that an administrator entered may be private, also where the scheme implies it', async t => {
	const asked: string[] = [];
	const http: Http = async ({url, network}) => {
		asked.push(`${network} ${url}`);
		const location = {'https://site.test/file': 'http://site.test/down', 'http://site.test/down': 'https://site.test:443/end'}[String(url)];
		return location
			? {status: 302, headers: {location}, cookies: [], body: Buffer.of(), url: String(url)}
			: {status: 200, headers: {}, cookies: [], body: torrent, url: String(url)};
	};
	const release = {protocol: 'torrent' as const, downloadUrl: 'https://site.test/file', magnetUrl: null};
	const deps: FetchDeps = {http, now: () => new Date(), network: 'any', allowPrivate: () => false, solver: null};
	t.is((await fetchRelease({release, indexerUrl: 'https://site.test', apiKey: null, signal}, deps)).infoHash, infoHash);
	t.deepEqual(asked, ['any https://site.test/file', 'public http://site.test/down', 'any https://site.test/end']);
});
