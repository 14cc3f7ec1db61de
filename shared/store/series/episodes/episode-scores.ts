import type {MediaFile} from '../../../domain/media/media-file.ts';
import {type ScoredFile, scoreFields, type TitlesToScore, type TitleToScore, titlesToScore, writeScores} from '../../titles/file-scores.ts';
import type {SeriesModels} from '../count-series.ts';

/** A file of a series, with the number of its episodes. */
export type EpisodeFileToScore = TitleToScore & {file: MediaFile; episodes: number};

const pageSize = 20;

/** Reads and writes of episodes for recalculating scores. */
export function scoreEpisodes({series, episodes, revisions}: SeriesModels) {
	async function filesOf(seriesIds: readonly string[]): Promise<{seriesId: string; file: MediaFile; episodes: number}[]> {
		const rows = await episodes
			.find({seriesId: {$in: [...seriesIds]}, file: {$ne: null}}, {_id: 0, seriesId: 1, file: 1})
			.lean<{seriesId: string; file: MediaFile}[]>();
		const files = new Map<string, {seriesId: string; file: MediaFile; episodes: number}>();
		for (const row of rows) {
			files.set(row.file.id, {...row, episodes: (files.get(row.file.id)?.episodes ?? 0) + 1});
		}
		return [...files.values()];
	}

	return {
		/** Files of series, a few series at a time, each file once. */
		async *toScore(titles: TitlesToScore): AsyncGenerator<EpisodeFileToScore[]> {
			for await (const rows of titlesToScore(series, titles, pageSize)) {
				const owners = new Map(rows.map(row => [row.id, row]));
				yield (await filesOf([...owners.keys()])).flatMap(({seriesId, ...file}) => {
					const owner = owners.get(seriesId);
					return owner ? [{...owner, ...file}] : [];
				});
			}
		},
		/** Skips files that were replaced in the meantime. A file with several episodes is stored in each of them. */
		async setScores(rows: readonly ScoredFile[]): Promise<void> {
			const operations = rows.map(({titleId, fileId, ...scores}) => ({
				updateMany: {filter: {seriesId: titleId, 'file.id': fileId}, update: {$set: scoreFields(scores)}},
			}));
			await writeScores(episodes, operations, revisions);
		},
	};
}
