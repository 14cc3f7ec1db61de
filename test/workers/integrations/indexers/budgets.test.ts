import test, {type ExecutionContext} from 'ava';
import {createStoredRates} from '#shared/coordination/rate.ts';
import {Cancelled, TooMany} from '#shared/errors.ts';
import {createQueryBudgets} from '#shared/query-budgets.ts';
import {emptyRedis, withRedisClients} from '#test/helpers/redis-clients.ts';
import {withStores} from '#test/helpers/stores.ts';
import {createIndexerRates} from '#workers/integrations/indexers/indexer-rates.ts';

const minute = 60_000;
const indexer = {
	id: 'site',
	name: 'Site',
	url: 'https://site.example',
	queryLimit: 4,
	grabLimit: 2,
	limitUnit: 'hour' as const,
	minimumIntervalSeconds: 0,
};

async function withBudgets(t: ExecutionContext, clock?: () => Date) {
	const {connection, stores} = await withStores(t);
	const {producer, prefix} = await withRedisClients(t);
	const budgets = clock ? createStoredRates(connection, {clock}) : stores.budgets;
	return {producer, prefix, budgets, ...createIndexerRates(producer, prefix, budgets)};
}

test('a budget holds in any hour, not only from its first use on', async t => {
	let now = new Date('2026-01-01T12:00:00Z');
	const {query} = await withBudgets(t, () => now);
	const {signal} = new AbortController();
	const pass = (ms: number) => {
		now = new Date(Number(now) + ms);
	};
	await query(indexer, signal);
	pass(59 * minute);
	for (let count = 0; count < 3; count += 1) {
		await query(indexer, signal);
	}
	pass(2 * minute);
	await query(indexer, signal);
	const refusal = await t.throwsAsync(query(indexer, signal), {instanceOf: TooMany});
	t.is(Math.round((refusal?.retryAfterSeconds ?? 0) / 60), 58);
});

test('what is used up, and the pause that a site asked for, survive an emptied Redis', async t => {
	const {producer, prefix, query, grab, pauseGrabs} = await withBudgets(t);
	const {signal} = new AbortController();
	await Promise.all([1, 2, 3, 4].map(() => query(indexer, signal)));
	await grab(indexer);
	await pauseGrabs({id: 'other'}, {seconds: 600, isAsked: true});
	await emptyRedis(producer, prefix);
	await t.throwsAsync(query(indexer, signal), {instanceOf: TooMany});
	await grab(indexer);
	await t.throwsAsync(grab(indexer), {instanceOf: TooMany});
	const pause = await t.throwsAsync(grab({...indexer, id: 'other', grabLimit: null}), {instanceOf: TooMany, message: /asked us to wait/});
	t.true((pause?.retryAfterSeconds ?? 0) > 590);
});

test('searches and grabs have budgets of their own, and indexers too', async t => {
	const {query, grab} = await withBudgets(t);
	await grab(indexer);
	await grab(indexer);
	await t.throwsAsync(grab(indexer), {instanceOf: TooMany});
	await t.notThrowsAsync(query(indexer, new AbortController().signal));
	await t.notThrowsAsync(grab({...indexer, id: 'other'}));
	await t.notThrowsAsync(grab({...indexer, grabLimit: null}));
});

test('a query that is not sent, because its search ended while it waited, is given back', async t => {
	const {query, budgets} = await withBudgets(t);
	const slow = {...indexer, minimumIntervalSeconds: 300};
	const hits = async () => (await createQueryBudgets(budgets).read([slow])).get(slow.id)?.hits;
	await query(slow, new AbortController().signal);
	await t.throwsAsync(query(slow, AbortSignal.timeout(50)), {instanceOf: Cancelled});
	t.is(await hits(), 1);
});
