import {existsSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {parseArgs} from 'node:util';
import {loadConfig, WrongConfiguration} from '#config/index.ts';
import {writeBackup} from '#shared/backup/write-backup.ts';
import {isExpected} from '#shared/errors.ts';
import {createInstallation} from '#shared/store/system/installation.ts';
import {createSnapshots} from '#shared/store/system/snapshots.ts';
import {withStoredDatabase} from './backup/servers.ts';
import {tellBackup} from './backup/tell-backup.ts';
import {createTeller} from './teller/console.ts';

/** `npm run backup -- --to DIR`, also while the service runs. Without `--to` it goes to `backups` in DATA_DIR. */
async function main(): Promise<void> {
	const {values} = parseArgs({options: {to: {type: 'string'}}});
	const config = loadConfig(process.env);
	const {dataDir} = config;
	const tell = createTeller(process.stdout);
	const to = resolve(values.to ?? join(dataDir, 'backups'));
	const stop = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => stop.abort(new Error('The backup was stopped; nothing of it is left.')));
	}
	await withStoredDatabase(config, tell, async connection => {
		const source = {snapshots: createSnapshots(connection), installation: createInstallation(connection), dataDir};
		const onProgress = (documents: number) => tell.progress(`${documents} documents`);
		const {folder, manifest} = await writeBackup(source, {to, madeBy: 'person', now: new Date(), signal: stop.signal, onProgress});
		tellBackup(folder, manifest, tell);
	});
}

try {
	if (existsSync('.env')) {
		process.loadEnvFile('.env');
	}
	await main();
} catch (error) {
	process.exitCode = 1;
	console.error(isExpected(error) || error instanceof WrongConfiguration ? error.message : error);
}
