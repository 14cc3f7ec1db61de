import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {withDatabase} from '#test/helpers/database.ts';
import {withRedis} from '#test/helpers/redis.ts';
import {live} from '#test/simulate/live.ts';
import {judge} from '#test/simulate/report.ts';
import type {SimulationOptions} from '#test/simulate/stage.ts';

/** A few days of a small library. */
async function simulate(t: ExecutionContext, options: Partial<SimulationOptions>) {
	const {uri: mongodbUri} = await withDatabase(t);
	const {url: redisUrl, prefix} = await withRedis(t);
	const dataDir = mkdtempSync(join(tmpdir(), 'kinoteka-simulate-'));
	t.teardown(() => rmSync(dataDir, {recursive: true, force: true}));
	const size = {movies: 50, series: 20, years: 4 / 365, seed: 3, daysAfter: 0};
	return judge(await live({mongodbUri, redisUrl, prefix, dataDir, ...size, ...options}));
}

const about = (faults: readonly string[], pattern: RegExp) => faults.filter(fault => pattern.test(fault));

test('the planner of the service gets through some days without a fault', async t => {
	const {faults, sentence, lines} = await simulate(t, {daysAfter: 8});
	t.deepEqual(faults, []);
	t.regex(sentence, /^simulate: passed, \d+ episodes aired/);
	t.regex(lines.join('\n'), /Hundred an hour: \d+ queries, allows 100 a hour/);
});

test('a planner that forgets how long titles rest is found out', async t => {
	const {faults, sentence} = await simulate(t, {
		alter: {deps: deps => ({...deps, searchBackoff: {...deps.searchBackoff, paused: async () => new Set()}})},
	});
	t.true(about(faults, /after search \d+ without a result$/).length > 0);
	t.regex(sentence, /^simulate: failed, .*searched more often than its back-off allows/);
});

test('a planner that takes no turns at the indexers is found out', async t => {
	const none = async () => {};
	const rates = {query: none, test: none, waitForRate: none, grab: none, pauseGrabs: none, oneAtATime: async () => () => {}};
	const alter = {indexerRates: rates, limits: {'Two hundred a day': 10}};
	const {faults} = await simulate(t, {alter});
	t.true(about(faults, /^Two hundred a day allows 10 queries a day and got \d+/).length > 0);
});

test('a planner that ignores new episodes is found out', async t => {
	const {faults} = await simulate(t, {alter: {tasks: ['missingMovies']}});
	t.true(about(faults, /was not searched by/).length > 0);
	t.true(about(faults, /is still missing, although an indexer has it/).length > 0);
});
