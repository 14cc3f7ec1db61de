import {rename} from 'node:fs/promises';
import {dirname} from 'node:path';
import {makeFolder, settleFolder} from '#shared/files/folders.ts';
import {errnoOf, onDisk} from './disk-failure.ts';
import {entryAt, type FoundEntry, hasExactName, isExpectedFile, otherDisk, temporaryName} from './relocate.ts';

export type FolderOutcome = 'renamed' | 'occupied' | 'otherDisk' | 'missing' | 'changed';

/**
 * Renames a whole folder, with all that is in it. `occupied`: something has the new name. A name that differs only in
 * capitals is no other name where the disk ignores them. May be repeated after a crash.
 */
export async function renameFolder(from: string, to: string, identity: string): Promise<FolderOutcome> {
	const [source, target] = await Promise.all([entryAt(from), entryAt(to)]);
	// Numbers repeat on other disks: while the old folder is there too, only the very same one is ours.
	const isSame = target !== null && (target.identity === identity || target.identity === source?.identity || source === null);
	const isOurs = isSame && isSameFolder(target, identity);
	if (isOurs && (await hasExactName(to))) {
		return 'renamed';
	}
	const waiting = temporaryName(to, `folder-${identity.split(':')[1]}`);
	const isWaiting = (await entryAt(waiting)) !== null;
	if (!(source || isWaiting)) {
		return 'missing';
	}
	if (source && !isSameFolder(source, identity)) {
		return 'changed';
	}
	if (target && !isOurs) {
		return 'occupied';
	}
	await onDisk(to, () => makeFolder(dirname(to)));
	try {
		if (isOurs && !isWaiting) {
			await rename(from, waiting);
		}
		await rename(isOurs || isWaiting ? waiting : from, to);
	} catch (error) {
		const errno = errnoOf(error);
		if (errno === otherDisk || errno === 'EBUSY') {
			return 'otherDisk';
		}
		if (errno === 'ENOTEMPTY' || errno === 'EEXIST' || errno === 'ENOTDIR' || errno === 'EINVAL') {
			return 'occupied';
		}
		return onDisk(to, () => Promise.reject(error));
	}
	for (const folder of new Set([dirname(to), dirname(from)])) {
		await settleFolder(folder);
	}
	return 'renamed';
}

const isSameFolder = (found: FoundEntry, identity: string) =>
	found.kind === 'folder' && isExpectedFile(found, {identity, size: found.size});
