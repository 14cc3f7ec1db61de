import {isWithinFolder, normalPath} from '#shared/domain/folders/root-folder-path.ts';
import type {Fault} from '#shared/errors.ts';
import type {Stores} from '#shared/store/database.ts';

/** References to other records in a body. */
export interface References {
	rootFolderPath?: string | undefined;
	qualityProfileId?: string | undefined;
}

/** Reports each field that refers to a record that does not exist. */
export async function referenceFaults(
	{rootFolderPath, qualityProfileId}: References,
	{rootFolders, qualityProfiles}: Pick<Stores, 'rootFolders' | 'qualityProfiles'>,
): Promise<Fault[]> {
	const faults: Fault[] = [];
	if (rootFolderPath !== undefined) {
		const path = normalPath(rootFolderPath);
		const folders = await rootFolders.list();
		if (!path || !folders.some(folder => isWithinFolder(path, folder.path))) {
			faults.push({
				path: 'rootFolderPath',
				message: 'rootFolderPath must be a root folder of /api/root-folders or lie below one',
			});
		}
	}
	if (qualityProfileId !== undefined && !(await qualityProfiles.find(qualityProfileId))) {
		faults.push({path: 'qualityProfileId', message: 'qualityProfileId must be the id of a profile of /api/quality-profiles'});
	}
	return faults;
}
