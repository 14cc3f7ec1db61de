import type {WorkerDeps} from './deps.ts';

/** A file of a series is gone from the disk: its episodes lose it. False when none of them had it. */
export async function dropEpisodeFile(seriesId: string, path: string, {series, episodes, history, now}: WorkerDeps): Promise<boolean> {
	const having = (await episodes.onDisk(seriesId)).filter(({file}) => file?.path === path);
	const file = having[0]?.file;
	const at = now();
	if (!file || (await episodes.removeFiles({seriesId, fileIds: [file.id]}, at)) === 0) {
		return false;
	}
	const title = (await series.find(seriesId))?.title ?? '';
	const entry = {
		event: 'fileDeleted' as const,
		title,
		movieId: null,
		seriesId,
		episodeIds: having.map(({id}) => id),
		quality: file.quality,
		qualityScore: file.qualityScore,
		indexer: null,
		downloadClient: null,
		downloadId: null,
		data: {path, reason: 'missingFromDisk'},
		timestamp: at,
	};
	await history.add(entry, `gone-${file.id}-${Number(file.dateAdded)}`);
	return true;
}
