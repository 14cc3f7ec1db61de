import {setImmediate} from 'node:timers/promises';
import test from 'ava';
import {createTurns} from '#shared/coordination/wait.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {Cancelled, Invalid, TooMany, UpstreamFailed} from '#shared/errors.ts';
import {buildRelease} from '#test/helpers/build-release.ts';
import {fakeIndexer} from '#test/helpers/fake-indexer.ts';
import {indexerDeps, indexerSettings, movieSearch} from '#test/helpers/indexer-fixtures.ts';
import {serveHttp} from '#test/helpers/serve-http.ts';
import {createAnswerRoom} from '#workers/integrations/indexers/answer-limits.ts';
import type {Indexer} from '#workers/integrations/indexers/indexer.ts';
import {openIndexer} from '#workers/integrations/indexers/open-indexer.ts';
import {feedCapabilities} from '#workers/integrations/indexers/rss-indexer.ts';
import {type IndexerToAsk, searchAll} from '#workers/integrations/indexers/search-all.ts';

const {signal} = new AbortController();
const now = () => new Date('2026-03-01T12:00:00Z');
const search = {criteria: movieSearch(), now, takeTurn: createTurns(), signal};

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

const mebibyte = 1024 * 1024;

/** An indexer whose answer has so many bytes, and one release. */
function sized(id: string, bytes: number): IndexerToAsk {
	const {open, ...rest} = asked(id, async () => []);
	return {
		...rest,
		open: (time, take) => ({
			...open(time, take),
			async search() {
				await take(bytes);
				return [buildRelease({guid: id, title: `Lantern.Tide.2019.1080p-${id}`})];
			},
		}),
	};
}

test('the answers to one search have 20 MiB in all; what is over is left out, and its site is not to blame', async t => {
	const indexers = [sized('a', 8 * mebibyte), sized('b', 8 * mebibyte), sized('c', 8 * mebibyte), sized('d', 2 * mebibyte)];
	const {releases, results} = await searchAll(indexers, search);
	t.deepEqual(
		releases.map(({guid}) => guid),
		['a', 'b', 'd'],
	);
	t.deepEqual(
		results.map(({status, wasAsked}) => [status, wasAsked]),
		[
			['ok', true],
			['ok', true],
			['error', false],
			['ok', true],
		],
	);
	t.is(
		results[2]?.errorMessage,
		'The answers of the indexers that were asked with it are larger than 20 MiB in all, so this one was left out.',
	);
	t.is((await searchAll(indexers.slice(0, 2), search)).releases.length, 2, 'each search has its own');
});

test('two indexers that send as much as they may leave each of the others its part', async t => {
	const small = Array.from({length: 8}, (_, n) => sized(`small-${n}`, mebibyte / 2));
	const greedy = [sized('a', 10 * mebibyte), sized('b', 6 * mebibyte), sized('c', mebibyte)];
	const {results} = await searchAll([...greedy.slice(0, 2), ...small], search);
	t.deepEqual(
		results.map(({status}) => status),
		results.map(() => 'ok' as const),
	);
	const more = await searchAll([...greedy, ...small.slice(1)], search);
	t.deepEqual(
		more.results.map(({status}) => status),
		['ok', 'ok', 'error', ...small.slice(1).map(() => 'ok' as const)],
		'all but its part is used up',
	);
});

test('one indexer has 10 MiB, and what it sends over counts against it', async t => {
	const takes = createAnswerRoom(1)();
	takes(6 * mebibyte);
	t.throws(() => takes(5 * mebibyte), {code: 'too_large'});
	t.notThrows(() => takes(4 * mebibyte));
	const {results} = await searchAll([sized('a', 11 * mebibyte)], search);
	t.like(results[0], {status: 'error', wasAsked: true, errorMessage: 'Its answers to one search are larger than 10 MiB in all.'});
});

test('each answer of an indexer is counted with all its bytes', async t => {
	const body = '<?xml version="1.0"?><rss version="2.0"><channel><title>x</title></channel></rss>';
	const url = await serveHttp(t, (_request, reply) => reply.end(body));
	const taken: number[] = [];
	const deps = indexerDeps(t, {takeAnswer: async bytes => void taken.push(bytes)});
	await openIndexer(indexerSettings({kind: 'rss', url, timeoutSeconds: 60}), deps).search(movieSearch(), signal);
	t.deepEqual(taken, [body.length]);
});

test('answers that come at one moment are read in a turn of the loop each', async t => {
	let turns = 0;
	const turnOf: number[] = [];
	const indexers = Array.from({length: 20}, (_none, n): IndexerToAsk => {
		const {open, ...rest} = asked(`${n}`, async () => []);
		return {
			...rest,
			open: (time, take) => ({
				...open(time, take),
				async search() {
					await take(1);
					turnOf.push(turns);
					return [];
				},
			}),
		};
	});
	let isOver = false;
	const searching = searchAll(indexers, search).finally(() => {
		isOver = true;
	});
	while (!isOver) {
		await setImmediate();
		turns += 1;
	}
	await searching;
	t.is(new Set(turnOf).size, 20);
});

test('what has come so far is told at the start and after each answer', async t => {
	const late = Promise.withResolvers<FoundRelease[]>();
	const reported: {titles: string[]; answered: string[]; asking: string[]}[] = [];
	const searching = searchAll(
		[asked('late', () => late.promise), asked('quick', async () => [buildRelease({title: 'Quick', indexerId: 'quick'})])],
		{
			...search,
			onAnswer(soFar) {
				const {releases, results, asking} = soFar();
				reported.push({
					titles: releases.map(({title}) => title),
					answered: results.map(({indexerId}) => indexerId),
					asking: asking.map(({name}) => name),
				});
				if (asking.length === 1) {
					late.resolve([buildRelease({title: 'Late', guid: 'late', indexerId: 'late'})]);
				}
			},
		},
	);
	await searching;
	t.deepEqual(reported, [
		{titles: [], answered: [], asking: ['Site late', 'Site quick']},
		{titles: ['Quick'], answered: ['quick'], asking: ['Site late']},
		{titles: ['Late', 'Quick'], answered: ['late', 'quick'], asking: []},
	]);
});

for (const message of ['Command timed out', 'Connection is closed.']) {
	test(`an outage of Redis (${message}) fails the search and is no failure of an indexer`, async t => {
		const indexers = [asked('fine', async () => [buildRelease()]), asked('waits for its turn', failing(new Error(message)))];
		await t.throwsAsync(searchAll(indexers, search), {code: 'redis_unavailable'});
	});
}
