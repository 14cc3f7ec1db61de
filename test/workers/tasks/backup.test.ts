import {existsSync, mkdirSync, readdirSync, renameSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {openBackup} from '#shared/backup/restore-backup.ts';
import {markerName} from '#shared/files/folders.ts';
import type {TaskOptions} from '#shared/store/tasks/task-execution-schema.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {longSignal} from '#test/helpers/until.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {handleRunTask} from '#workers/tasks/run-task.ts';

test('the task writes a backup, says where, and keeps as many as the settings say', async t => {
	const {deps, run} = await withWorkerDeps(t);
	await deps.installation.findStartFault('ab'.repeat(32));
	const folder = join(tempFolder(t), 'backups');
	await deps.settings.set('backup.folder', folder, deps.now());
	await deps.settings.set('backup.keep', 1, deps.now());
	const runTask = async (at: string, options: TaskOptions = {}) => {
		const now = () => new Date(at);
		const {execution} = await deps.taskHistory.add({taskId: 'backup', options, force: false}, now());
		await handleRunTask({taskId: 'backup', executionId: execution.id}, {...deps, now}, run());
		return deps.taskHistory.get(execution.id);
	};
	t.like(await runTask('2026-03-04T05:06:07Z'), {status: 'completed', itemsAffected: 1});
	const backups = () => readdirSync(folder).filter(name => name !== markerName);
	t.deepEqual(backups(), ['kinoteka-2026-03-04T05-06-07']);
	const second = await runTask('2026-03-11T05:06:07Z');
	t.deepEqual(backups(), ['kinoteka-2026-03-11T05-06-07']);
	const {activities} = await deps.taskActivities.page({historyId: second.id, page: 1, limit: 10});
	t.deepEqual(activities.map(({action}) => action).toSorted(), ['add', 'remove', 'skip']);
	t.like(await openBackup(join(folder, 'kinoteka-2026-03-11T05-06-07'), longSignal()), {madeBy: 'schedule', asked: undefined});
	t.is((await runTask('2026-03-18T05:06:07Z', {byPerson: true})).status, 'completed');
	t.like(await openBackup(join(folder, 'kinoteka-2026-03-18T05-06-07'), longSignal()), {madeBy: 'schedule', asked: true});
});

test('without a setting the backup goes to DATA_DIR, and a cancelled one leaves nothing', async t => {
	const {deps, run} = await withWorkerDeps(t);
	const {execution} = await deps.taskHistory.add({taskId: 'backup', options: {}, force: false}, deps.now());
	const stopped = {...run(), signal: AbortSignal.abort(new Error('stopped'))};
	await t.throwsAsync(handleRunTask({taskId: 'backup', executionId: execution.id}, deps, stopped));
	t.true(existsSync(join(deps.dataDir, 'backups')));
	t.deepEqual(readdirSync(join(deps.dataDir, 'backups')), [markerName]);
});

test('a backup is not written below the mount point of a disk that is away, until a person says so', async t => {
	const {deps, run} = await withWorkerDeps(t);
	await deps.installation.findStartFault('ab'.repeat(32));
	const disk = join(tempFolder(t), 'usb');
	const folder = join(disk, 'backups');
	mkdirSync(disk);
	await deps.settings.set('backup.folder', folder, deps.now());
	let hour = 0;
	const runTask = async () => {
		hour += 1;
		const now = () => new Date(Date.UTC(2026, 2, 4, hour));
		const {execution} = await deps.taskHistory.add({taskId: 'backup', options: {}, force: false}, now());
		await handleRunTask({taskId: 'backup', executionId: execution.id}, {...deps, now}, run());
		return deps.taskHistory.get(execution.id);
	};
	t.like(await runTask(), {status: 'completed'});
	renameSync(disk, `${disk}-away`);
	mkdirSync(disk);
	const {status, error} = await runTask();
	t.is(status, 'failed');
	t.regex(error ?? '', /Mount it.*or save the setting backup\.folder again/);
	t.deepEqual(readdirSync(disk), []);
	await deps.usedFolders.forget(folder);
	t.like(await runTask(), {status: 'completed'});
});

test('a backup for which there is no room is not begun', async t => {
	const {deps, run} = await withWorkerDeps(t);
	await deps.settings.set('media.minimumFreeSpaceMiB', 10_000_000_000, deps.now());
	const {execution} = await deps.taskHistory.add({taskId: 'backup', options: {}, force: false}, deps.now());
	await handleRunTask({taskId: 'backup', executionId: execution.id}, deps, run());
	t.regex((await deps.taskHistory.get(execution.id)).error ?? '', /needs [\d.]+ [KMGT]?B more room/);
	t.deepEqual(readdirSync(join(deps.dataDir, 'backups')), [markerName]);
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
