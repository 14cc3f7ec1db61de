import {randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import type {Protocol} from '../domain/release/release.ts';
import {readPage} from '../lists/page.ts';
import {maskSecrets} from '../mask-secrets.ts';
import {numberRecords} from './mongo/record-numbers.ts';
import {createRecords, type RecordOptions, type Stored, schemaOptions} from './mongo/records.ts';
import {removeSurplus} from './mongo/remove-surplus.ts';

/** What is not downloaded again: a release, or a subtitle for its title. */
export interface Blocked {
	id: string;
	/** Of the release, or name of the movie or episode. */
	title: string;
	reason: string;
	movieId: string | null;
	seriesId: string | null;
	/** All episodes of the release or file. */
	episodeIds: string[];
	addedAt: Date;
}

export interface BlocklistEntry extends Blocked {
	guid: string | null;
	infoHash: string | null;
	indexer: string | null;
	indexerId: string | null;
	protocol: Protocol;
	size: number | null;
}

export interface SubtitleBlocklistEntry extends Blocked {
	providerId: string;
	provider: string;
	/** The provider's id of the subtitle. */
	subtitleId: string;
	/** A release that the subtitle was made for; null when none is known. */
	release: string | null;
	language: string;
}

export interface OfTitle {
	movieId?: string;
	seriesId?: string;
}

export interface BlocklistPageQuery extends OfTitle {
	page: number;
	limit: number;
	/** Entries about titles of this kind. */
	kind?: 'movie' | 'series';
}

const common = {_id: String, title: String, reason: String, movieId: String, seriesId: String, episodeIds: [String], addedAt: Date};

const blocklistSchema = new Schema<Stored<BlocklistEntry>>(
	{...common, guid: String, infoHash: String, indexer: String, indexerId: String, protocol: String, size: Number},
	schemaOptions,
);
numberRecords(blocklistSchema, 'blocklist');
blocklistSchema.index({indexerId: 1, guid: 1}, {unique: true, partialFilterExpression: {guid: {$type: 'string'}}});
blocklistSchema.index({guid: 1});
blocklistSchema.index({infoHash: 1});
blocklistSchema.index({indexerId: 1, size: 1});

const subtitleSchema = new Schema<Stored<SubtitleBlocklistEntry>>(
	{...common, providerId: String, provider: String, subtitleId: String, release: String, language: String},
	schemaOptions,
);
subtitleSchema.index({episodeIds: 1});

for (const schema of [blocklistSchema, subtitleSchema]) {
	schema.index({addedAt: -1, _id: 1});
	schema.index({movieId: 1, addedAt: -1, _id: 1});
	schema.index({seriesId: 1, addedAt: -1, _id: 1});
}

/** Entries that are stored. Older ones are hardly ever offered any more. */
const maxEntries = 100_000;

const filterOf = ({movieId, seriesId}: OfTitle) => ({...(movieId && {movieId}), ...(seriesId && {seriesId})});

function createEntries<Entry extends Blocked>(options: RecordOptions<Entry, Stored<Entry>>) {
	const {model} = options;
	const {get, remove, insert, open} = createRecords<Entry>(options);

	/** Those of these ids that no entry has. */
	async function missing(ids: readonly string[]): Promise<string[]> {
		const known = await model.find({_id: {$in: [...ids]}} as never, {_id: 1}).lean<{_id: string}[]>(); // ids are texts
		return [...new Set(ids).difference(new Set(known.map(({_id}) => _id)))];
	}

	const entries = {
		get,
		remove,
		async page({page, limit, kind, ...of}: BlocklistPageQuery): Promise<{entries: Entry[]; total: number}> {
			const filter = {...filterOf(of), ...(kind && {[`${kind}Id`]: {$type: 'string'}})};
			const order = {addedAt: -1, _id: 1} as const;
			const {rows, total} = await readPage<Stored<Entry>, Stored<Entry>>(model, {filter, sort: order, page, limit});
			return {entries: rows.map(open), total};
		},
		missing,
		/** Adds entries under their ids; those that are there already stay as they are. */
		async addMany(entries: readonly Entry[]): Promise<void> {
			const wanted = new Set(await missing(entries.map(({id}) => id)));
			const writes = entries
				.filter(({id}) => wanted.has(id))
				.map(({id, ...entry}) => ({
					updateOne: {filter: {_id: id}, update: {$setOnInsert: {...entry, reason: maskSecrets(entry.reason)}}, upsert: true},
				}));
			await (writes.length > 0 ? model.bulkWrite(writes as never, {ordered: false}) : null); // the entries are those of the model
		},
		/** Returns how many of them were there. */
		removeMany: async (ids: readonly string[]): Promise<number> => (await model.deleteMany({_id: {$in: [...ids]}} as never)).deletedCount, // ids are texts
		/** Removes the oldest entries above the limit; returns how many. */
		removeSurplus: (max = maxEntries) => removeSurplus(model, {by: 'addedAt' as keyof Stored<Entry> & string, max}), // each entry has it
	};
	return {insert, open, entries};
}

export function createBlocklistStore(connection: Connection) {
	const blocklist = connection.model<Stored<BlocklistEntry>>('BlocklistEntry', blocklistSchema, 'blocklist');
	const taken = {message: ({title}: Partial<BlocklistEntry>) => `${title} is already on the blocklist.`};
	const {insert, open, entries} = createEntries<BlocklistEntry>({
		model: blocklist,
		kind: 'blocklist entry',
		taken,
	});
	return {
		...entries,
		/** A release is listed once, no matter how often it failed. */
		async add({indexerId, guid, ...entry}: Omit<BlocklistEntry, 'id'>): Promise<void> {
			const shown = {...entry, reason: maskSecrets(entry.reason)};
			await blocklist.updateOne({indexerId, guid}, {$set: shown, $setOnInsert: {_id: randomUUID()}}, {upsert: true});
		},
		/**
		 * For an entry added by a person. Throws Conflict `already_exists` when this release of this
		 * indexer is already listed.
		 */
		addNew: insert,
		/** Removes all entries, or those of a title; returns how many. */
		clear: async (of: OfTitle): Promise<number> =>
			(await blocklist.deleteMany({...filterOf(of), addedAt: {$gte: new Date(0)}})).deletedCount,
		/** The entries that may apply to one of these releases. */
		async touching(
			releases: readonly {guid: string; infoHash: string | null; indexerId: string; size: number}[],
		): Promise<BlocklistEntry[]> {
			if (releases.length === 0) {
				return [];
			}
			const rows = await blocklist
				.find({
					$or: [
						{guid: {$in: releases.map(({guid}) => guid)}},
						{infoHash: {$in: releases.map(({infoHash}) => infoHash).filter(hash => hash !== null)}},
						{indexerId: {$in: [...new Set(releases.map(({indexerId}) => indexerId))]}, size: {$in: releases.map(({size}) => size)}},
					],
				})
				.lean<Stored<BlocklistEntry>[]>();
			return rows.map(open);
		},
	};
}

/** The movie, or the episodes of one file. */
export type BlockedTitle = Pick<Blocked, 'movieId' | 'episodeIds'>;

const keyOf = (providerId: string, subtitleId: string) => `${providerId}\n${subtitleId}`;

export function createSubtitleBlocklistStore(connection: Connection) {
	const blocklist = connection.model<Stored<SubtitleBlocklistEntry>>('SubtitleBlocklistEntry', subtitleSchema, 'subtitleBlocklist');
	const {insert, entries} = createEntries<SubtitleBlocklistEntry>({
		model: blocklist,
		kind: 'subtitle blocklist entry',
	});
	const ofTitle = ({movieId, episodeIds}: BlockedTitle) => (movieId === null ? {episodeIds: {$in: [...episodeIds]}} : {movieId});
	return {
		...entries,
		/** Lists a subtitle once for a title, however often it proves to be bad. */
		async add(entry: Omit<SubtitleBlocklistEntry, 'id'>): Promise<void> {
			const {providerId, subtitleId, reason, addedAt} = entry;
			const {matchedCount} = await blocklist.updateOne({providerId, subtitleId, ...ofTitle(entry)}, {$set: {reason, addedAt}});
			if (matchedCount === 0) {
				await insert(entry);
			}
		},
		/** Returns a function that says whether a subtitle is listed for this title. */
		async blockedFor(title: BlockedTitle): Promise<(found: {providerId: string; id: string}) => boolean> {
			const fields = {providerId: 1, subtitleId: 1};
			const rows = await blocklist.find(ofTitle(title), fields).lean<Pick<SubtitleBlocklistEntry, 'providerId' | 'subtitleId'>[]>();
			const blocked = new Set(rows.map(({providerId, subtitleId}) => keyOf(providerId, subtitleId)));
			return ({providerId, id}) => blocked.has(keyOf(providerId, id));
		},
	};
}
