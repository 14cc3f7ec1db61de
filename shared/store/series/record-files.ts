import type {ClientSession} from 'mongoose';
import type {MediaFile} from '../../domain/media/media-file.ts';
import {changeSeries, episodeAspects, recount, type SeriesModels} from './count-series.ts';

export interface FileOfEpisodes {
	/** Not empty, all from one series. */
	episodeIds: readonly string[];
	file: MediaFile;
	/** Ids of the files that it replaces. */
	replaces: readonly string[];
}

/** `changed`: one of the episodes is gone or has another file by now, and nothing was recorded. */
export type RecordOutcome = 'recorded' | 'changed';

interface Recording {
	seriesId: string;
	rows: readonly FileOfEpisodes[];
	at: Date;
}

/** Writes files into the episodes of a series and recounts it, in one transaction. Repeating it is harmless. */
export async function recordFiles(models: SeriesModels, {seriesId, rows, at}: Recording): Promise<RecordOutcome[]> {
	const outcomes = await changeSeries(models, episodeAspects, async session => {
		const present = await presentFiles(models, {seriesId, rows}, session);
		const outcomes: RecordOutcome[] = [];
		let isChanged = false;
		for (const {episodeIds, file, replaces} of rows) {
			const files = episodeIds.map(id => present.get(id));
			const mayRecord = files.every(old => old === null || old?.id === file.id || (old !== undefined && replaces.includes(old.id)));
			outcomes.push(mayRecord && files.length > 0 ? 'recorded' : 'changed');
			if (!mayRecord || files.every(old => old?.id === file.id && old.size === file.size)) {
				continue;
			}
			await models.episodes.updateMany({seriesId, _id: {$in: [...episodeIds]}}, {$set: {file, hasFile: true, updatedAt: at}}, {session});
			for (const id of episodeIds) {
				present.set(id, file);
			}
			isChanged = true;
		}
		if (isChanged) {
			await recount(models, {ids: [seriesId], now: at, set: {updatedAt: at}}, session);
		}
		return outcomes;
	});
	const recorded = rows.filter((_, index) => outcomes[index] === 'recorded');
	if (recorded.length > 0) {
		models.titleNews.tell(recorded.some(({replaces}) => replaces.length === 0) ? 'fileAdded' : 'fileChanged', 'series', [seriesId]);
	}
	return outcomes;
}

/** The file of each existing episode; null for one without. */
async function presentFiles(
	{episodes}: SeriesModels,
	{seriesId, rows}: Pick<Recording, 'seriesId' | 'rows'>,
	session: ClientSession,
): Promise<Map<string, Pick<MediaFile, 'id' | 'size'> | null>> {
	const ids = [...new Set(rows.flatMap(({episodeIds}) => episodeIds))];
	const found = await episodes
		.find({seriesId, _id: {$in: ids}}, {'file.id': 1, 'file.size': 1}, {session})
		.lean<{_id: string; file?: Pick<MediaFile, 'id' | 'size'> | null}[]>();
	return new Map(found.map(({_id, file}) => [_id, file ?? null]));
}
