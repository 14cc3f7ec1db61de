import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import {bytesPerMegabyte} from '#shared/domain/quality/size-limits.ts';
import type {RightsRules} from '../integrations/files/rights.ts';
import {binName} from '../integrations/files/used-folders.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

type Deps = Pick<WorkerDeps, 'settings'>;

/** False if deleted and replaced files are deleted permanently. */
export const isRecycling = ({settings}: Deps): boolean => settings.get('media.recycleDeletedFiles');

/**
 * The folder that a deleted file is moved to: that of the settings, or that of its root folder, on the file's own disk.
 * Null if it is deleted permanently.
 */
export function recycleBin(path: string, roots: readonly string[], deps: Deps): string | null {
	if (!isRecycling(deps)) {
		return null;
	}
	const root = roots.find(each => isWithinFolder(path, each));
	return deps.settings.get('media.recycleBin') || (root === undefined ? null : join(root, binName));
}

/** Bytes that must stay free on the disk of the library. */
export const bytesToKeepFree = ({settings}: Deps): number => settings.get('media.minimumFreeSpaceMiB') * bytesPerMegabyte;

type RightsDeps = Pick<WorkerDeps, 'log' | 'rootFolders' | 'settings'>;

/** The largest number of a group; the one above means "none" to the system. */
const largestGroup = 0xff_ff_ff_fe;

/** The mode and group of the settings. What the system refuses is kept with the root folder, where health finds it. */
export function createRightsRules({settings, rootFolders, log}: RightsDeps, groupsFile = '/etc/group'): RightsRules {
	return {
		async current() {
			const [mode, group] = [settings.get('media.folderMode'), settings.get('media.group')];
			if (mode === '' && group === '') {
				return null;
			}
			const id = group === '' ? null : await groupId(group, groupsFile);
			return id === undefined
				? `There is no group ${group} where the files are`
				: {folderMode: mode === '' ? null : Number.parseInt(mode, 8), group: id};
		},
		async note(path, refusal) {
			const root = (await rootFolders.list()).find(each => isWithinFolder(path, each.path));
			if (root && (refusal === null) !== ((root.rightsFault ?? null) === null)) {
				await rootFolders.noteRights(root.id, refusal);
				if (refusal !== null) {
					log.warn({path, refusal}, 'The mode or group of what was put into the library could not be set');
				}
			}
		},
	};
}

/** Undefined if there is no group of that name. */
async function groupId(group: string, groupsFile: string): Promise<number | undefined> {
	const lines = (await readFile(groupsFile, 'utf8').catch(() => '')).split('\n').map(line => line.split(':'));
	const id = /^\d+$/.test(group) ? Number(group) : Number(lines.find(([name]) => name === group)?.[2] ?? Number.NaN);
	return id <= largestGroup ? id : undefined;
}
