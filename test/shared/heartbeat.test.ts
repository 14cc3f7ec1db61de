import {existsSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {startHeartbeat} from '#shared/heartbeat.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {until} from '#test/helpers/until.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';

test('a process that reaches Redis leaves a sign of life in the named file', async t => {
	const {deps} = await withWorkerDeps(t);
	const file = join(tempFolder(t), 'alive');
	const heartbeat = startHeartbeat({redis: deps.producer, prefix: deps.prefix, services: ['worker:search'], file});
	t.teardown(() => heartbeat.stop());
	await t.notThrowsAsync(until(() => existsSync(file)));
});
