import {dirname} from 'node:path';
import {promiseJob} from '#shared/coordination/outbox.ts';
import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import type {PlayerFileRules} from '#shared/domain/player-files.ts';
import {Unavailable} from '#shared/errors.ts';
import {type WriteNfo, writeNfo} from '#shared/jobs/files.ts';
import type {PlayerFile} from '#shared/store/titles/player-files.ts';
import {contentHash} from '../integrations/files/content-hash.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** The files for players by the current settings; null if none are written. */
export function playerFileRules({settings}: Pick<WorkerDeps, 'settings'>): PlayerFileRules | null {
	const rules = {
		nfo: settings.get('media.nfo'),
		images: settings.get('media.nfoImages'),
		plexmatch: settings.get('media.plexmatch'),
	};
	return rules.nfo !== 'off' || rules.images || rules.plexmatch ? rules : null;
}

/** Did we write one of these there, and has it not been changed since? Files keep their content when they are moved. */
export async function isOurs(path: string, known: readonly PlayerFile[]): Promise<boolean> {
	const hash = await contentHash(path);
	return hash !== null && known.some(file => file.hash === hash || file.before === hash);
}

/** Promises that the player files of a title, or of all titles, are written, if that is switched on. */
export async function promisePlayerFiles(title: WriteNfo['title'], deps: Pick<WorkerDeps, 'jobs' | 'outbox' | 'settings'>): Promise<void> {
	if (playerFileRules(deps) !== null) {
		await promiseJob(writeNfo, {title}, deps);
	}
}

/** Removes the player files of a title whose files were deleted with it, and then empty folders. */
export async function removePlayerFiles(
	titleId: string,
	{files, playerFiles, rootFolders}: Pick<WorkerDeps, 'files' | 'playerFiles' | 'rootFolders'>,
	signal: AbortSignal,
): Promise<void> {
	const known = await playerFiles.ofTitle(titleId);
	if (known.length === 0) {
		return;
	}
	const roots = (await rootFolders.list()).map(({path}) => path);
	for (const {key, path} of known) {
		const root = roots.find(each => isWithinFolder(path, each));
		if (root !== undefined && (await files.isWhereItSeems(dirname(path), root)) && (await isOurs(path, known))) {
			await files.discard({path, bin: null, signal});
			await files.removeEmptyFolders(dirname(path), root);
		} else if (root !== undefined && (await files.folderId(root)) === null) {
			throw new Unavailable('root_folder_missing', `The root folder ${root} is missing or empty. Mount its disk; it is tried again.`);
		}
		await playerFiles.remove(titleId, [key]);
	}
}
