import {randomUUID} from 'node:crypto';
import test from 'ava';
import {takeBackImport} from '#shared/jobs/import.ts';
import {type NeededFolder, type Reach, startReports} from '#shared/machines/reports.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';
import {startTestPool} from '#test/helpers/test-pool.ts';
import {until} from '#test/helpers/until.ts';
import {goesElsewhere} from '#workers/runtime/folder-reach.ts';

const films: NeededFolder = {path: '/media/films', kind: 'root', name: 'root folder Films'};
const here: Reach = {reached: [films], missing: []};
const away: Reach = {reached: [], missing: [films]};

test('jobs run where their folder is, in one attempt, and anywhere once nobody has it', async t => {
	const clients = await withRedisClients(t);
	const ran: string[] = [];
	const attempts: number[] = [];
	const machine = async (name: string, reach: Reach) => {
		const reports = await startReports({
			...{redis: clients.producer, prefix: clients.prefix, machine: {id: name, name}, services: ['worker:import']},
			look: async () => reach,
		});
		t.teardown(reports.stop);
		await startTestPool(t, clients, {
			pool: 'import',
			goesElsewhere: pool => goesElsewhere(pool, async () => ['/media/films/One'], reports),
			handlers: {
				takeBackImport: async (_payload, _deps, run) => {
					ran.push(name);
					attempts.push(run.attempt);
				},
			},
		});
		return reports;
	};
	const add = () => clients.jobs.enqueue(takeBackImport, {queueItemId: randomUUID(), placed: []});
	await machine('without', away);
	const other = await machine('with', here);
	for (let each = 0; each < 20; each += 1) {
		await add();
	}
	await until(() => ran.length === 20);
	t.deepEqual([...new Set(ran)], ['with']);
	t.deepEqual([...new Set(attempts)], [1]);

	await other.stop();
	await add();
	await until(() => ran.length === 21);
	// Whoever took it ran it: one that cannot reach the folder then says so.
	t.is(attempts.at(-1), 1);
});

test('a process leaves a job only to one of its pool that has more of the folders', async t => {
	const series: NeededFolder = {path: '/media/series', kind: 'root', name: 'root folder Series'};
	const report = (reach: Reach, service = 'worker:import') => ({
		...{process: randomUUID(), machine: {id: 'x', name: 'x'}, services: [service], steady: []},
		...reach,
	});
	const leaves = (own: Reach, others: ReturnType<typeof report>[], needed: readonly string[] | 'all' = 'all') =>
		goesElsewhere('import', async () => needed, {
			own: () => report(own),
			others: async () => others,
			renew: async () => {},
			stop: async () => {},
		});
	t.true(await leaves(away, [report(here)]));
	t.true(await leaves(away, [report(here)], ['/media/films/One/One.mkv']));
	t.false(await leaves(away, [report(here)], ['/media/filmsets/One']), 'another folder');
	t.false(await leaves(away, [report(here, 'worker:files')]), 'another pool');
	t.false(await leaves(away, [report(away)]), 'nobody has it');
	t.false(await leaves(here, [report(here)]));
	const half = {reached: [series], missing: [films]};
	t.false(await leaves(half, [report({reached: [films], missing: [series]})]), 'each lacks something');
	t.true(await leaves(half, [report({reached: [films, series], missing: []})]));
});
