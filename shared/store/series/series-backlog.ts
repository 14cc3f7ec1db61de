import type {Model, QueryFilter} from 'mongoose';
import type {Series} from '../../domain/media/library-series.ts';
import {type Stored, toRecord} from '../mongo/record.ts';
import type {StoredSeries} from './series-schema.ts';

/** The fields of a series that the backlog uses; the rest is in its episodes. */
export type BacklogSeries = Pick<Series, 'id' | 'title' | 'type' | 'qualityProfileId'>;

const fields = {title: 1, type: 1, qualityProfileId: 1} as const;
const batchSize = 500;

/** Monitored series that may be searched, the least recently searched first. */
export function listSeriesBacklog(series: Model<StoredSeries>) {
	async function* stream(filter: QueryFilter<StoredSeries>): AsyncGenerator<BacklogSeries> {
		const rows = series
			.find({monitored: true, ...filter}, fields)
			.sort({lastSearchTime: 1, _id: 1})
			.lean<Stored<BacklogSeries>[]>()
			.cursor({batchSize});
		for await (const row of rows) {
			// Mongoose types cursors by the whole document.
			yield toRecord<BacklogSeries>(row as unknown as Stored<BacklogSeries>);
		}
	}

	return {
		/** Which of these series are monitored, by their id. */
		async monitoredOf(ids: readonly string[]): Promise<Map<string, BacklogSeries>> {
			const rows = await series.find({_id: {$in: [...ids]}, monitored: true}, fields).lean<Stored<BacklogSeries>[]>();
			return new Map(rows.map(row => [row._id, toRecord<BacklogSeries>(row)]));
		},
		/** Series with aired, monitored episodes without a file. */
		withMissing: (id?: string) => stream({downloaded: false, episodeCount: {$gt: 0}, ...(id && {_id: id})}),
		withFiles: (id?: string) => stream({episodeFileCount: {$gt: 0}, ...(id && {_id: id})}),
		/** Series with an episode that has aired since then, and with something missing. */
		airedSince: (date: Date) => stream({previousAiring: {$gte: date}, downloaded: false}),
	};
}
