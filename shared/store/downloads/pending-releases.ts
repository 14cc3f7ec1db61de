import {createHash} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import type {FoundBy, JudgedRelease} from '../../domain/decisions/judged-release.ts';
import type {FrozenJudgement, GrabTarget} from '../../domain/downloads/queue-item.ts';
import {dayMs} from '../../domain/durations.ts';
import type {FoundRelease} from '../../domain/release/release.ts';
import type {Secrets} from '../../secrets.ts';
import {takeNumbers} from '../mongo/record-numbers.ts';
import {schemaOptions} from '../mongo/records.ts';
import {createSealing} from '../sealing/sealed-fields.ts';

/** A release that waits, and how it came to us. */
export interface PendingRelease extends FoundRelease {
	foundBy: FoundBy;
	/** When it was found. */
	foundAt: Date;
}

/** What a release waits for, as those see it who list the queue. */
export interface WaitingRelease {
	id: string;
	/** Programs made for Radarr and Sonarr list it among the downloads; one of k episodes has k numbers. */
	number: number;
	release: FoundRelease;
	target: GrabTarget;
	judgement: FrozenJudgement;
	foundAt: Date;
	/** When its delay ends; null if nobody knows. */
	until: Date | null;
}

type Decided = Pick<JudgedRelease, 'release' | 'judgement' | 'mappedMovie' | 'mappedSeries' | 'episodeIds' | 'rejectionDetails'>;
type Shown = Pick<WaitingRelease, 'target' | 'judgement' | 'until'>;

interface StoredPending extends Partial<Shown>, Pick<PendingRelease, 'foundBy' | 'foundAt'> {
	/** Built from indexer and guid. */
	_id: string;
	/** The release as encrypted JSON, because its addresses contain indexer keys. */
	release: string;
	seenAt: Date;
	number?: number;
}

/** The longest possible delay is a week. A release that was not grabbed one day later never will be. */
const retentionMs = 8 * dayMs;
/** Maximum number of releases read at once. */
const maxReleases = 2000;

const pendingSchema = new Schema<StoredPending>(
	{
		_id: String,
		release: String,
		foundBy: Schema.Types.Mixed,
		foundAt: Date,
		seenAt: Date,
		number: Number,
		target: {_id: false, movieId: String, seriesId: String, episodeIds: [String]},
		judgement: Schema.Types.Mixed,
		until: Date,
	},
	schemaOptions,
);
pendingSchema.index({seenAt: 1});
pendingSchema.index({number: 1}, {unique: true, sparse: true});

export function pendingId({indexerId, guid}: Pick<FoundRelease, 'indexerId' | 'guid'>): string {
	return createHash('sha256').update(`${indexerId}\0${guid}`).digest('base64url');
}

const inFeed: FoundBy = {searched: false, byPerson: false, onlyMonitored: true, media: null, episodeIds: null};

const spanOf = ({target}: Partial<Pick<Shown, 'target'>>) => Math.max(1, target?.episodeIds.length ?? 0);

function shownOf({judgement, mappedMovie, mappedSeries, episodeIds, rejectionDetails}: Decided): Shown {
	const ends = rejectionDetails.flatMap(({until}) => (until ? [Number(until)] : []));
	return {
		target: {movieId: mappedMovie?.id ?? null, seriesId: mappedMovie ? null : (mappedSeries?.id ?? null), episodeIds},
		judgement,
		until: ends.length > 0 ? new Date(Math.max(...ends)) : null,
	};
}

/** Releases that were refused only because of time. */
export function createPendingReleaseStore(connection: Connection, secrets: Secrets) {
	const pending = connection.model<StoredPending>('PendingRelease', pendingSchema, 'pendingReleases');
	const sealing = createSealing('pendingReleases', secrets);

	function openRelease(row: StoredPending): FoundRelease {
		const release = sealing.open(row).release as unknown as FoundRelease; // stored as JSON by keep
		return {...release, publishDate: release.publishDate && new Date(release.publishDate)};
	}

	function toWaiting(row: StoredPending): WaitingRelease | null {
		const {_id: id, number, target, judgement, until = null, foundAt} = row;
		return number === undefined || !target || !judgement
			? null
			: {id, number, release: openRelease(row), target, judgement, foundAt, until};
	}

	/** Numbers of those that have none yet: feeds repeat what waits for days. */
	async function newNumbers(releases: readonly FoundRelease[], decisions: ReadonlyMap<FoundRelease, Shown>): Promise<Map<string, number>> {
		const wanted = new Map(
			releases.flatMap(release => (decisions.has(release) ? [[pendingId(release), decisions.get(release)] as const] : [])),
		);
		const numbered = {_id: {$in: [...wanted.keys()]}, number: {$exists: true}};
		for (const {_id} of wanted.size > 0 ? await pending.find(numbered, {_id: 1}).lean<{_id: string}[]>() : []) {
			wanted.delete(_id);
		}
		if (wanted.size === 0) {
			return new Map();
		}
		const total = [...wanted.values()].reduce((sum, shown) => sum + spanOf(shown ?? {}), 0);
		let next = await takeNumbers(connection, 'queue', total);
		const given = new Map<string, number>();
		for (const [id, shown] of wanted) {
			given.set(id, next);
			next += spanOf(shown ?? {});
		}
		return given;
	}

	return {
		/**
		 * A release that is already waiting stays unchanged, but a search that finds it counts more than a feed. What
		 * was decided about it is for those who list the queue.
		 */
		async keep(releases: readonly FoundRelease[], now: Date, foundBy: FoundBy = inFeed, decided: readonly Decided[] = []): Promise<void> {
			if (releases.length === 0) {
				return;
			}
			const found = {foundBy, foundAt: now};
			const decisions = new Map(decided.map(each => [each.release, shownOf(each)]));
			const numbers = await newNumbers(releases, decisions);
			const writes = releases.map(release => {
				const id = pendingId(release);
				const first = {...sealing.seal(id, {release}), seenAt: now};
				const number = numbers.get(id);
				const shown = {...decisions.get(release), ...(number !== undefined && {number})};
				const update = foundBy.searched
					? {$setOnInsert: first, $set: {...found, ...shown}}
					: {$setOnInsert: {...first, ...found}, ...(Object.keys(shown).length > 0 && {$set: shown})};
				return {updateOne: {filter: {_id: id}, update, upsert: true}};
			});
			await pending.bulkWrite(writes, {ordered: false, timestamps: false});
		},
		/** Those that can be listed, the first one first. */
		async waiting(now: Date): Promise<WaitingRelease[]> {
			const since = new Date(Number(now) - retentionMs);
			const filter = {seenAt: {$gte: since}, number: {$exists: true}};
			const rows = await pending.find(filter).sort({seenAt: 1}).limit(maxReleases).lean<StoredPending[]>();
			return rows.flatMap(row => toWaiting(row) ?? []);
		},
		/** The one with this number, or with that of one of its episodes. */
		async findByNumber(number: number): Promise<WaitingRelease | null> {
			const [row] = await pending
				.find({number: {$lte: number}})
				.sort({number: -1})
				.limit(1)
				.lean<StoredPending[]>();
			return row?.number !== undefined && number < row.number + spanOf(row) ? toWaiting(row) : null;
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
				return {...openRelease(row), foundBy: row.foundBy, foundAt: row.foundAt};
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
