import test from 'ava';
import {Cancelled, TooMany} from '#shared/errors.ts';
import {createQueryBudgets} from '#shared/query-budgets.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';
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

test('a budget counts in any hour, not anew from its first use', async t => {
	const {producer, prefix} = await withRedisClients(t);
	const {query} = createIndexerRates(producer, prefix);
	const {signal} = new AbortController();
	const key = `${prefix}:rate:indexer-query:site`;
	const pass = async (ms: number) => {
		for (const member of await producer.zrange(key, '0', '-1')) {
			await producer.zincrby(key, -ms, member);
		}
	};
	await query(indexer, signal);
	await pass(59 * minute);
	for (let count = 0; count < 3; count += 1) {
		await query(indexer, signal);
	}
	await pass(2 * minute);
	await query(indexer, signal);
	const refusal = await t.throwsAsync(query(indexer, signal), {instanceOf: TooMany});
	t.is(Math.round((refusal?.retryAfterSeconds ?? 0) / 60), 58);
});

test('searches and grabs have budgets of their own, and indexers too', async t => {
	const {producer, prefix} = await withRedisClients(t);
	const {query, grab} = createIndexerRates(producer, prefix);
	await grab(indexer);
	await grab(indexer);
	await t.throwsAsync(grab(indexer), {instanceOf: TooMany});
	await t.notThrowsAsync(query(indexer, new AbortController().signal));
	await t.notThrowsAsync(grab({...indexer, id: 'other'}));
	await t.notThrowsAsync(grab({...indexer, grabLimit: null}));
});

test('a query that is not sent, because its search ended while it waited, is given back', async t => {
	const {producer, prefix} = await withRedisClients(t);
	const {query} = createIndexerRates(producer, prefix);
	const slow = {...indexer, minimumIntervalSeconds: 300};
	const hits = async () => (await createQueryBudgets(producer, prefix).read([slow])).get(slow.id)?.hits;
	await query(slow, new AbortController().signal);
	await t.throwsAsync(query(slow, AbortSignal.timeout(50)), {instanceOf: Cancelled});
	t.is(await hits(), 1);
});
