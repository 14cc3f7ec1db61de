import {resolve} from 'node:path';
import type {Connection} from 'mongoose';
import {type Config, loadConfig, WrongConfiguration} from '#config/index.ts';
import {backupFolderOf} from '#shared/backup/backup-names.ts';
import {openBackup, restoreBackup} from '#shared/backup/restore-backup.ts';
import {writeBackup} from '#shared/backup/write-backup.ts';
import {Cancelled} from '#shared/errors.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {createInstallation} from '#shared/store/system/installation.ts';
import {createRestoreTarget} from '#shared/store/system/restore-target.ts';
import {createSnapshots} from '#shared/store/system/snapshots.ts';
import {forgetWork, refuseRunningService} from './command/forget-work.ts';
import {noteInTrail, systemUser, trailOf} from './command/note-in-trail.ts';
import {oneBeatMs} from './command/refuse-running.ts';
import {runCommand} from './command/run-command.ts';
import {withConnection, withServers} from './command/servers.ts';
import {createReporter, type Reporter} from './processes/reporter.ts';

const {values} = readCommandLine({
	usage: 'npm run restore -- --from DIR/kinoteka-… [--force]',
	about:
		'Restores a backup while the service is stopped.\n  --from DIR  the folder of the backup\n  --force     replaces what is there, after a backup of it',
	options: {from: {type: 'string'}, force: {type: 'boolean', default: false}},
});

/** `npm run restore -- --from DIR/kinoteka-…`, while the service is stopped. `--force` replaces what is there. */
async function main(env: NodeJS.ProcessEnv): Promise<void> {
	if (!values.from) {
		throw new WrongConfiguration('Name the backup: npm run restore -- --from DIR/kinoteka-2026-01-31T04-00-00');
	}
	const from = resolve(values.from);
	const config = loadConfig(env);
	const reporter = createReporter(process.stdout);
	const stop = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => stop.abort(new Cancelled('The restore was stopped; nothing was replaced.')));
	}
	const manifest = await openBackup(from, stop.signal);
	reporter.step(`${from} is whole: version ${manifest.version}, of ${manifest.createdAt}`);
	await withServers(config, reporter, async ({mongodbUri, redisUrl}) => {
		const redis = {url: redisUrl, prefix: config.redis.prefix};
		await refuseRunningService(redis, {watchMs: oneBeatMs});
		await withConnection(mongodbUri, async connection => {
			await restoreBackup(manifest, createRestoreTarget(connection), {
				from,
				dataDir: config.dataDir,
				configuredKey: config.secretKey,
				force: values.force,
				signal: stop.signal,
				onStep: reporter.step,
				beforeReplacing: () => backUpFirst(connection, config, {reporter, signal: stop.signal}),
				refuseRunning: () => refuseRunningService(redis),
				afterReplacing: () => forgetWork(redis),
			});
			await noteInTrail(trailOf(connection), {action: 'backup.restored', subjectName: from, by: systemUser(), now: new Date()});
		});
	});
	reporter.step('Restored. Start the service: it builds the indexes. Everybody has to log in again.');
}

async function backUpFirst(
	connection: Connection,
	{dataDir}: Config,
	{reporter, signal}: {reporter: Reporter; signal: AbortSignal},
): Promise<void> {
	const source = {snapshots: createSnapshots(connection), installation: createInstallation(connection), dataDir};
	const {folder} = await writeBackup(source, {to: backupFolderOf(dataDir), madeBy: 'person', now: new Date(), signal});
	reporter.step(`what was there is now in ${folder}`);
}

await runCommand(main);
