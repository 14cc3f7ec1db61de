import {createHash} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import type {FoundBy} from '../../domain/decisions/judged-release.ts';
import {dayMs} from '../../domain/durations.ts';
import type {FoundRelease} from '../../domain/release/release.ts';
import type {Secrets} from '../../secrets.ts';
import {schemaOptions} from '../mongo/records.ts';
import {createSealing} from '../sealing/sealed-fields.ts';

/** A release that waits, and how it came to us. */
export interface PendingRelease extends FoundRelease {
	foundBy: FoundBy;
	/** When it was found. */
	foundAt: Date;
}

interface StoredPending extends Pick<PendingRelease, 'foundBy' | 'foundAt'> {
	/** Built from indexer and guid. */
	_id: string;
	/** The release as encrypted JSON, because its addresses contain indexer keys. */
	release: string;
	seenAt: Date;
}

/** The longest possible delay is a week. A release that was not grabbed one day later never will be. */
const retentionMs = 8 * dayMs;
/** Maximum number of releases read at once. */
const maxReleases = 2000;

const pendingSchema = new Schema<StoredPending>(
	{_id: String, release: String, foundBy: Schema.Types.Mixed, foundAt: Date, seenAt: Date},
	schemaOptions,
);
pendingSchema.index({seenAt: 1});

export function pendingId({indexerId, guid}: Pick<FoundRelease, 'indexerId' | 'guid'>): string {
	return createHash('sha256').update(`${indexerId}\0${guid}`).digest('base64url');
}

const inFeed: FoundBy = {searched: false, byPerson: false, onlyMonitored: true, media: null, episodeIds: null};

/** Releases that were refused only because of time. */
export function createPendingReleaseStore(connection: Connection, secrets: Secrets) {
	const pending = connection.model<StoredPending>('PendingRelease', pendingSchema, 'pendingReleases');
	const sealing = createSealing('pendingReleases', secrets);

	return {
		/** A release that is already waiting stays unchanged, but a search that finds it counts more than a feed. */
		async keep(releases: readonly FoundRelease[], now: Date, foundBy: FoundBy = inFeed): Promise<void> {
			if (releases.length > 0) {
				const found = {foundBy, foundAt: now};
				const writes = releases.map(release => {
					const first = {...sealing.seal(pendingId(release), {release}), seenAt: now};
					return {
						updateOne: {
							filter: {_id: pendingId(release)},
							update: foundBy.searched ? {$setOnInsert: first, $set: found} : {$setOnInsert: {...first, ...found}},
							upsert: true,
						},
					};
				});
				await pending.bulkWrite(writes, {ordered: false, timestamps: false});
			}
		},
		/** The waiting releases, latest first. */
		async list(now: Date): Promise<PendingRelease[]> {
			const since = new Date(Number(now) - retentionMs);
			const rows = await pending
				.find({seenAt: {$gte: since}})
				.sort({seenAt: -1})
				.limit(maxReleases)
				.lean<StoredPending[]>();
			return rows.map(row => {
				const release = sealing.open(row).release as unknown as FoundRelease; // stored as JSON by keep
				return {...release, publishDate: release.publishDate && new Date(release.publishDate), foundBy: row.foundBy, foundAt: row.foundAt};
			});
		},
		async remove(releases: readonly Pick<FoundRelease, 'indexerId' | 'guid'>[]): Promise<void> {
			await pending.deleteMany({_id: {$in: releases.map(pendingId)}});
		},
		/** Removes releases that waited too long. */
		async removeOld(now: Date): Promise<number> {
			return (await pending.deleteMany({seenAt: {$lt: new Date(Number(now) - retentionMs)}})).deletedCount;
		},
	};
}
