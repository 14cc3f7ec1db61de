import type {AnyBulkWriteOperation} from 'mongodb';
import {type Connection, type PipelineStage, Schema} from 'mongoose';
import {latestSearch, nextSearch, triesUntilLongest, type WaitingSince} from '../../domain/searches/search-backoff.ts';
import {type Lookup, readTogether} from '../mongo/one-command.ts';
import {schemaOptions} from '../mongo/records.ts';

interface StoredBackoff {
	/** Id of the movie or episode; `subtitles-<id>` for its subtitles. */
	_id: string;
	/** Backlog searches since a release was last found. */
	tries: number;
	nextSearchAt: Date;
	wasFound?: boolean;
	/** The queue of due titles that it is in; absent once it was due and no longer wanted there. */
	line?: SearchLine;
	/** The execution that requested its last search. */
	searchedBy?: string;
}

/** Lines in which titles wait for the end of their pause. */
export type SearchLine = 'missingMovies' | 'missingEpisodes' | 'betterMovies' | 'betterEpisodes';

/** A title that was searched, and how. */
export interface Searched extends WaitingSince {
	/** As in the store. */
	id: string;
	line?: SearchLine | null;
	executionId?: string | undefined;
}

export interface BackoffStanding {
	tries: number;
	/** The last search found a release. */
	wasFound: boolean;
	/** Null when it is not paused any more. */
	pausedUntil: Date | null;
	/** It is searched as soon as its pause is over. */
	isInLine: boolean;
}

const backoffSchema = new Schema<StoredBackoff>(
	{_id: String, tries: Number, nextSearchAt: Date, wasFound: Boolean, line: String, searchedBy: String},
	schemaOptions,
);
backoffSchema.index({nextSearchAt: 1});
backoffSchema.index({line: 1, nextSearchAt: 1}, {partialFilterExpression: {line: {$exists: true}}});

/** The ids of movies and episodes begin with a hexadecimal digit, so they come before this one. */
const firstOfSubtitles = 'subtitles-';
/** Titles that a run takes up because their pause is over. The others wait for the next run. */
const maxAwake = 2000;

/** Counts a search and looks up its wait in one step, so that no count is lost when two searches end at once. */
function countedSearch(how: Partial<StoredBackoff>, since: WaitingSince, now: Date): PipelineStage.Set[] {
	const waits = Array.from({length: triesUntilLongest}, (_, index) => nextSearch(index + 1, now, since));
	const place = {$min: [{$ifNull: ['$tries', 0]}, triesUntilLongest - 1]};
	return [{$set: {nextSearchAt: {$arrayElemAt: [waits, place]}, tries: {$add: [{$ifNull: ['$tries', 0]}, 1]}, ...literal(how)}}];
}

const literal = (values: object) => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, {$literal: value}]));

