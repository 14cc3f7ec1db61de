import type {Operations} from '#api/http/operation.ts';
import type {FolderState} from '#shared/domain/folders/folder-state.ts';
import {flag, integerOrNull, stamps, text} from '#shared/presenters/fields.ts';
import {from, objectOf, viewOf} from '#shared/presenters/view.ts';
import type {RootFolder} from '#shared/store/libraries/root-folders.ts';

interface SeenRootFolder extends RootFolder, FolderState {
	/** Names of its subfolders that hold no title of the library. */
	unmapped: readonly string[];
}

const unmappedFolders = viewOf<{name: string; path: string}>()({name: text, path: text}).list;

export const rootFolder = viewOf<SeenRootFolder>()(
	{
		id: text,
		name: text,
		path: text,
		accessible: flag,
		freeSpace: integerOrNull,
		totalSpace: integerOrNull,
		unmappedFolders: from(unmappedFolders, ({path, unmapped}: SeenRootFolder) =>
			unmapped.map(name => ({name, path: path === '/' ? `/${name}` : `${path}/${name}`})),
		),
		...stamps,
	},
	'RootFolder',
);

export const rootFoldersOperations: Operations = {
	'GET /api/root-folders': {id: 'listRootFolders', summary: 'List root folders', replies: {200: objectOf({rootFolders: rootFolder.list})}},
	'GET /api/root-folders/:id': {id: 'getRootFolder', summary: 'Show a root folder', replies: {200: rootFolder.schema}},
	'POST /api/root-folders': {id: 'addRootFolder', summary: 'Add a root folder', replies: {201: rootFolder.schema}, failures: [409]},
	'DELETE /api/root-folders/:id': {id: 'deleteRootFolder', summary: 'Remove an unused root folder', replies: {204: null}, failures: [409]},
};
