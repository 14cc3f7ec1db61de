import type {WorkerDeps} from '../runtime/deps.ts';
import {type GoneReason, recordFileDeleted} from './record-file-deleted.ts';

/** Removes the record of a file that is gone from its episodes. Returns false when no episode had it. */
export async function dropEpisodeFile(
	{seriesId, path, reason = 'missingFromDisk', about}: {seriesId: string; path: string; reason?: GoneReason; about?: {recycled: boolean}},
	deps: Pick<WorkerDeps, 'episodes' | 'history' | 'now' | 'series'>,
): Promise<boolean> {
	const having = (await deps.episodes.onDisk(seriesId)).filter(({file}) => file?.path === path);
	const file = having[0]?.file;
	if (!file) {
		return false;
	}
	const title = (await deps.series.find(seriesId))?.title ?? '';
	const gone = {title, seriesId, episodeIds: having.map(({id}) => id), file, data: {path, reason, ...about}};
	// Published first: if the process dies in between, the next one still finds the record.
	await recordFileDeleted(gone, `gone-${file.id}-${Number(file.dateAdded)}`, deps);
	return (await deps.episodes.removeFiles({seriesId, fileIds: [file.id], path}, deps.now())) > 0;
}
