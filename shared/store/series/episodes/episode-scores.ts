import type {QueryFilter} from 'mongoose';
import type {Series} from '../../../domain/media/library-series.ts';
import type {MediaFile} from '../../../domain/media/media-file.ts';
import {inSmallSteps, repeatable} from '../../mongo/small-steps.ts';
import {type ScoredFile, scoreFields, type TitlesToScore} from '../../movies/movie-scores.ts';
import {fileAspects} from '../../wanted/wanted-lists.ts';
import type {SeriesModels} from '../count-series.ts';
import type {StoredSeries} from '../series-schema.ts';

/** A file of a series: the fields that its score depends on. */
export type EpisodeFileToScore = Pick<Series, 'id' | 'originalLanguage' | 'qualityProfileId'> & {file: MediaFile; episodes: number};

const pageSize = 20;

/** Reads and writes of episodes for recalculating scores. */
export function scoreEpisodes({series, episodes, revisions}: SeriesModels) {
	async function filesOf(seriesIds: readonly string[]): Promise<Map<string, {seriesId: string; file: MediaFile; episodes: number}>> {
		const rows = await episodes
			.find({seriesId: {$in: [...seriesIds]}, file: {$ne: null}}, {_id: 0, seriesId: 1, file: 1})
			.lean<{seriesId: string; file: MediaFile}[]>();
		const files = new Map<string, {seriesId: string; file: MediaFile; episodes: number}>();
		for (const row of rows) {
			files.set(row.file.id, {...row, episodes: (files.get(row.file.id)?.episodes ?? 0) + 1});
		}
		return files;
	}

	return {
		/** Files of series, a few series at a time, each file once. */
		async *toScore({titleIds, libraryId}: TitlesToScore): AsyncGenerator<EpisodeFileToScore[]> {
			for (let after = ''; ; ) {
				const filter: QueryFilter<StoredSeries> = {
					...(libraryId !== null && {libraryId}),
					_id: {$gt: after, ...(titleIds && {$in: [...titleIds]})},
				};
				const rows = await series
					.find(filter, {originalLanguage: 1, qualityProfileId: 1})
					.sort({_id: 1})
					.limit(pageSize)
					.lean<(Omit<EpisodeFileToScore, 'id' | 'file' | 'episodes'> & {_id: string})[]>();
				const owners = new Map(rows.map(({_id, ...row}) => [_id, row]));
				const files = await filesOf([...owners.keys()]);
				yield [...files.values()].flatMap(({seriesId, ...file}) => {
					const owner = owners.get(seriesId);
					return owner ? [{id: seriesId, ...owner, ...file}] : [];
				});
				if (rows.length < pageSize) {
					return;
				}
				after = rows.at(-1)?._id ?? after;
			}
		},
		/** A file with several episodes is stored in each of them. */
		async setScores(rows: readonly ScoredFile[]): Promise<void> {
			if (rows.length === 0) {
				return;
			}
			const writes = rows.map(({titleId, fileId, ...scores}) => ({
				updateMany: {filter: {seriesId: titleId, 'file.id': fileId}, update: {$set: scoreFields(scores)}},
			}));
			// The driver's type of ids is ObjectId.
			const write = () => inSmallSteps(writes, some => episodes.collection.bulkWrite(some as never, repeatable));
			await revisions.during([fileAspects.cutoff], write);
		},
	};
}