/** How long the backlog skips titles whose searches found nothing. */
export function createSearchBackoffStore(connection: Connection) {
	const backoffs = connection.model<StoredBackoff>('SearchBackoff', backoffSchema, 'searchBackOff');

	/**
	 * Records that a backlog search of these titles has ended. Each one without a result makes the next wait longer, as
	 * `nextSearch` says.
	 */
	async function noteAll(titles: readonly Searched[], now: Date, {found = false} = {}): Promise<void> {
		if (titles.length === 0) {
			return;
		}
		const writes = titles.map(({id, line, executionId, ...since}) => {
			const how = {wasFound: found, ...(line && {line}), ...(executionId && {searchedBy: executionId})};
			const update = found ? {$set: {tries: 1, nextSearchAt: nextSearch(1, now), ...how}} : countedSearch(how, since, now);
			return {updateOne: {filter: {_id: id}, update, upsert: true}};
		});
		// Mongoose would check each row by its schema, and takes no pipelines here.
		await backoffs.collection.bulkWrite(writes as unknown as AnyBulkWriteOperation[], {ordered: false});
	}

	/** How often these titles were searched in vain, and until when they are paused. Others are left out. */
	const standingsOf = (ids: readonly string[], now: Date): Lookup<Map<string, BackoffStanding>, StoredBackoff> => ({
		source: backoffs,
		filter: ids.length === 0 ? null : {_id: {$in: [...ids]}},
		projection: {tries: 1, nextSearchAt: 1, wasFound: 1, line: 1},
		open: rows =>
			new Map(
				rows.map(({_id, tries, nextSearchAt, wasFound = false, line}) => {
					const isPaused = nextSearchAt > now && nextSearchAt < latestSearch(now);
					return [_id, {tries, wasFound, pausedUntil: isPaused ? nextSearchAt : null, isInLine: line !== undefined}];
				}),
			),
	});

	return {
		/** Which of these titles must not be searched yet. What `exceptBy` itself has searched is left out. */
		async paused(ids: readonly string[], now: Date, {exceptBy}: {exceptBy?: string} = {}): Promise<Set<string>> {
			if (ids.length === 0) {
				return new Set();
			}
			const others = exceptBy === undefined ? {} : {searchedBy: {$ne: exceptBy}};
			const rows = await backoffs
				.find({_id: {$in: [...ids]}, nextSearchAt: {$gt: now, $lt: latestSearch(now)}, ...others}, {_id: 1})
				.lean<{_id: string}[]>();
			return new Set(rows.map(({_id}) => _id));
		},
		/** When each of these titles may be searched again; those that were never searched are left out. */
		async waits(ids: readonly string[]): Promise<Map<string, Date>> {
			const rows = await backoffs.find({_id: {$in: [...ids]}}, {nextSearchAt: 1}).lean<Pick<StoredBackoff, '_id' | 'nextSearchAt'>[]>();
			return new Map(rows.map(({_id, nextSearchAt}) => [_id, nextSearchAt]));
		},
		note: (id: string, now: Date, {found = false, ...rest}: Omit<Searched, 'id'> & {found?: boolean} = {}): Promise<void> =>
			noteAll([{id, ...rest}], now, {found}),
		noteAll,
		/** The titles of a line whose pause is over, those that wait longest first. */
		async awake(line: SearchLine, now: Date): Promise<string[]> {
			const rows = await backoffs
				.find({line, nextSearchAt: {$lte: now}}, {_id: 1})
				.sort({nextSearchAt: 1})
				.limit(maxAwake)
				.lean<{_id: string}[]>();
			return rows.map(({_id}) => _id);
		},
		/** When the next pause in one of these lines is over. */
		async nextAwake(lines: readonly SearchLine[], now: Date): Promise<Date | null> {
			const [next] = await backoffs
				.find({line: {$in: [...lines]}, nextSearchAt: {$gt: now}}, {nextSearchAt: 1})
				.sort({nextSearchAt: 1})
				.limit(1)
				.lean<StoredBackoff[]>();
			return next?.nextSearchAt ?? null;
		},
		/** They are no longer wanted in their line, unless they have been paused again meanwhile. */
		async leaveLine(ids: readonly string[], now: Date): Promise<void> {
			if (ids.length > 0) {
				await backoffs.updateMany({_id: {$in: [...ids]}, nextSearchAt: {$lte: now}}, {$unset: {line: 1}});
			}
		},
		standingsOf,
		standings: async (ids: readonly string[], now: Date): Promise<Map<string, BackoffStanding>> =>
			(await readTogether([standingsOf(ids, now)]))[0],
		/** Lets these or all titles be searched again at once: something has changed that makes it worthwhile. */
		async restart(ids: readonly string[] | 'all'): Promise<void> {
			await backoffs.deleteMany(ids === 'all' ? {_id: {$lt: firstOfSubtitles}} : {_id: {$in: [...ids]}});
		},
		/** Removes titles that were not searched for long: they are no longer missing, or start again. */
		async removeBefore(date: Date): Promise<number> {
			return (await backoffs.deleteMany({nextSearchAt: {$lt: date}})).deletedCount;
		},
	};
}
