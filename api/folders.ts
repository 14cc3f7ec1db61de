import {dirname} from 'node:path';
import Joi from 'joi';
import {askDisks} from '#api/http/asks/ask-workers.ts';
import {invalid} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {ok, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {isClosedFolder, isWithinFolder, normalPath} from '#shared/domain/folders/root-folder-path.ts';
import {type ListedFolders, listFolders} from '#shared/jobs/disks.ts';
import {integer, text, textOrNull} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';

interface FoldersQuery {
	path: string;
}
const foldersQuery = Joi.object<FoldersQuery, true>({
	path: Joi.string().max(4096).default('/').description('Absolute path of the folder to look into.'),
});

const words: Readonly<Record<NonNullable<ListedFolders['fault']>, string>> = {
	missing: 'does not exist',
	no_folder: 'is not a folder',
	not_writable: 'cannot be read',
	closed: 'holds what belongs to the operating system, keys, or our own data; choose a folder for media',
};

/** Folders as the workers see them that have the disks, for people who would otherwise type a path. */
export function foldersRoutes(deps: RouteDeps): Route[] {
	const {dataDir} = deps.http;
	return [
		route('GET /api/folders', {access: 'admin', query: foldersQuery}, async ({query}) => {
			const path = normalPath(query.path);
			if (path === null) {
				throw refused('must be absolute: start with /');
			}
			if (isClosedFolder(path) || isWithinFolder(path, dataDir)) {
				throw refused(words.closed);
			}
			const {fault, names, total} = await askDisks(deps, listFolders, {path, closed: [dataDir]});
			if (fault !== null) {
				throw refused(words[fault]);
			}
			const folders = names.map(name => ({name, path: path === '/' ? `/${name}` : `${path}/${name}`}));
			return ok(listed.present({path, parent: path === '/' ? null : dirname(path), folders, total}));
		}),
	];
}

const refused = (why: string) => invalid([{path: 'path', message: `path ${why}`}]);

interface Listed {
	path: string;
	parent: string | null;
	folders: {name: string; path: string}[];
	total: number;
}

const folder = viewOf<Listed['folders'][number]>()(
	{name: text.description('Name of the folder.'), path: text.description('Its absolute path.')},
	'BrowsedFolder',
);

const listed = viewOf<Listed>()(
	{
		path: text.description('The folder that was looked into, in its plain form.'),
		parent: textOrNull.description('The folder above; null at the top.'),
		folders: {...folder.list, schema: folder.list.schema.description('Folders directly below, by name: at most 2,000.')},
		total: integer.description('How many folders there are.'),
	},
	'FolderList',
);

export const foldersOperations: Operations = {
	'GET /api/folders': {
		id: 'browseFolders',
		summary: 'List the folders below a path; hidden ones and those of the system and of our own data are left out',
		replies: {200: listed.schema},
	},
};
