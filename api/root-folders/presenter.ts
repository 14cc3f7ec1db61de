import type {FolderState} from '#shared/domain/media/folder-state.ts';
import type {RootFolder} from '#shared/store/libraries/root-folders.ts';

/** `unmapped` are the names of the folders in it that hold no title of the library. */
export function presentRootFolder(folder: RootFolder, state: FolderState, unmapped: readonly string[]) {
	return {
		id: folder.id,
		name: folder.name,
		path: folder.path,
		accessible: state.accessible,
		freeSpace: state.freeSpace,
		totalSpace: state.totalSpace,
		unmappedFolders: unmapped.map(name => ({name, path: folder.path === '/' ? `/${name}` : `${folder.path}/${name}`})),
		createdAt: folder.createdAt.toISOString(),
		updatedAt: folder.updatedAt.toISOString(),
	};
}
