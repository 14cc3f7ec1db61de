import {randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import type {Protocol} from '../../domain/release/release.ts';
import {Conflict, NotFound} from '../../errors.ts';
import {readPage} from '../lists/page.ts';
import {isDuplicateKey, isUuid, type Stored, schemaOptions, toRecord} from '../mongo/record.ts';

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
}

export type BlocklistStore = ReturnType<typeof createBlocklistStore>;

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
blocklistSchema.index({indexerId: 1, guid: 1}, {unique: true, partialFilterExpression: {guid: {$type: 'string'}}});
blocklistSchema.index({addedAt: -1, _id: 1});
blocklistSchema.index({movieId: 1, addedAt: -1, _id: 1});
blocklistSchema.index({seriesId: 1, addedAt: -1, _id: 1});
blocklistSchema.index({guid: 1});
blocklistSchema.index({infoHash: 1});
blocklistSchema.index({indexerId: 1, size: 1});

export function createBlocklistStore(connection: Connection) {
	const blocklist = connection.model<Stored<BlocklistEntry>>('BlocklistEntry', blocklistSchema, 'blocklist');
	return {
		/** A release is listed once, however often it failed. */
		async add({indexerId, guid, ...entry}: Omit<BlocklistEntry, 'id'>): Promise<void> {
			await blocklist.updateOne({indexerId, guid}, {$set: entry, $setOnInsert: {_id: randomUUID()}}, {upsert: true});
		},
		/** By a person's hand. Throws Conflict `already_exists` when that release of that indexer is listed. */
		async addNew(entry: Omit<BlocklistEntry, 'id'>): Promise<BlocklistEntry> {
			const stored = {_id: randomUUID(), ...entry};
			try {
				await blocklist.create([stored]);
			} catch (error) {
				throw isDuplicateKey(error) ? new Conflict('already_exists', `${entry.title} is blocklisted already.`) : error;
			}
			return toRecord<BlocklistEntry>(stored);
		},
		/** Throws NotFound `blocklist_entry_not_found`. */
		async get(id: string): Promise<BlocklistEntry> {
			const found = isUuid(id) ? await blocklist.findById(id).lean<Stored<BlocklistEntry>>() : null;
			if (!found) {
				throw new NotFound('blocklist_entry_not_found', `There is no blocklist entry with the id ${id}.`);
			}
			return toRecord<BlocklistEntry>(found);
		},
		/** The entries that could speak against one of these releases. */
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
			return rows.map(row => toRecord<BlocklistEntry>(row));
		},
		async page({page, limit, movieId, seriesId}: BlocklistPageQuery): Promise<{entries: BlocklistEntry[]; total: number}> {
			const filter = {...(movieId && {movieId}), ...(seriesId && {seriesId})};
			const order = {addedAt: -1, _id: 1} as const;
			const {rows, total} = await readPage<Stored<BlocklistEntry>, Stored<BlocklistEntry>>(blocklist, {filter, sort: order, page, limit});
			return {entries: rows.map(row => toRecord<BlocklistEntry>(row)), total};
		},
		async remove(id: string): Promise<boolean> {
			return (await blocklist.deleteOne({_id: id})).deletedCount > 0;
		},
	};
}
