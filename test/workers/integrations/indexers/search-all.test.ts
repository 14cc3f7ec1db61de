import test, {type ExecutionContext} from 'ava';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {Cancelled, Invalid, TooMany, UpstreamFailed} from '#shared/errors.ts';
import {fakeIndexer} from '#test/helpers/fake-indexer.ts';
import {indexerDeps, indexerSettings, movieSearch} from '#test/helpers/indexer-fixtures.ts';
import {serveHttp} from '#test/helpers/serve-http.ts';
import {createAnswerRoom} from '#workers/integrations/indexers/answer-room.ts';
import type {Indexer} from '#workers/integrations/indexers/indexer.ts';
import {openIndexer} from '#workers/integrations/indexers/open-indexer.ts';
import {feedCapabilities} from '#workers/integrations/indexers/rss/rss-indexer.ts';
import {type IndexerToAsk, searchAll} from '#workers/integrations/indexers/search-all.ts';

const {signal} = new AbortController();
const now = () => new Date('2026-03-01T12:00:00Z');
const search = {criteria: movieSearch(), now, signal};

function asked(id: string, work: Indexer['search'], overrides: Partial<IndexerToAsk> = {}): IndexerToAsk {
	const indexer: Indexer = {
		kind: 'torznab',
		search: work,
		recent: async () => [],
		test: async () => ({version: null, details: []}),
		capabilities: async () => feedCapabilities,
	};
	return {id, name: `Site ${id}`, enabled: true, disabledUntil: null, timeoutSeconds: null, open: () => indexer, ...overrides};
}

const failing =
	(error: unknown): Indexer['search'] =>
	async () =>
		Promise.reject(error);

test('every indexer has its row, whatever happens to it', async t => {
	const never: Indexer['search'] = () => new Promise(() => undefined);
	const {releases, results} = await searchAll(
		[
			asked('fine', async () => []),
			asked('key', failing(new Invalid('authentication_failed', 'The indexer refuses the key.'))),
			asked('limit', failing(new TooMany('rate_limited', 'Asked too often.', 300))),
			asked('gate', failing(new UpstreamFailed('challenge_failed', 'Still a gate.'))),
			asked('late', failing(new UpstreamFailed('timed_out', 'Late.'))),
			asked('bug', failing(new TypeError('apikey=abc is undefined'))),
			asked('deaf', never, {timeoutSeconds: 0.05}),
			asked('off', never, {enabled: false}),
			asked('resting', never, {disabledUntil: new Date('2026-03-01T13:00:00Z')}),
			asked('rested', async () => [], {disabledUntil: new Date('2026-03-01T11:00:00Z')}),
		],
		search,
	);
	t.deepEqual(releases, []);
	t.deepEqual(
		results.map(({indexerId, status, errorMessage}) => [indexerId, status, errorMessage]),
		[
			['fine', 'ok', null],
			['key', 'error', 'The indexer refuses the key.'],
			['limit', 'rate_limited', 'Asked too often.'],
			['gate', 'challenge_failed', 'Still a gate.'],
			['late', 'timeout', 'Late.'],
			['bug', 'error', 'The answer of the indexer could not be read.'],
			['deaf', 'timeout', 'No answer within 0.05 seconds.'],
			['off', 'disabled', 'The indexer is switched off.'],
			['resting', 'disabled', 'The indexer failed recently and is paused until 2026-03-01T13:00:00.000Z.'],
			['rested', 'ok', null],
		],
	);
	t.is(results[2]?.retryAfterSeconds, 300);
});

test('the whole search has a limit below that of a patient indexer', async t => {
	const never: Indexer['search'] = () => new Promise(() => undefined);
	const {results} = await searchAll([asked('slow', never, {timeoutSeconds: 500})], {...search, totalSeconds: 0.05});
	t.is(results[0]?.status, 'timeout');
});

test('the caller may stop it', async t => {
	const stop = new AbortController();
	const work: Indexer['search'] = (_criteria, inner) => {
		stop.abort();
		return inner.aborted ? Promise.reject(new Cancelled()) : Promise.resolve([]);
	};
	await t.throwsAsync(searchAll([asked('a', work)], {...search, signal: stop.signal}), {instanceOf: Cancelled});
});

test('the same release of two sites is that of the better one, and both count', async t => {
	const infoHash = 'ab'.repeat(20);
	const item = {title: 'Lantern.Tide.2019.1080p-X', categories: [2000], infoHash};
	const [first, second] = [await fakeIndexer(t, {items: [item]}), await fakeIndexer(t, {items: [{...item, seeders: 5}]})];
	const deps = indexerDeps(t);
	const indexers = [first, second].map(({url}, index) => {
		const settings = indexerSettings({id: `site-${index}`, url, priority: 20 - index});
		return asked(settings.id, openIndexer(settings, deps).search);
	});
	const {releases, results} = await searchAll(indexers, search);
	t.deepEqual(
		releases.map(({indexerId}: FoundRelease) => indexerId),
		['site-1'],
	);
	t.deepEqual(
		results.map(({resultCount}) => resultCount),
		[1, 1],
	);
});

/** An RSS feed of about so many bytes, with one release. */
async function sized(t: ExecutionContext, id: string, mebibytes: number, order: string[] = []): Promise<IndexerToAsk> {
	const item = `<title>Lantern.Tide.2019.1080p-${id}</title><guid>${id}</guid><pubDate>Thu, 01 Jan 2026 10:00:00 +0000</pubDate><link>https://site.test/${id}</link>`;
	const padding = `<description>${'x'.repeat(mebibytes * 1024 * 1024)}</description>`;
	const url = await serveHttp(t, (_request, reply) => {
		order.push(id);
		reply.end(`<?xml version="1.0"?><rss version="2.0"><channel><item>${item}${padding}</item></channel></rss>`);
	});
	const settings = indexerSettings({id, kind: 'rss', url});
	return asked(id, () => Promise.reject(new Error('opened otherwise')), {
		open: (_time, takeAnswer) => openIndexer(settings, indexerDeps(t, {takeAnswer})),
	});
}

test('the answers to one search have 20 MiB in all; what is over is left out, and its site is not to blame', async t => {
	const indexers = [await sized(t, 'a', 8), await sized(t, 'b', 8), await sized(t, 'c', 8), await sized(t, 'd', 0)];
	const {releases, results} = await searchAll(indexers, search);
	t.is(releases.length, 3);
	const [left] = results.filter(({status}) => status === 'error');
	t.like(left, {
		wasAsked: false,
		errorMessage: 'The answers of all indexers to one search are larger than 20 MiB in all, so this one was left out.',
	});
	t.is(results.find(({indexerId}) => indexerId === 'd')?.status, 'ok');
	t.is((await searchAll(indexers.slice(0, 2), search)).releases.length, 2, 'each search has its own');
});

test('one indexer has 10 MiB', async t => {
	const takes = createAnswerRoom()();
	takes(6 * 1024 * 1024);
	t.throws(() => takes(5 * 1024 * 1024), {code: 'too_large'});
	t.notThrows(() => takes(4 * 1024 * 1024));
});
