import type {listUnmappedFolders} from '#shared/jobs/disks/list-unmapped-folders.ts';
import type {Handler} from '../runtime/handler.ts';
import {unmappedFolders} from './unmapped-folders.ts';

export const handleListUnmappedFolders: Handler<typeof listUnmappedFolders> = async ({path}, {diskLooks, movies, series}) => {
	const folders = await diskLooks.look('folders', path, []);
	return {names: await unmappedFolders(path, folders, [movies, series])};
};
