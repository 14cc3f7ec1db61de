import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {Invalid} from '../errors.ts';
import {readDocuments, readSum, type WrittenFile} from './document-file.ts';

/** Version of the folder's format. It is raised by changes that older versions cannot restore. */
export const backupFormat = 1;

export interface CollectionEntry extends WrittenFile {
	name: string;
	documents: number;
}

/** What a backup holds. It is written last, so a folder without it is incomplete. */
export interface Manifest {
	format: number;
	/** Version of the program that wrote it, and of the data in it. */
	version: string;
	dataVersion: number;
	createdAt: string;
	/** Host name of the machine that wrote it; earlier versions did not say it. */
	machine?: string;
	/** Only backups of the schedule are removed by the schedule. */
	madeBy: 'schedule' | 'person';
	/** A person started its task: it is removed like those of the schedule. */
	asked?: boolean;
	consistency: 'snapshot' | 'ordered';
	/** `file` is null when the key comes from the environment: then it must be kept somewhere else. */
	secretKey: {fingerprint: string; file: WrittenFile | null};
	collections: CollectionEntry[];
}

export const manifestName = 'manifest.json';
export const keyName = 'secret.key';
export const collectionFile = (name: string) => join('collections', `${name}.bson.gz`);

/** The files of a backup, by their paths in it. The manifest comes last: without it a backup is incomplete. */
export function filesOfBackup({collections, secretKey}: Manifest): string[] {
	return [...collections.map(({name}) => collectionFile(name)), ...(secretKey.file ? [keyName] : []), manifestName];
}

/** What is in the file of the manifest. */
export const manifestText = (manifest: Manifest) => `${JSON.stringify(manifest, null, '\t')}\n`;

/** A name becomes part of a path. */
const safeName = /^[A-Za-z][\w-]{0,100}$/;

/** @throws Invalid `backup_not_whole`, `backup_newer` */
export async function readManifest(folder: string): Promise<Manifest> {
	const incomplete = (why: string) =>
		new Invalid('backup_not_whole', `${folder} is not a complete backup: ${why}. Choose another folder named kinoteka-….`);
	let manifest: Manifest;
	try {
		manifest = JSON.parse(await readFile(join(folder, manifestName), 'utf8')) as Manifest; // checked below
	} catch (error) {
		throw incomplete(`${manifestName} cannot be read (${(error as Error).message})`);
	}
	if (Number(manifest.format) > backupFormat) {
		throw new Invalid(
			'backup_newer',
			`Version ${manifest.version} of Kinoteka wrote ${folder}. Restore it with that version or a newer one.`,
		);
	}
	const isWhole =
		manifest.format === backupFormat &&
		Number.isInteger(manifest.dataVersion) &&
		typeof manifest.secretKey?.fingerprint === 'string' &&
		Array.isArray(manifest.collections) &&
		manifest.collections.every(({name, documents}) => safeName.test(name) && Number.isInteger(documents));
	if (!isWhole) {
		throw incomplete(`${manifestName} has another form`);
	}
	return manifest;
}

/**
 * Reads every file of a backup: its checksum, and the number of its documents.
 * @throws Invalid `backup_not_whole` with the first file that differs
 */
export async function checkBackup(folder: string, manifest: Manifest, signal: AbortSignal): Promise<void> {
	for (const entry of manifest.collections) {
		const path = join(folder, collectionFile(entry.name));
		await checkSum(path, entry, signal);
		const documents = await countDocuments(path, signal);
		if (documents !== entry.documents) {
			throw damaged(path, `it has ${documents} documents instead of ${entry.documents}`);
		}
	}
	if (manifest.secretKey.file) {
		await checkSum(join(folder, keyName), manifest.secretKey.file, signal);
	}
}

async function checkSum(path: string, expected: WrittenFile, signal: AbortSignal): Promise<void> {
	const found = await readSum(path, signal).catch(error => {
		signal.throwIfAborted();
		throw damaged(path, error.message);
	});
	if (found.sha256 !== expected.sha256) {
		throw damaged(path, `its checksum differs (${found.bytes} bytes, ${expected.bytes} were written)`);
	}
}

async function countDocuments(path: string, signal: AbortSignal): Promise<number> {
	let count = 0;
	try {
		for await (const documents of readDocuments(path, signal)) {
			count += documents.length;
		}
	} catch (error) {
		signal.throwIfAborted();
		throw damaged(path, (error as Error).message);
	}
	return count;
}

function damaged(path: string, why: string): Invalid {
	return new Invalid('backup_not_whole', `The backup is damaged: ${path}: ${why}. Use another backup.`);
}
