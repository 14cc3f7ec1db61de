import {resolve} from 'node:path';
import {parseArgs} from 'node:util';
import {loadConfig} from '#config/index.ts';
import {backupFolderOf} from '#shared/backup/backup-names.ts';
import {writeBackup} from '#shared/backup/write-backup.ts';
import {Cancelled, NotFound} from '#shared/errors.ts';
import {createInstallation} from '#shared/store/system/installation.ts';
import {createSnapshots} from '#shared/store/system/snapshots.ts';
import {tellBackup} from './backup/tell-backup.ts';
import {runCommand} from './command/run-command.ts';
import {withStoredDatabase} from './command/servers.ts';
import {createTeller} from './teller/console.ts';

/** `npm run backup -- --to DIR`, also while the service runs. Without `--to` it goes to `backups` in DATA_DIR. */
async function main(env: NodeJS.ProcessEnv): Promise<void> {
	const {values} = parseArgs({options: {to: {type: 'string'}}});
	const config = loadConfig(env);
	const {dataDir} = config;
	const tell = createTeller(process.stdout);
	const to = resolve(values.to ?? backupFolderOf(dataDir));
	const stop = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => stop.abort(new Cancelled('The backup was stopped; nothing of it is left.')));
	}
	await withStoredDatabase(config, tell, async connection => {
		const installation = createInstallation(connection);
		const {dataVersion, unfinished} = await installation.state();
		if (dataVersion === null && unfinished === null) {
			throw new NotFound('no_installation', 'This database is not that of a service. Set DATA_DIR or MONGODB_URI to those of the service.');
		}
		const source = {snapshots: createSnapshots(connection), installation, dataDir};
		const onProgress = (documents: number) => tell.progress(`${documents} documents`);
		const {folder, manifest} = await writeBackup(source, {to, madeBy: 'person', now: new Date(), signal: stop.signal, onProgress});
		tellBackup(folder, manifest, tell);
	});
}

await runCommand('npm run backup [-- --to DIR]', main);
