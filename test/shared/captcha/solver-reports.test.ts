import test from 'ava';
import {type SolverReport, solverReports} from '#shared/captcha/solver-reports.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';

const report: SolverReport = {
	instance: 'host-1',
	browserPath: '/usr/bin/chromium',
	userAgent: 'Mozilla/5.0 (X11; Linux) Chrome/150.0',
	fault: null,
};

test('each worker has one report, the latest, until it takes it back', async t => {
	const {producer: redis, prefix} = await withRedisClients(t);
	const reports = solverReports(redis, prefix);
	t.deepEqual(await reports.list(), []);
	const broken = {...report, userAgent: null, fault: 'It has\ntwo lines'};
	await reports.put({'host-1': report});
	await reports.put({'host-1': broken});
	await reports.put({'host-2': {...report, instance: 'host-2'}});
	const read = (await reports.list()).toSorted((a, b) => (a.instance < b.instance ? -1 : 1));
	t.deepEqual(read, [broken, {...report, instance: 'host-2'}]);
	await reports.drop('host-2');
	t.deepEqual(await reports.list(), [broken]);
});
