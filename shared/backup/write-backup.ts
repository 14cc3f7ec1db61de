import {mkdir, rename, rm, stat, writeFile} from 'node:fs/promises';
import {hostname} from 'node:os';
import {join} from 'node:path';
import packageJson from '../../package.json' with {type: 'json'};
import {Conflict} from '../errors.ts';
import {makeFolder, settleFolder} from '../files/folders.ts';
import {keyFile, readKeyFile} from '../secret-key.ts';
import {dataVersion, fingerprintOf, type Installation, type InstallationState} from '../store/system/installation.ts';
import type {DatabaseReader, Snapshots} from '../store/system/snapshots.ts';
import {backupName, partialName, removeAbandoned} from './backup-names.ts';
import {readSum, writeDocuments} from './document-file.ts';
import {
	backupFormat,
	type CollectionEntry,
	checkBackup,
	collectionFile,
	keyName,
	type Manifest,
	manifestName,
	manifestText,
} from './manifest.ts';

export interface BackupSource {
	snapshots: Snapshots;
	installation: Pick<Installation, 'state'>;
	/** Where `secret.key` lies. */
	dataDir: string;
}

export interface BackupOptions {
	/** The folder in which backups lie; created if needed. */
	to: string;
	madeBy: Manifest['madeBy'];
	asked?: boolean;
	now: Date;
	signal: AbortSignal;
	/** Documents written so far; starts again from nothing when MongoDB has lost its snapshot. */
	onProgress?(documents: number): void;
}

/**
 * Writes a backup under another name, reads it back, and only then gives it its own. Returns its path and manifest. The
 * service may run meanwhile.
 * @throws Conflict `unfinished_key_change`, `unfinished_restore`, `secret_key_changed`, `backup_exists`
 */
export async function writeBackup(source: BackupSource, options: BackupOptions): Promise<{folder: string; manifest: Manifest}> {
	const {to, now, signal} = options;
	const partial = join(to, partialName(now));
	const folder = join(to, backupName(now));
	await makeFolder(to, 0o700);
	await removeAbandoned(to, now);
	if (await stat(folder).catch(() => null)) {
		throw new Conflict('backup_exists', `${folder} exists already, because another backup was just made. Try again.`);
	}
	try {
		const manifest = await source.snapshots.read(reader => writeAll(partial, {reader, source, options}));
		await checkBackup(partial, manifest, signal);
		await rename(partial, folder);
		await settleFolder(to);
		return {folder, manifest};
	} catch (error) {
		await rm(partial, {recursive: true, force: true});
		signal.throwIfAborted();
		throw error;
	}
}

interface Parts {
	reader: DatabaseReader;
	source: BackupSource;
	options: BackupOptions;
}

async function writeAll(folder: string, parts: Parts): Promise<Manifest> {
	const {reader, source, options} = parts;
	const state = await settledState(source);
	await rm(folder, {recursive: true, force: true});
	await mkdir(folder, {mode: 0o700});
	await mkdir(join(folder, 'collections'), {mode: 0o700});
	const manifest: Manifest = {
		format: backupFormat,
		version: packageJson.version,
		// A program may back up what an earlier version stored before it migrates it.
		dataVersion: state.dataVersion ?? dataVersion,
		createdAt: options.now.toISOString(),
		machine: hostname(),
		madeBy: options.madeBy,
		...(options.asked && {asked: true}),
		consistency: reader.consistency,
		secretKey: await writeKey(folder, state, parts),
		collections: await writeCollections(folder, parts),
	};
	if ((await settledState(source)).keyFingerprint !== state.keyFingerprint) {
		throw new Conflict('secret_key_changed', 'SECRET_KEY was changed while the backup was written. Make the backup again.');
	}
	await writeFile(join(folder, manifestName), manifestText(manifest), {mode: 0o600, flag: 'wx', flush: true});
	await settleFolder(join(folder, 'collections'));
	await settleFolder(folder);
	return manifest;
}

async function writeCollections(folder: string, {reader, options: {signal, onProgress}}: Parts): Promise<CollectionEntry[]> {
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
	return collections;
}

/** Data of two times, or with secrets of two keys, are not worth a backup. */
async function settledState({installation}: BackupSource): Promise<InstallationState> {
	const state = await installation.state();
	if (state.unfinished) {
		throw new Conflict(state.unfinished.code, state.unfinished.message);
	}
	return state;
}

/** Copies the key only if it is the installation's: a file may be left from before a key came from the environment. */
async function writeKey(
	folder: string,
	{keyFingerprint}: InstallationState,
	{source, options: {signal}}: Parts,
): Promise<Manifest['secretKey']> {
	const key = await readKeyFile(keyFile(source.dataDir));
	if (key === null || (keyFingerprint !== null && fingerprintOf(key) !== keyFingerprint)) {
		return {fingerprint: keyFingerprint ?? '', file: null};
	}
	const path = join(folder, keyName);
	await writeFile(path, `${key}\n`, {mode: 0o600, flag: 'wx', flush: true});
	return {fingerprint: fingerprintOf(key), file: await readSum(path, signal)};
}
