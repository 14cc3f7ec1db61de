import {unreachable} from '#shared/domain/folders/folder-state.ts';
import type {listUnmappedFolders} from '#shared/jobs/disks.ts';
import type {Handler} from '../runtime/handler.ts';
import {unmappedFolders} from './unmapped-folders.ts';

export const handleListUnmappedFolders: Handler<typeof listUnmappedFolders> = async ({path}, {diskLooks, movies, series}) => {
	// A disk that hangs then holds one thread instead of two.
	const {accessible} = await diskLooks.look('state', path, unreachable);
	const folders = accessible ? await diskLooks.look('folders', path, []) : [];
	return {names: await unmappedFolders(path, folders, [movies, series])};
};
