import {type Connection, Schema} from 'mongoose';
import type {LastSearch, WaitingRelease} from '../../domain/searches/last-search.ts';
import type {TitleSearch} from '../../domain/searches/title-state.ts';
import {maskSecrets} from '../../mask-secrets.ts';
import {type Lookup, readTogether} from '../mongo/one-command.ts';
import {schemaOptions} from '../mongo/records.ts';

interface StoredSearch extends TitleSearch {
	/** Id of the movie, the episode or the series. */
	_id: string;
	/** When anything of it was written; the clean-up goes by this. */
	touchedAt: Date;
}

export type TitleSearchStore = ReturnType<typeof createTitleSearchStore>;

const ownSchema = (fields: Record<string, unknown>) => ({type: new Schema(fields as never, {...schemaOptions, _id: false}), default: null});

const searchSchema = new Schema<StoredSearch>(
	{
		_id: String,
		searchingSince: Date,
		touchedAt: Date,
		last: ownSchema({
			at: Date,
			searchId: String,
			byPerson: Boolean,
			outcome: String,
			message: String,
			found: Number,
			refused: Number,
			reasons: [{_id: false, code: String, reason: String, count: Number}],
			indexers: Number,
			silent: [{_id: false, indexer: String, status: String, message: String}],
		}),
		waiting: ownSchema({release: String, reason: String, until: Date, seenAt: Date}),
	},
	schemaOptions,
);
searchSchema.index({touchedAt: 1});

/** Titles that one call writes at a time. */
const chunk = 1000;

/**
 * A summary of the last search of each title, and whether one is running. Titles that are not searched for a month are
 * forgotten.
 */
export function createTitleSearchStore(connection: Connection) {
	const searches = connection.model<StoredSearch>('TitleSearch', searchSchema, 'titleSearches');

	async function write(rows: readonly {id: string; set: Partial<StoredSearch>}[], now: Date): Promise<void> {
		for (let at = 0; at < rows.length; at += chunk) {
			const writes = rows
				.slice(at, at + chunk)
				.map(({id, set}) => ({updateOne: {filter: {_id: id}, update: {$set: {...set, touchedAt: now}}, upsert: true}}));
			await searches.bulkWrite(writes, {ordered: false});
		}
	}

	/** Titles that were never searched are left out. */
	const lookup = (ids: readonly string[]): Lookup<Map<string, TitleSearch>, StoredSearch> => ({
		source: searches,
		filter: ids.length === 0 ? null : {_id: {$in: [...ids]}},
		projection: {searchingSince: 1, last: 1, waiting: 1},
		open: rows =>
			new Map(rows.map(({_id, searchingSince = null, last = null, waiting = null}) => [_id, {searchingSince, last, waiting}] as const)),
	});

	return {
		lookup,
		of: async (ids: readonly string[]): Promise<Map<string, TitleSearch>> => (await readTogether([lookup(ids)]))[0],
		/** A search of these titles begins. */
		begin: (ids: readonly string[], now: Date): Promise<void> =>
			write(
				ids.map(id => ({id, set: {searchingSince: now}})),
				now,
			),
		/** It has ended; `waiting` takes the place of what was seen before. */
		async end(rows: readonly {id: string; last: LastSearch; waiting: WaitingRelease | null}[], now: Date): Promise<void> {
			const ended = rows.map(({id, last, waiting}) => ({
				id,
				set: {searchingSince: null, last: masked(last), waiting: waiting && {...waiting, seenAt: now}},
			}));
			await write(ended, now);
		},
		/** It has ended, and nothing of these titles came out. */
		async stop(ids: readonly string[]): Promise<void> {
			await searches.updateMany({_id: {$in: [...ids]}}, {$set: {searchingSince: null}});
		},
		/** Releases of these titles that appeared in a feed and wait. */
		noteWaiting: (rows: readonly {id: string; waiting: WaitingRelease}[], now: Date): Promise<void> =>
			write(
				rows.map(({id, waiting}) => ({id, set: {waiting: {...waiting, seenAt: now}}})),
				now,
			),
		/** Removes titles that were not searched for long: they have a file, are gone, or are no longer wanted. */
		async removeBefore(date: Date): Promise<number> {
			return (await searches.deleteMany({touchedAt: {$lt: date}})).deletedCount;
		},
	};
}

/** Indexers quote addresses in what they say. */
function masked({message, silent, ...last}: LastSearch): LastSearch {
	const hidden = silent.map(each => ({...each, message: each.message && maskSecrets(each.message)}));
	return {...last, message: maskSecrets(message), silent: hidden};
}
