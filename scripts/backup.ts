import {resolve} from 'node:path';
import {loadConfig} from '#config/index.ts';
import {backupFolderOf, backupLease, backupWaitMs} from '#shared/backup/backup-names.ts';
import type {Manifest} from '#shared/backup/manifest.ts';
import {writeBackup} from '#shared/backup/write-backup.ts';
import {createLeases} from '#shared/coordination/lease.ts';
import {Cancelled, Conflict, NotFound} from '#shared/errors.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {createInstallation} from '#shared/store/system/installation.ts';
import {createSnapshots} from '#shared/store/system/snapshots.ts';
import {noteInTrail, systemUser, trailOf} from './command/note-in-trail.ts';
import {runCommand} from './command/run-command.ts';
import {withStoredDatabase} from './command/servers.ts';
import {createReporter, type Reporter} from './processes/reporter.ts';

const {values} = readCommandLine({
	usage: 'npm run backup [-- --to DIR]',
	about: 'Writes a backup into a folder, also while the service runs.\n  --to DIR  into another folder than `backups` in DATA_DIR',
	options: {to: {type: 'string'}},
});

/** `npm run backup -- --to DIR`, also while the service runs. Without `--to` it goes to `backups` in DATA_DIR. */
async function main(env: NodeJS.ProcessEnv): Promise<void> {
	const config = loadConfig(env);
	const {dataDir} = config;
	const reporter = createReporter(process.stdout);
	const to = resolve(values.to ?? backupFolderOf(dataDir));
	const stop = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => stop.abort(new Cancelled('The backup was stopped; nothing of it is left.')));
	}
	await withStoredDatabase(config, reporter, async connection => {
		const installation = createInstallation(connection);
		const {dataVersion, unfinished} = await installation.state();
		if (dataVersion === null && unfinished === null) {
			throw new NotFound('no_installation', 'This database is not that of a service. Set DATA_DIR or MONGODB_URI to those of the service.');
		}
		const source = {snapshots: createSnapshots(connection), installation, dataDir};
		const onProgress = (documents: number) => reporter.progress(`${documents} documents`);
		const written = await createLeases(connection).with(backupLease, {signal: stop.signal, maxWaitMs: backupWaitMs}, signal =>
			writeBackup(source, {to, madeBy: 'person', now: new Date(), signal, onProgress}),
		);
		if (!written) {
			throw new Conflict('backup_running', 'Another backup is being written. Wait for its end, then make this one.');
		}
		const {folder, manifest} = written;
		await noteInTrail(trailOf(connection), {action: 'backup.written', subjectName: folder, by: systemUser(), now: new Date()});
		reportBackup(folder, manifest, reporter);
	});
}

/** What the backup contains, and what must be kept in addition. */
function reportBackup(folder: string, {collections, secretKey, consistency}: Manifest, reporter: Reporter): void {
	const documents = collections.reduce((sum, each) => sum + each.documents, 0);
	const bytes = collections.reduce((sum, each) => sum + each.bytes, 0);
	reporter.step(`${documents} documents in ${collections.length} collections, ${(bytes / 1e6).toFixed(1)} MB, read back: ${folder}`);
	if (consistency === 'ordered') {
		reporter.step(
			'MongoDB keeps no history, so the collections were read one after another: changes meanwhile may be in some and not in others.',
		);
	}
	reporter.step(
		secretKey.file
			? 'It holds the secret key and all settings. Keep it where nobody else can read it.'
			: 'It holds no secret key, because SECRET_KEY comes from the environment. Keep a copy of that key: stored secrets are of no use without it.',
	);
	reporter.step('Not in it: .env, media files, downloads, and images, which are fetched again.');
}

await runCommand(main);
