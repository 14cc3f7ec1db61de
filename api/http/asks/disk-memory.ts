import type {ApiDeps} from '#api/deps.ts';
import type {FolderState} from '#shared/domain/folders/folder-state.ts';
import {listUnmappedFolders, readFolderState} from '#shared/jobs/disks.ts';
import {askDisks} from './ask-disks.ts';
import {createRemembered, type Remembered} from './remembered.ts';

/** The disks pool's last answers about folders, by path. */
export interface DiskMemory {
	states: Remembered<FolderState>;
	/** Names of the subfolders that hold no title. */
	unmapped: Remembered<string[]>;
}

type MemoryDeps = Pick<ApiDeps, 'jobs' | 'diskLimits' | 'producer' | 'prefix' | 'now'>;

export function createDiskMemory({producer, prefix, now, ...deps}: MemoryDeps): DiskMemory {
	const shared = {redis: producer, prefix, limits: deps.diskLimits, now};
	return {
		states: createRemembered({...shared, name: 'folder-state', ask: path => askDisks(deps, readFolderState, {path})}),
		unmapped: createRemembered({
			...shared,
			name: 'unmapped-folders',
			ask: async path => (await askDisks(deps, listUnmappedFolders, {path})).names,
		}),
	};
}
