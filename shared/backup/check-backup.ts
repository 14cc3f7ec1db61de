import {join} from 'node:path';
import {Invalid} from '../errors.ts';
import {readDocuments, readSum, type WrittenFile} from './document-file.ts';
import {collectionFile, keyName, type Manifest} from './manifest.ts';

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
			throw notWhole(path, `it has ${documents} documents instead of ${entry.documents}`);
		}
	}
	if (manifest.secretKey.file) {
		await checkSum(join(folder, keyName), manifest.secretKey.file, signal);
	}
}

async function checkSum(path: string, expected: WrittenFile, signal: AbortSignal): Promise<void> {
	const found = await readSum(path, signal).catch(error => {
		signal.throwIfAborted();
		throw notWhole(path, error.message);
	});
	if (found.sha256 !== expected.sha256) {
		throw notWhole(path, `its checksum differs (${found.bytes} bytes, ${expected.bytes} were written)`);
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
		throw notWhole(path, (error as Error).message);
	}
	return count;
}

function notWhole(path: string, why: string): Invalid {
	return new Invalid('backup_not_whole', `The backup is damaged: ${path}: ${why}. Use another backup.`);
}
