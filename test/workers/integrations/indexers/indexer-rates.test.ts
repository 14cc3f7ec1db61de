import test, {type ExecutionContext} from 'ava';
import {Cancelled, TooMany} from '#shared/errors.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';
import {withStores} from '#test/helpers/stores.ts';
import {createIndexerRates} from '#workers/integrations/indexers/indexer-rates.ts';

const never = new AbortController().signal;
const slow = {
	id: 'saved',
	name: 'Site',
	url: 'https://site.example/api',
	queryLimit: null,
	grabLimit: null,
	limitUnit: 'day' as const,
	minimumIntervalSeconds: 300,
};
const unsaved = {...slow, id: ''};

async function withTurns(t: ExecutionContext) {
	const {producer, prefix} = await withRedisClients(t);
	return createIndexerRates(producer, prefix, (await withStores(t)).stores.budgets);
}

test('a test waits neither for the interval of a search nor for another site', async t => {
	const indexerRates = await withTurns(t);
	const begun = performance.now();
	await indexerRates.query(slow, never);
	await indexerRates.test(slow, never);
	await indexerRates.test({...unsaved, url: 'https://other.example'}, never);
	await indexerRates.test({...unsaved, url: 'https://third.example'}, never);
	t.true(performance.now() - begun < 2000);
});

test('the requests of tests of one site keep a short pace, saved or not', async t => {
	const indexerRates = await withTurns(t);
	const begun = performance.now();
	await indexerRates.test(unsaved, never);
	await indexerRates.test(slow, never);
	t.true(performance.now() - begun > 1000);
});

test('no test is faster than its site wants, and the files of a grab keep the interval without counting', async t => {
	const indexerRates = await withTurns(t);
	const quick = {...slow, id: 'quick', url: 'https://quick.example', minimumIntervalSeconds: 0, queryLimit: 1};
	await indexerRates.test({...quick, queryLimit: null}, never, 300);
	await t.throwsAsync(indexerRates.test({...quick, queryLimit: null}, AbortSignal.timeout(50), 300), {instanceOf: Cancelled});
	await indexerRates.pace({...quick, minimumIntervalSeconds: 300}, never);
	await t.throwsAsync(indexerRates.pace({...quick, minimumIntervalSeconds: 300}, AbortSignal.timeout(50)), {instanceOf: Cancelled});
	await indexerRates.query(quick, never);
	await t.throwsAsync(indexerRates.query(quick, never), {instanceOf: TooMany});
});

test('tests that are too many for one site are refused instead of waiting for ever', async t => {
	t.timeout(60_000);
	const indexerRates = await withTurns(t);
	const outcomes = await Promise.allSettled(Array.from({length: 12}, () => indexerRates.test(unsaved, never)));
	const refused = outcomes.filter(({status}) => status === 'rejected');
	t.true(refused.length >= 2 && refused.length <= 8);
	for (const outcome of refused) {
		t.true(outcome.status === 'rejected' && outcome.reason instanceof TooMany);
	}
});

test('a search that is cancelled does not wait for its turn any longer', async t => {
	const indexerRates = await withTurns(t);
	await indexerRates.query(slow, never);
	await t.throwsAsync(indexerRates.query(slow, AbortSignal.timeout(50)), {instanceOf: Cancelled});
});

test('a test of a saved indexer counts against its budget', async t => {
	const indexerRates = await withTurns(t);
	const limited = {...slow, queryLimit: 1, minimumIntervalSeconds: 0};
	await indexerRates.test(limited, never);
	await t.throwsAsync(indexerRates.query(limited, never), {instanceOf: TooMany});
	await indexerRates.test({...limited, id: ''}, never);
});
