import {copyFile, mkdir, rename, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {Conflict, Invalid} from '../errors.ts';
import {keyFile, readSecretKey} from '../secret-key.ts';
import {dataVersion, fingerprintOf} from '../store/system/installation.ts';
import type {RestoreTarget} from '../store/system/restore-target.ts';
import {checkBackup} from './check-backup.ts';
import {readDocuments} from './document-file.ts';
import {collectionFile, keyName, type Manifest, readManifest} from './manifest.ts';

export interface RestoreOptions {
	from: string;
	dataDir: string;
	/** SECRET_KEY of the environment, if it is set. */
	configuredKey: string | null;
	/** Replace a database that is not empty, and another key. */
	force: boolean;
	signal: AbortSignal;
	tell(step: string): void;
	/** Called before anything that is there is replaced. */
	beforeReplacing(): Promise<void>;
	/** Throws if a process of the service has started meanwhile. */
	refuseRunning(): Promise<void>;
	/** Called when the documents are in place, before the service may start. */
	afterReplacing(): Promise<void>;
}

/**
 * Checks a backup without changing anything.
 * @throws Invalid `backup_not_whole`, `backup_newer`
 */
export async function openBackup(folder: string, signal: AbortSignal): Promise<Manifest> {
	const manifest = await readManifest(folder);
	if (manifest.dataVersion > dataVersion) {
		throw new Invalid(
			'backup_newer',
			`Version ${manifest.version} of Kinoteka wrote ${folder}, with data of version ${manifest.dataVersion}; this one knows ${dataVersion}. Restore it with that version or a newer one.`,
		);
	}
	await checkBackup(folder, manifest, signal);
	return manifest;
}

/**
 * Brings a checked backup into the database and DATA_DIR. Until all documents are there, nothing is replaced; from then
 * on until everything is in place, no process of the service starts. An interrupted one may be run again.
 */
export async function restoreBackup(manifest: Manifest, target: RestoreTarget, options: RestoreOptions): Promise<void> {
	const {from, force, signal, tell} = options;
	const filled = (await target.isUnfinished()) ? [] : await target.filled();
	if (filled.length > 0 && !force) {
		throw new Conflict(
			'database_not_empty',
			`The database is not empty (${filled.slice(0, 3).join(', ')} …). Restore into an empty one, or add --force, which first makes a backup of it.`,
		);
	}
	await checkKey(manifest, options);
	if (filled.length > 0) {
		await options.beforeReplacing();
	}
	await target.clearStage();
	for (const {name, documents} of manifest.collections) {
		signal.throwIfAborted();
		const stored = await target.stage(name, readDocuments(join(from, collectionFile(name)), signal));
		if (stored !== documents) {
			throw new Invalid('restore_incomplete', `${name} has ${stored} documents instead of ${documents}. Nothing was replaced; try again.`);
		}
		tell(`${name}: ${documents}`);
	}
	await target.begin();
	await options.refuseRunning().catch(async error => {
		await target.end();
		throw error;
	});
	await placeKey(manifest, options);
	await target.replaceAll(manifest.collections.map(({name}) => name));
	await options.afterReplacing();
	await target.end();
}

/** With another key than the backup's, its secrets could never be read. */
async function checkKey({secretKey}: Manifest, {configuredKey, dataDir, force}: RestoreOptions): Promise<void> {
	if (configuredKey !== null) {
		if (secretKey.fingerprint !== '' && fingerprintOf(configuredKey) !== secretKey.fingerprint) {
			const remedy = secretKey.file
				? `Leave SECRET_KEY empty, or set it to the content of ${keyName} in the backup.`
				: 'Set the key of that time.';
			throw new Conflict('other_secret_key', `SECRET_KEY is not the key of this backup. ${remedy}`);
		}
		return;
	}
	const present = await readSecretKey(dataDir);
	const isOther = present !== null && secretKey.fingerprint !== '' && fingerprintOf(present) !== secretKey.fingerprint;
	if (secretKey.file === null && (present === null || isOther) && secretKey.fingerprint !== '') {
		throw new Conflict('secret_key_missing', 'The backup holds no secret key. Set SECRET_KEY to the key that the service had then.');
	}
	if (isOther && !force) {
		throw new Conflict('other_secret_key', `${keyFile(dataDir)} is another key than that of the backup. Move it away, or add --force.`);
	}
}

/** Another key is kept beside it, because what it sealed elsewhere would be lost. */
async function placeKey({secretKey}: Manifest, {configuredKey, dataDir, from}: RestoreOptions): Promise<void> {
	const present = await readSecretKey(dataDir);
	if (configuredKey !== null || secretKey.file === null || (present !== null && fingerprintOf(present) === secretKey.fingerprint)) {
		return;
	}
	const file = keyFile(dataDir);
	await mkdir(dataDir, {recursive: true, mode: 0o700});
	if (present !== null) {
		await rename(file, `${file}.${fingerprintOf(present).slice(0, 8)}`);
	}
	await rm(`${file}.new`, {force: true});
	await copyFile(join(from, keyName), `${file}.new`);
	await rename(`${file}.new`, file);
}
