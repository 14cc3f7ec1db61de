import {createReadStream, createWriteStream} from 'node:fs';
import {mkdir, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {extract} from 'tar-stream';
import {Invalid} from '../errors.ts';
import {isBackupName} from './backup-names.ts';
import {collectionFile, keyName, type Manifest, manifestName, readManifest} from './manifest.ts';

/** A backup has about forty collections. */
const maxEntries = 1000;
const collectionPath = /^collections\/[A-Za-z][\w-]{0,100}\.bson\.gz$/;

const notOne = (why: string) =>
	new Invalid('backup_not_whole', `This file is not a backup of Kinoteka: ${why}. Choose a .tar file that “Download” made.`);

/**
 * Unpacks a downloaded backup into a folder that does not exist yet. Only files that a backup has are written, under
 * names of our own. Returns the name that the backup has in the archive.
 * @throws Invalid `backup_not_whole`, `backup_newer`
 */
export async function unpackBackup(archive: string, into: string, signal: AbortSignal): Promise<{name: string; manifest: Manifest}> {
	await mkdir(join(into, 'collections'), {recursive: true, mode: 0o700});
	let name: string | null = null;
	let entries = 0;
	const tar = extract();
	const read = pipeline(createReadStream(archive), tar, {signal}).catch(error => tar.destroy(error));
	try {
		for await (const entry of tar) {
			entries += 1;
			if (entries > maxEntries) {
				throw notOne(`it has more than ${maxEntries} files`);
			}
			const {name: given, type} = entry.header;
			const [top = '', ...rest] = given.replace(/^\.\//, '').split('/');
			const path = rest.join('/');
			const isOurs = path === manifestName || path === keyName || collectionPath.test(path);
			if (type !== 'file' || !isOurs) {
				entry.resume();
				continue;
			}
			if (!isBackupName(top) || (name !== null && name !== top)) {
				throw notOne('its folder has another name');
			}
			name = top;
			await pipeline(entry, createWriteStream(join(into, path), {flags: 'wx', mode: 0o600}), {signal});
		}
	} catch (error) {
		throw isOfArchive(error) ? notOne('it is no whole tar archive') : error;
	} finally {
		await read;
	}
	if (name === null) {
		throw notOne('it has none of its files');
	}
	const manifest = await readManifest(into);
	await refuseCut(into, manifest);
	return {name, manifest};
}

/** What the reader of the archive finds has no code, unlike failures of the disk. */
const isOfArchive = (error: unknown) => error instanceof Error && !('code' in error);

/** Whether all files came whole. What is in them is checked before they are restored. */
async function refuseCut(folder: string, {collections, secretKey}: Manifest): Promise<void> {
	const files = [
		...collections.map(each => ({path: collectionFile(each.name), ...each})),
		...(secretKey.file ? [{path: keyName, ...secretKey.file}] : []),
	];
	for (const {path, bytes} of files) {
		const size = await stat(join(folder, path)).then(
			found => found.size,
			() => null,
		);
		if (size !== bytes) {
			throw notOne(`${path} ${size === null ? 'is missing' : 'was cut off'}`);
		}
	}
}
