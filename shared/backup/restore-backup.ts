import {join} from 'node:path';
import {Conflict, Invalid} from '../errors.ts';
import {makeFolder} from '../files/folders.ts';
import {keyFile, readKeyFile, writeKeyFile} from '../secret-key.ts';
import {dataVersion, fingerprintOf} from '../store/system/installation.ts';
import type {RestoreTarget} from '../store/system/restore-target.ts';
import {readDocuments} from './document-file.ts';
import {checkBackup, collectionFile, keyName, type Manifest, readManifest} from './manifest.ts';

export interface RestoreOptions {
	from: string;
	dataDir: string;
	/** SECRET_KEY of the environment, if it is set. */
	configuredKey: string | null;
	/** Replace a database that is not empty, and another key. */
	force: boolean;
	signal: AbortSignal;
	onStep(step: string): void;
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
	const isContinued = await target.isUnfinished();
	const mayReplace = options.force || isContinued;
	const filled = isContinued ? [] : await target.filled();
	if (filled.length > 0 && !mayReplace) {
		throw new Conflict(
			'database_not_empty',
			`The database is not empty (${filled.slice(0, 3).join(', ')} …). Restore into an empty one, or add --force, which first makes a backup of it.`,
		);
	}
	const key = await keyToPlace(manifest, options, mayReplace);
	if (filled.length > 0) {
		await options.beforeReplacing();
	}
	await stageAll(manifest, target, options);
	await target.begin();
	await options.refuseRunning().catch(async error => {
		await target.end();
		await target.clearStage();
		throw error;
	});
	if (key !== null) {
		await placeKey(key, options);
	}
	await target.replaceAll(manifest.collections.map(({name}) => name));
	await options.afterReplacing();
	await target.end();
}

/** Staged documents are removed again if something fails, because they take as much space as the data. */
async function stageAll({collections}: Manifest, target: RestoreTarget, {from, signal, onStep}: RestoreOptions): Promise<void> {
	await target.clearStage();
	try {
		for (const {name, documents} of collections) {
			signal.throwIfAborted();
			const stored = await target.stage(name, readDocuments(join(from, collectionFile(name)), signal));
			if (stored !== documents) {
				throw new Invalid(
					'restore_incomplete',
					`${name} has ${stored} documents instead of ${documents}. Nothing was replaced; try again.`,
				);
			}
			onStep(`${name}: ${documents}`);
		}
	} catch (error) {
		await target.clearStage().catch(() => {});
		signal.throwIfAborted();
		throw error;
	}
}

/**
 * The key that has to be put into DATA_DIR, because with another one the secrets of the backup could never be read.
 * Null if the right one is there or in SECRET_KEY.
 */
async function keyToPlace(
	{secretKey}: Manifest,
	{configuredKey, dataDir, from}: RestoreOptions,
	mayReplace: boolean,
): Promise<string | null> {
	const present = configuredKey ?? (await readKeyFile(keyFile(dataDir)));
	// Without a fingerprint nothing was ever sealed.
	if (secretKey.fingerprint === '' || (present && fingerprintOf(present) === secretKey.fingerprint)) {
		return null;
	}
	if (configuredKey !== null) {
		const remedy = secretKey.file
			? `Leave SECRET_KEY empty, or set it to the content of ${keyName} in the backup.`
			: 'Set the key of that time.';
		throw new Conflict('other_secret_key', `SECRET_KEY is not the key of this backup. ${remedy}`);
	}
	if (secretKey.file === null) {
		throw new Conflict('secret_key_missing', 'The backup holds no secret key. Set SECRET_KEY to the key that the service had then.');
	}
	if (present !== null && !mayReplace) {
		throw new Conflict('other_secret_key', `${keyFile(dataDir)} is another key than that of the backup. Move it away, or add --force.`);
	}
	const key = await readKeyFile(join(from, keyName));
	if (key === null) {
		throw new Invalid('backup_not_whole', `${join(from, keyName)} is not a key. Use another backup.`);
	}
	return key;
}

/** An existing other key is kept beside it, because what it sealed elsewhere would be lost. */
async function placeKey(key: string, {dataDir, onStep}: RestoreOptions): Promise<void> {
	const file = keyFile(dataDir);
	await makeFolder(dataDir, 0o700);
	const present = await readKeyFile(file);
	if (present !== null && present !== key) {
		const oldKeyFile = `${file}.${fingerprintOf(present).slice(0, 8)}`;
		await writeKeyFile(oldKeyFile, present);
		onStep(`the key that was there is oldKeyFile in ${oldKeyFile}`);
	}
	await writeKeyFile(file, key);
	onStep(`the key of the backup is in ${file}; processes with another DATA_DIR need it too`);
}
