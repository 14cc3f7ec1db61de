import {join} from 'node:path';
import type {ApiDeps} from '#api/deps.ts';
import {isWithinFolder, normalPath} from '#shared/domain/folders/root-folder-path.ts';

type FolderDeps = Pick<ApiDeps, 'rootFolders' | 'downloadClients' | 'remotePathMappings' | 'http'>;

/** The innermost of the folders that `path` lies in; null if there is none. */
export function folderAround(path: string, folders: readonly string[]): string | null {
	const wanted = normalPath(path);
	const around = wanted === null || wanted !== path.replace(/\/$/, '') ? [] : folders.filter(folder => isWithinFolder(wanted, folder));
	return around.sort((a, b) => b.length - a.length)[0] ?? null;
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
