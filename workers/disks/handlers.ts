import {unreachable} from '#shared/domain/folders/folder-state.ts';
import {isClosedFolder, isWithinFolder, overlaps} from '#shared/domain/folders/root-folder-path.ts';
import {Unavailable} from '#shared/errors.ts';
import {
	type checkRootFolder,
	type countVideos,
	type findFile,
	type listFolders,
	type listUnmappedFolders,
	maxListed,
