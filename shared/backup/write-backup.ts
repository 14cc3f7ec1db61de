import {chmod, mkdir, open, rename, rm, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import packageJson from '../../package.json' with {type: 'json'};
import {Conflict} from '../errors.ts';
import {makeFolder} from '../files/make-folder.ts';
import {readSecretKey} from '../secret-key.ts';
import {dataVersion, fingerprintOf, type Installation} from '../store/system/installation.ts';
import type {DatabaseReader, Snapshots} from '../store/system/snapshots.ts';
import {backupName, partialName} from './backup-names.ts';
import {checkBackup} from './check-backup.ts';
import {readSum, writeDocuments} from './document-file.ts';
import {backupFormat, type CollectionEntry, collectionFile, keyName, type Manifest, manifestName} from './manifest.ts';

export interface BackupSource {
	snapshots: Snapshots;
	installation: Pick<Installation, 'secretKeyFingerprint'>;
	/** Where `secret.key` lies. */
	dataDir: string;
}

export interface BackupOptions {
	/** The folder in which backups lie; created if needed. */
	to: string;
	madeBy: Manifest['madeBy'];
	now: Date;
	signal: AbortSignal;
	/** Documents written so far; starts again from nothing when MongoDB has lost its snapshot. */
	onProgress?(documents: number): void;
}

/**
 * Writes a backup under another name, reads it back, and only then gives it its own. Returns its path and manifest. The
 * service may run meanwhile.
 */
export async function writeBackup(source: BackupSource, options: BackupOptions): Promise<{folder: string; manifest: Manifest}> {
	const {to, now, signal} = options;
	const partial = join(to, partialName(now));
	const folder = join(to, backupName(now));
	await makeFolder(to, 0o700);
	if (await stat(folder).catch(() => null)) {
		throw new Conflict('backup_exists', `${folder} exists already, because another backup was just made. Try again.`);
	}
	try {
		const manifest = await source.snapshots.read(reader => writeAll(partial, {reader, source, options}));
		await checkBackup(partial, manifest, signal);
		await rename(partial, folder);
		await flushFolder(to);
		return {folder, manifest};
	} catch (error) {
		await rm(partial, {recursive: true, force: true});
		throw error;
	}
}

interface Parts {
	reader: DatabaseReader;
	source: BackupSource;
	options: BackupOptions;
}

async function writeAll(folder: string, {reader, source, options}: Parts): Promise<Manifest> {
	const {signal, now, madeBy, onProgress} = options;
	await rm(folder, {recursive: true, force: true});
	await mkdir(folder, {mode: 0o700});
	await mkdir(join(folder, 'collections'), {mode: 0o700});
	await chmod(folder, 0o700);
	let total = 0;
	const onDocuments = (count: number) => {
		total += count;
		onProgress?.(total);
	};
	const collections: CollectionEntry[] = [];
	for (const name of reader.collections) {
		signal.throwIfAborted();
		const written = await writeDocuments(join(folder, collectionFile(name)), reader.documents(name), {signal, onDocuments});
		collections.push({name, ...written});
	}
	const manifest: Manifest = {
		format: backupFormat,
		version: packageJson.version,
		dataVersion,
		createdAt: now.toISOString(),
		madeBy,
		consistency: reader.consistency,
		secretKey: await writeKey(folder, source, signal),
		collections,
	};
	await writeFile(join(folder, manifestName), `${JSON.stringify(manifest, null, '\t')}\n`, {mode: 0o600, flag: 'wx', flush: true});
	await flushFolder(join(folder, 'collections'));
	await flushFolder(folder);
	return manifest;
}

/** Copies the key only if it is the installation's: a file may be left from before a key came from the environment. */
async function writeKey(folder: string, {installation, dataDir}: BackupSource, signal: AbortSignal): Promise<Manifest['secretKey']> {
	const stored = await installation.secretKeyFingerprint();
	const key = await readSecretKey(dataDir);
	if (key === null || (stored !== null && fingerprintOf(key) !== stored)) {
		return {fingerprint: stored ?? '', file: null};
	}
	const path = join(folder, keyName);
	await writeFile(path, `${key}\n`, {mode: 0o600, flag: 'wx', flush: true});
	return {fingerprint: fingerprintOf(key), file: await readSum(path, signal)};
}

/** A new name is on the disk only when its folder is. */
async function flushFolder(folder: string): Promise<void> {
	const handle = await open(folder, 'r');
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
