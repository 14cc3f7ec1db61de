import type {Model, QueryFilter} from 'mongoose';
import type {Episode} from '../../../domain/media/library-episode.ts';
import {type Stored, toRecord} from '../../mongo/record.ts';
import {wantedEpisodes} from '../../wanted/wanted-lists.ts';
import type {StoredEpisode} from '../episode-schema.ts';

/** The fields of an episode that decide when it is searched. */
export type WaitingEpisode = Pick<Episode, 'id' | 'seriesId' | 'airDateUtc' | 'lastSearchTime'>;

const fields = {seriesId: 1, airDateUtc: 1, lastSearchTime: 1} as const;
/** Served by partial indexes, so that episodes with files cost nothing. */
const missing = wantedEpisodes.missing.only;
const batchSize = 200;

/** Monitored episodes of monitored series without a file. */
export function listEpisodeBacklog(episodes: Model<StoredEpisode>) {
	async function* line(filter: QueryFilter<StoredEpisode>): AsyncGenerator<WaitingEpisode> {
		const rows = episodes
			.find({...missing, ...filter}, fields)
			.sort({lastSearchTime: 1, airDateUtc: 1})
			.lean<Stored<WaitingEpisode>[]>()
			.cursor({batchSize});
		for await (const row of rows) {
			// Mongoose types cursors by the whole document.
			yield toWaiting(row as unknown as Stored<WaitingEpisode>);
		}
	}

	return {
		/** Those that have aired, the longest unsearched first. */
		async *missingLine(now: Date): AsyncGenerator<WaitingEpisode> {
			const aired = {airDateUtc: {$lte: now}};
			// A condition for each field of the index lets MongoDB skip what airs later without reading it.
			yield* line({lastSearchTime: null, ...aired});
			yield* line({lastSearchTime: {$gt: new Date(0)}, ...aired});
		},
		async airedBetween(since: Date, now: Date): Promise<WaitingEpisode[]> {
			const rows = await episodes
				.find({...missing, airDateUtc: {$gte: since, $lte: now}}, fields)
				.sort({airDateUtc: 1})
				.lean<Stored<WaitingEpisode>[]>();
			return rows.map(toWaiting);
		},
		/** How many air in this time and were not searched yet, counted up to `most`. */
		countAiring: (since: Date, until: Date, most: number): Promise<number> =>
			episodes.countDocuments({...missing, airDateUtc: {$gt: since, $lte: until}, lastSearchTime: null}, {limit: most}),
		async idsOfSeries(seriesIds: readonly string[]): Promise<string[]> {
			const rows = await episodes.find({seriesId: {$in: [...seriesIds]}}, {_id: 1}).lean<{_id: string}[]>();
			return rows.map(({_id}) => _id);
		},
		airDatesOf: async (ids: readonly string[]): Promise<WaitingEpisode[]> =>
			ids.length === 0 ? [] : (await episodes.find({_id: {$in: [...ids]}}, fields).lean<Stored<WaitingEpisode>[]>()).map(toWaiting),
		async nextAiring(now: Date): Promise<Date | null> {
			const [next] = await episodes
				.find({...missing, airDateUtc: {$gt: now}}, {airDateUtc: 1})
				.sort({airDateUtc: 1})
				.limit(1)
				.lean<Pick<StoredEpisode, 'airDateUtc'>[]>();
			return next?.airDateUtc ?? null;
		},
	};
}

/** Mongoose leaves out fields that were never set. */
function toWaiting(row: Stored<WaitingEpisode>): WaitingEpisode {
	return toRecord<WaitingEpisode>({...row, airDateUtc: row.airDateUtc ?? null, lastSearchTime: row.lastSearchTime ?? null});
}
