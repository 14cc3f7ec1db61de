import test from 'ava';
import {readSolverReports, removeSolverReport, type SolverReport, writeSolverReport} from '#shared/captcha/solver-reports.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';

const report: SolverReport = {
	instance: 'host-1',
	browserPath: '/usr/bin/chromium',
	userAgent: 'Mozilla/5.0 (X11; Linux) Chrome/150.0',
	fault: null,
};

test('each worker has one report, the latest, until it takes it back', async t => {
	const {producer: redis, prefix} = await withRedisClients(t);
	t.deepEqual(await readSolverReports(redis, prefix), []);
	await writeSolverReport(redis, prefix, report);
	await writeSolverReport(redis, prefix, {...report, userAgent: null, fault: 'It has\ntwo lines'});
	await writeSolverReport(redis, prefix, {...report, instance: 'host-2'});
	const read = (await readSolverReports(redis, prefix)).toSorted((a, b) => (a.instance < b.instance ? -1 : 1));
	t.deepEqual(read, [
		{...report, userAgent: null, fault: 'It has\ntwo lines'},
		{...report, instance: 'host-2'},
	]);
	await removeSolverReport(redis, prefix, 'host-2');
	t.deepEqual(
		(await readSolverReports(redis, prefix)).map(({instance}) => instance),
		['host-1'],
	);
});
