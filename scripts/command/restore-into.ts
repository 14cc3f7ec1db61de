import type {Connection} from 'mongoose';
import type {Config} from '#config/index.ts';
import {backupFolderOf} from '#shared/backup/backup-names.ts';
import type {Manifest} from '#shared/backup/manifest.ts';
import {restoreBackup} from '#shared/backup/restore-backup.ts';
import {writeBackup} from '#shared/backup/write-backup.ts';
import {createInstallation} from '#shared/store/system/installation.ts';
import {createRestoreTarget} from '#shared/store/system/restore-target.ts';
import {createSnapshots} from '#shared/store/system/snapshots.ts';
import type {Reporter} from '../processes/reporter.ts';
import {forgetWork, refuseRunningService} from './forget-work.ts';
import {noteInTrail, systemUser, trailOf} from './note-in-trail.ts';
import {oneBeatMs} from './refuse-running.ts';
import {type Servers, withConnection} from './servers.ts';

interface Restore {
	manifest: Manifest;
	/** The folder of the backup. */
	from: string;
	config: Config;
	/** Replaces what is there, after a backup of it. */
	force: boolean;
	reporter: Reporter;
	signal: AbortSignal;
}

/** Brings a checked backup into these servers, which no service may use meanwhile. */
export async function restoreInto(
	{mongodbUri, redisUrl}: Servers,
	{manifest, from, config, force, reporter, signal}: Restore,
): Promise<void> {
	const redis = {url: redisUrl, prefix: config.redis.prefix};
	await refuseRunningService(redis, {watchMs: oneBeatMs});
	await withConnection(mongodbUri, async connection => {
		await restoreBackup(manifest, createRestoreTarget(connection), {
			from,
			dataDir: config.dataDir,
			configuredKey: config.secretKey,
			force,
			signal,
			onStep: reporter.step,
			async beforeReplacing() {
				const folder = await backUp(connection, config, signal);
				reporter.step(`what was there is now in ${folder}`);
			},
			refuseRunning: () => refuseRunningService(redis),
			afterReplacing: () => forgetWork(redis),
		});
		await noteInTrail(trailOf(connection), {action: 'backup.restored', subjectName: from, by: systemUser(), now: new Date()});
	});
}

/** Writes a backup into the usual folder, and returns where it is. */
export async function backUp(connection: Connection, {dataDir}: Config, signal: AbortSignal): Promise<string> {
	const source = {snapshots: createSnapshots(connection), installation: createInstallation(connection), dataDir};
	return (await writeBackup(source, {to: backupFolderOf(dataDir), madeBy: 'person', now: new Date(), signal})).folder;
}
