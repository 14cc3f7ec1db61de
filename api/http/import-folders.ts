import {join} from 'node:path';
import type {ApiDeps} from '#api/deps.ts';
import {isWithinFolder, normalPath} from '#shared/domain/folders/root-folder-path.ts';

type FolderDeps = Pick<ApiDeps, 'rootFolders' | 'downloadClients' | 'remotePathMappings' | 'http'>;

/** A path in one plain form, and the innermost of the folders that it lies in; null if there is none. */
export function locateAmong(path: string, folders: readonly string[]): {path: string; within: string} | null {
	const plain = normalPath(path);
	const around = plain === null || path.split('/').includes('..') ? [] : folders.filter(folder => isWithinFolder(plain, folder));
	const [within] = around.sort((a, b) => b.length - a.length);
	return plain === null || within === undefined ? null : {path: plain, within};
}

/** Folders that a refusal names. */
const maxNamed = 8;

/** Why a file or folder is in none of them, for a message that begins with its field. */
export function whyOutside(path: string, folders: readonly string[]): string {
	if (path.split('/').includes('..')) {
		return 'must not contain ..';
	}
	const named = [...new Set(folders)].slice(0, maxNamed).join(', ');
	const where = named === '' ? '' : `: ${named}`;
	return `must lie in a root folder or in a folder of a download client${where}. Move the files there, or add their folder at /api/root-folders`;
}

/** From where people may import: root folders, and where download clients put what they fetch, as we see it. */
export async function importFolders({rootFolders, downloadClients, remotePathMappings, http}: FolderDeps): Promise<string[]> {
	const [roots, clients, mappings] = await Promise.all([rootFolders.list(), downloadClients.list(), remotePathMappings.list()]);
	const ofClients = clients.flatMap(({directory, settings}) => [directory, settings['watchFolder']]);
	const builtin = join(http.dataDir, 'downloads');
	return [...roots.map(root => root.path), ...mappings.map(mapping => mapping.localPath), ...ofClients, builtin].flatMap(folder => {
		const normal = typeof folder === 'string' ? normalPath(folder) : null;
		return normal === null || normal === '/' ? [] : [normal];
	});
}
