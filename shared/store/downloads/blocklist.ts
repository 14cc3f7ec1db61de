import {randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import type {Protocol} from '../../domain/release/release.ts';
import {readPage} from '../../lists/page.ts';
import {maskSecrets} from '../../mask-secrets.ts';
import {numberRecords} from '../mongo/record-numbers.ts';
import {createRecords, type Stored, schemaOptions} from '../mongo/records.ts';
import {removeSurplus} from '../mongo/remove-surplus.ts';

export interface BlocklistEntry {
	id: string;
	title: string;
	guid: string | null;
	infoHash: string | null;
	indexer: string | null;
	indexerId: string | null;
	protocol: Protocol;
	size: number | null;
	reason: string;
	movieId: string | null;
	seriesId: string | null;
	episodeIds: string[];
	addedAt: Date;
}

export interface BlocklistPageQuery {
	page: number;
	limit: number;
	movieId?: string;
	seriesId?: string;
	/** Entries about titles of this kind. */
	kind?: 'movie' | 'series';
}

const blocklistSchema = new Schema<Stored<BlocklistEntry>>(
	{
		_id: String,
		title: String,
		guid: String,
		infoHash: String,
		indexer: String,
		indexerId: String,
		protocol: String,
		size: Number,
		reason: String,
		movieId: String,
		seriesId: String,
		episodeIds: [String],
		addedAt: Date,
	},
	schemaOptions,
);
numberRecords(blocklistSchema, 'blocklist');
blocklistSchema.index({indexerId: 1, guid: 1}, {unique: true, partialFilterExpression: {guid: {$type: 'string'}}});
blocklistSchema.index({addedAt: -1, _id: 1});
blocklistSchema.index({movieId: 1, addedAt: -1, _id: 1});
blocklistSchema.index({seriesId: 1, addedAt: -1, _id: 1});
blocklistSchema.index({guid: 1});
blocklistSchema.index({infoHash: 1});
blocklistSchema.index({indexerId: 1, size: 1});

/** Entries that are stored. Older releases are hardly ever offered any more. */
const maxEntries = 100_000;

export function createBlocklistStore(connection: Connection) {
	const blocklist = connection.model<Stored<BlocklistEntry>>('BlocklistEntry', blocklistSchema, 'blocklist');
	const {get, insert, remove, open} = createRecords<BlocklistEntry>({
		model: blocklist,
		kind: 'blocklist entry',
		taken: {message: ({title}) => `${title} is already on the blocklist.`},
	});
	return {
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
		get,
		remove,
		/** Returns how many of them were there. */
		removeMany: async (ids: readonly string[]): Promise<number> => (await blocklist.deleteMany({_id: {$in: [...ids]}})).deletedCount,
		/** Removes all entries, or those of a title; returns how many. */
		clear: async ({movieId, seriesId}: Pick<BlocklistPageQuery, 'movieId' | 'seriesId'>): Promise<number> =>
			(await blocklist.deleteMany({...(movieId && {movieId}), ...(seriesId && {seriesId}), addedAt: {$gte: new Date(0)}})).deletedCount,
		/** Removes the oldest entries above the limit; returns how many. */
		removeSurplus: (max = maxEntries) => removeSurplus(blocklist, {by: 'addedAt', max}),
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
		async page({page, limit, movieId, seriesId, kind}: BlocklistPageQuery): Promise<{entries: BlocklistEntry[]; total: number}> {
			const filter = {...(movieId && {movieId}), ...(seriesId && {seriesId}), ...(kind && {[`${kind}Id`]: {$type: 'string'}})};
			const order = {addedAt: -1, _id: 1} as const;
			const {rows, total} = await readPage<Stored<BlocklistEntry>, Stored<BlocklistEntry>>(blocklist, {filter, sort: order, page, limit});
			return {entries: rows.map(open), total};
		},
	};
}
