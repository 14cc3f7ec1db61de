import {dirname} from 'node:path';
import type {deleteMovieFiles} from '#shared/jobs/import.ts';
import {recycleBin} from '../../library/disk-settings.ts';
import {recordedBeside} from '../../library/recorded-beside.ts';
import {tellFileDeleted} from '../../library/tell-file-deleted.ts';
import type {Handler} from '../../runtime/handler.ts';

export const handleDeleteMovieFiles: Handler<typeof deleteMovieFiles> = async (payload, deps, {signal, log}) => {
	const {movieId, title, path, media, file} = payload;
	// The title may have been added again in the meantime, with its file found where it was.
	if (await deps.movies.ownsPath(path, {except: movieId})) {
		return {removed: [], left: [{path, reason: 'another movie has it as its file'}]};
	}
	const roots = (await deps.rootFolders.list()).map(root => root.path);
	const bin = recycleBin(deps);
	const keep = await recordedBeside(path, deps);
	const result = await deps.files.removeMedia({path, roots, folder: dirname(path), keep, bin, signal});
	for (const {path: left, reason} of result.left) {
		log.warn({title, path: left, reason}, 'A file of a deleted movie was left where it is');
	}
	// A file that was gone already may be one that an earlier run removed, which died before it could tell.
	if (result.left.length === 0) {
		const data = {path, reason: 'deleted', recycled: bin !== null};
		const gone = {title, movieId, data, ...(file && {file}), ...(media && {media})};
		await tellFileDeleted(gone, `deleted:${movieId}:${path}`, deps);
	}
	return result;
};
