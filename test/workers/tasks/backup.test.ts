import {existsSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {openBackup} from '#shared/backup/restore-backup.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {handleRunTask} from '#workers/tasks/run-task.ts';

test('the task writes a backup, says where, and keeps as many as the settings say', async t => {
	const {deps, run} = await withWorkerDeps(t);
	await deps.installation.findStartFault('ab'.repeat(32));
	const folder = join(tempFolder(t), 'backups');
	await deps.settings.set('backup.folder', folder, deps.now());
	await deps.settings.set('backup.keep', 1, deps.now());
	const runTask = async (at: string) => {
		const now = () => new Date(at);
		const {execution} = await deps.taskHistory.add({taskId: 'backup', options: {}, force: false}, now());
		await handleRunTask({taskId: 'backup', executionId: execution.id}, {...deps, now}, run());
		return deps.taskHistory.get(execution.id);
	};
	t.like(await runTask('2026-03-04T05:06:07Z'), {status: 'completed', itemsAffected: 1});
	t.deepEqual(readdirSync(folder), ['kinoteka-2026-03-04T05-06-07']);
	const second = await runTask('2026-03-11T05:06:07Z');
	t.deepEqual(readdirSync(folder), ['kinoteka-2026-03-11T05-06-07']);
	const {activities} = await deps.taskActivities.page({historyId: second.id, page: 1, limit: 10});
	t.deepEqual(activities.map(({action}) => action).toSorted(), ['add', 'remove', 'skip']);
	t.like(await openBackup(join(folder, 'kinoteka-2026-03-11T05-06-07'), AbortSignal.timeout(10_000)), {madeBy: 'schedule'});
});

test('without a setting the backup goes to DATA_DIR, and a cancelled one leaves nothing', async t => {
	const {deps, run} = await withWorkerDeps(t);
	const {execution} = await deps.taskHistory.add({taskId: 'backup', options: {}, force: false}, deps.now());
	const stopped = {...run(), signal: AbortSignal.abort(new Error('stopped'))};
	await t.throwsAsync(handleRunTask({taskId: 'backup', executionId: execution.id}, deps, stopped));
	t.true(existsSync(join(deps.dataDir, 'backups')));
	t.deepEqual(readdirSync(join(deps.dataDir, 'backups')), []);
});

test('the task refuses a folder in the library, and says what is wrong with a disk', async t => {
	const {deps, run} = await withWorkerDeps(t);
	const folder = tempFolder(t);
	await deps.rootFolders.add({name: 'Films', path: folder}, deps.now());
	const errorOf = async (to: string) => {
		await deps.settings.set('backup.folder', to, deps.now());
		const {execution} = await deps.taskHistory.add({taskId: 'backup', options: {}, force: false}, deps.now());
		await handleRunTask({taskId: 'backup', executionId: execution.id}, deps, run());
		const {status, error} = await deps.taskHistory.get(execution.id);
		t.is(status, 'failed');
		return error ?? '';
	};
	t.regex(await errorOf(join(folder, 'backups')), /lies in the root folder/);
	t.regex(await errorOf('/dev/null'), /\/dev\/null/);
	t.regex(await errorOf('/proc/backups'), /\/proc\/backups/);
	t.deepEqual(readdirSync(folder), []);
});
