import test, {type ExecutionContext} from 'ava';
import {Cancelled, TooMany} from '#shared/errors.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';
import {withStores} from '#test/helpers/stores.ts';
import {longSignal} from '#test/helpers/until.ts';
import {createIndexerRates} from '#workers/integrations/indexers/indexer-rates.ts';

const never = new AbortController().signal;
const slow = {
	id: 'saved',
	name: 'Site',
	url: 'https://site.example/api',
	queryLimit: null,
	grabLimit: null,
	limitUnit: 'day' as const,
	minimumIntervalSeconds: 86_400,
};
const unsaved = {...slow, id: ''};

async function withRates(t: ExecutionContext) {
	const {producer, prefix} = await withRedisClients(t);
	return createIndexerRates(producer, prefix, (await withStores(t)).stores.budgets);
}

test('a test waits neither for the interval of a search nor for another site', async t => {
	const indexerRates = await withRates(t);
	const soon = longSignal();
	await indexerRates.query(slow, soon);
	await indexerRates.test(slow, soon);
	await indexerRates.test({...unsaved, url: 'https://other.example'}, soon);
	await indexerRates.test({...unsaved, url: 'https://third.example'}, soon);
	t.false(soon.aborted);
});

test('the requests of tests of one site keep a short pace, saved or not', async t => {
	const indexerRates = await withRates(t);
	const begun = performance.now();
	await indexerRates.test(unsaved, never);
	await indexerRates.test(slow, never);
	t.true(performance.now() - begun > 1000);
});

test('no test is faster than its site wants, and the files of a grab keep the interval without counting', async t => {
	const indexerRates = await withRates(t);
	const quick = {...slow, id: 'quick', url: 'https://quick.example', minimumIntervalSeconds: 0, queryLimit: 1};
	await indexerRates.test({...quick, queryLimit: null}, never, 300);
	await t.throwsAsync(indexerRates.test({...quick, queryLimit: null}, AbortSignal.timeout(50), 300), {instanceOf: Cancelled});
	await indexerRates.waitForRate({...quick, minimumIntervalSeconds: 300}, never);
	await t.throwsAsync(indexerRates.waitForRate({...quick, minimumIntervalSeconds: 300}, AbortSignal.timeout(50)), {instanceOf: Cancelled});
	await indexerRates.query(quick, never);
	await t.throwsAsync(indexerRates.query(quick, never), {instanceOf: TooMany});
});

test('what a site wants between two requests holds for all who ask its host', async t => {
	const indexerRates = await withRates(t);
	const one = {...slow, id: 'one', url: 'https://shared.example/a', minimumIntervalSeconds: 0};
	const other = {...one, id: 'other', url: 'https://shared.example/b'};
	const isRefused = (asked: (limit: AbortSignal) => Promise<void>) =>
		t.throwsAsync(asked(AbortSignal.timeout(50)), {instanceOf: Cancelled});
	await indexerRates.query(one, never, 0, 300);
	await isRefused(limit => indexerRates.query(other, limit, 0, 300));
	await isRefused(limit => indexerRates.waitForRate(other, limit, 300));
	await isRefused(limit => indexerRates.test(other, limit, 300));
	await indexerRates.query({...other, url: 'https://elsewhere.example'}, never, 0, 300);
	await indexerRates.query(other, never);
});

test('a host is sent one request at a time, and whoever gave up does not keep its turn', async t => {
	const indexerRates = await withRates(t);
	const one = {name: 'One', url: 'https://busy.example/a'};
	const other = {name: 'Other', url: 'https://busy.example/b'};
	const leave = await indexerRates.oneAtATime(one, never);
	(await indexerRates.oneAtATime({name: 'Third', url: 'https://idle.example'}, never))();
	await t.throwsAsync(indexerRates.oneAtATime(other, AbortSignal.timeout(20)), {instanceOf: Cancelled});
	const order: string[] = [];
	const second = indexerRates.oneAtATime(other, never).then(end => {
		order.push('second');
		end();
	});
	order.push('first');
	leave();
	await second;
	t.deepEqual(order, ['first', 'second']);
	(await indexerRates.oneAtATime(one, never))();
});

test('two processes never ask one host at once', async t => {
	const {producer, prefix} = await withRedisClients(t);
	const {budgets} = (await withStores(t)).stores;
	const processes = [createIndexerRates(producer, prefix, budgets), createIndexerRates(producer, prefix, budgets)];
	const one = {name: 'One', url: 'https://busy.example/a'};
	let running = 0;
	const most: number[] = [];
	const ask = async (rates: (typeof processes)[number]) => {
		const leave = await rates.oneAtATime(one, longSignal());
		running += 1;
		most.push(running);
		await producer.ping(); // the others have a turn
		running -= 1;
		leave();
	};
	await Promise.all(processes.flatMap(rates => [ask(rates), ask(rates), ask(rates)]));
	t.deepEqual(most, [1, 1, 1, 1, 1, 1]);
});

test('tests that are too many for one site are refused instead of waiting for ever', async t => {
	const indexerRates = await withRates(t);
	const outcomes = await Promise.allSettled(Array.from({length: 12}, () => indexerRates.test(unsaved, never)));
	const refused = outcomes.filter(({status}) => status === 'rejected');
	t.true(refused.length >= 2 && refused.length < outcomes.length);
	for (const outcome of refused) {
		t.true(outcome.status === 'rejected' && outcome.reason instanceof TooMany);
	}
});

test('a search that is cancelled does not wait for its turn any longer', async t => {
	const indexerRates = await withRates(t);
	await indexerRates.query(slow, never);
	await t.throwsAsync(indexerRates.query(slow, AbortSignal.timeout(50)), {instanceOf: Cancelled});
});

test('a test of a saved indexer counts against its budget', async t => {
	const indexerRates = await withRates(t);
	const limited = {...slow, queryLimit: 1, minimumIntervalSeconds: 0};
	await indexerRates.test(limited, never);
	await t.throwsAsync(indexerRates.query(limited, never), {instanceOf: TooMany});
	await indexerRates.test({...limited, id: ''}, never);
});
