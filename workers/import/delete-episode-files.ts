import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import type {DeleteEpisodeFiles, deleteEpisodeFiles} from '#shared/jobs/import/delete-episode-files.ts';
import type {RemovedMedia} from '../integrations/files/remove-media.ts';
import {recordedBeside} from '../library/recorded-beside.ts';
import {tellFileDeleted} from '../library/tell-file-deleted.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';

export const handleDeleteEpisodeFiles: Handler<typeof deleteEpisodeFiles> = async (payload, deps, {signal, log}) => {
	const {title, seriesId, paths} = payload;
	const all: RemovedMedia = {removed: [], left: []};
	// The title may have been added again in the meantime, with its files found where they were.
	const owned = await deps.episodes.pathsOwned(paths, {except: seriesId});
	for (const path of paths) {
		signal.throwIfAborted();
		const {removed, left} = owned.has(path)
			? {removed: [], left: [{path, reason: 'another series has it as a file'}]}
			: await removeOne(path, payload, {deps, signal});
		all.removed.push(...removed);
		all.left.push(...left);
		if (removed.length > 0) {
			await tell(path, payload, deps);
		}
	}
	for (const {path, reason} of all.left) {
		log.warn({title, path, reason}, 'A file of a deleted series was left where it is');
	}
	return all;
};

async function removeOne(
	path: string,
	{folder}: DeleteEpisodeFiles,
	{deps, signal}: {deps: WorkerDeps; signal: AbortSignal},
): Promise<RemovedMedia> {
	if (!isWithinFolder(path, folder)) {
		return {removed: [], left: [{path, reason: 'it lies outside the folder of its series'}]};
	}
	const roots = (await deps.rootFolders.list()).map(root => root.path);
	const bin = deps.settings.get('media.recycleBin') || null;
	const keep = await recordedBeside(path, deps);
	return deps.files.removeMedia({path, roots, folder, keep, bin, signal});
}

function tell(path: string, {seriesId, title}: DeleteEpisodeFiles, deps: WorkerDeps): Promise<void> {
	const data = {path, reason: 'deleted', recycled: deps.settings.get('media.recycleBin') !== ''};
	return tellFileDeleted({title, seriesId, data}, `deleted:${seriesId}:${path}`, deps);
}
