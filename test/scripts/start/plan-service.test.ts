import {existsSync} from 'node:fs';
import test from 'ava';
import {planService} from '#scripts/start/plan-service.ts';

test('the plan has the API and a process for each pool, with the variables of all', t => {
	const {api, workers} = planService({env: {DATA_DIR: '/data'}, pools: ['search', 'grab']});
	t.deepEqual(api.env, {DATA_DIR: '/data'});
	t.deepEqual(
		workers.map(({name, env}) => [name, env]),
		[
			['worker search', {DATA_DIR: '/data', WORKER_POOLS: 'search'}],
			['worker grab', {DATA_DIR: '/data', WORKER_POOLS: 'grab'}],
		],
	);
	t.true([api, ...workers].every(({script}) => existsSync(script)));
});

test('pools of a group share a process', t => {
	const {workers} = planService({env: {}, pools: ['search', 'grab', 'torrent'], groups: [['search', 'grab']]});
	t.deepEqual(
		workers.map(({env}) => env['WORKER_POOLS']),
		['search,grab', 'torrent'],
	);
});
