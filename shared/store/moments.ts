import type {Collection, Document} from 'mongodb';
import type {Connection} from 'mongoose';
import {backoffs, healthRules} from '../coordination/backoff.ts';
import {databaseClock} from '../coordination/lease.ts';
import {untilPerson} from '../domain/downloads/import-progress.ts';
import {dayMs, hourMs, minuteMs} from '../domain/durations.ts';
import {neverRefreshed} from '../domain/media/next-refresh.ts';
import {clockSkewMs} from '../domain/network/clock-skew.ts';
import {longestGatherMs} from './notifications/deliveries.ts';

/** How far ahead of now a stored moment may be. One further ahead was set under a clock that was ahead. */
export interface Limit {
	/** Milliseconds; 0 for what has happened. */
	ahead: number;
	/** Only in these records. */
	where?: object;
	/** A later one means something else. */
	before?: Date;
	/** It was set by the clock of MongoDB, so it is compared with that. */
	byDatabase?: true;
	/**
	 * Moved to the latest legal moment and not to now, because a person was promised the time, or a live worker extends
	 * it.
	 */
	toLatest?: true;
	/** Moments of the same record that were set together with it, and are moved to now with it. */
	also?: readonly string[];
}

/** Why a moment may be any time. */
type Free = string;

const chosen: Free = 'a person chose it';
const announced: Free = 'others announced it';
const shown: Free = 'it is shown and sorted by, and nothing waits for it';
const retained: Free = 'its record is removed that much later';

const compared: Free = 'whoever reads it compares it with the longest time that it may lie ahead';

const past: Limit = {ahead: 0};
const paused = ({maxPauseMs}: {maxPauseMs: number}): Limit => ({ahead: maxPauseMs});
const waitOf = {
	/** Between two refreshes of a title that changes no more. */
	refresh: 30 * dayMs,
	/** Between two looks for the numbers of a series in other lists. */
	numbers: 30 * dayMs,
	/** Twice the days between two slots of a season. */
	search: 15 * dayMs,
	/** Milliseconds until a client that did not remove a download is asked again. */
	removal: 10 * minuteMs,
	/** An import claims its item for less and renews the claim. */
	import: minuteMs,
	/** An import, or a release without an answer; an indexer may ask for a whole day. */
	retry: dayMs,
	/** The longest that a session lasts without use. */
	session: 7 * dayMs,
};

const isUnfinished = {activeKey: {$exists: true}};
const ofFile = {
	'file.dateAdded': shown,
	'file.subtitles.readAt': shown,
	'file.subtitles.list.downloadedAt': shown,
};
const ofTitle = {
	addedAt: shown,
	lastSearchTime: shown,
	/** A title waits longer the less it changes, and only this shows that it was asked for under a wrong clock. */
	lastRefreshTime: {ahead: 0, also: ['refreshAt']},
	refreshAt: {ahead: waitOf.refresh, before: neverRefreshed},
};

/** Times of the settings, in milliseconds. */
export interface SetTimes {
	/** In which a person can retry a failed download. */
	failedRetryMs: number;
}

/**
 * Every moment that is stored, by model and path, and how far ahead it may be, or why it may be any time. `createdAt`
 * and `updatedAt` are only shown and sorted by, unless they are named here.
 */
export const storedMoments = ({
	failedRetryMs,
}: SetTimes): Readonly<Record<string, Readonly<Record<string, Free | Limit | readonly Limit[]>>>> => ({
	ApiKey: {lastUsedAt: past, expiresAt: chosen},
	AppCommand: {queuedAt: shown, startedAt: shown, endedAt: shown},
	AuditEntry: {timestamp: shown, expiresAt: retained},
	BlocklistEntry: {addedAt: shown},
	BuiltinTorrent: {addedAt: shown},
	CleanUpClock: {seenAt: compared, jumpedAt: compared, 'checkedTo.timestamp': past},
	DefinitionPackage: {takenAt: shown, checkedAt: past},
	DeletedDocument: {expiresAt: retained},
	Deletion: {expiresAt: retained},
	Delivery: {
		nextTryAt: [
			{ahead: longestGatherMs, where: {status: 'pending', tries: 0}},
			{ahead: Math.max(...backoffs.delivery.delaysMs), where: {status: 'pending'}},
		],
		givesUpAt: 'it is tried that much longer',
		createdAt: past,
		lastTryAt: shown,
		deliveredAt: shown,
	},
	Episode: {airDateUtc: announced, lastSearchTime: shown, ...ofFile},
	FetchedSubtitle: {fetchedAt: past},
	FileChange: {plannedAt: past, startedAt: shown, endedAt: past},
	Guide: {takenAt: shown, checkedAt: past},
	HealthState: {failingSince: past},
	HistoryEntry: {timestamp: past},
	ImportList: {
		disabledUntil: paused(healthRules.importList),
		lastSyncAt: shown,
		nextSyncAt: {ahead: 30 * dayMs},
		completeSince: past,
		'held.since': shown,
		authorizedUntil: announced,
	},
	ImportListItem: {retryAt: {ahead: hourMs}, firstSeenAt: shown, lastSeenAt: shown, leftAt: past},
	Indexer: {disabledUntil: paused(healthRules.indexer)},
	IndexerDay: {day: shown},
	IndexerEvent: {at: shown},
	Lease: {until: compared},
	Leftover: {retryAt: {ahead: waitOf.removal}, missingSince: past},
	Library: {lastScanAt: shown},
	Move: {plannedAt: shown, endedAt: past, 'sources.readAt': shown},
	Movie: {
		...ofTitle,
		...ofFile,
		inCinemas: announced,
		digitalRelease: announced,
		physicalRelease: announced,
		'availableBy.inCinemas': announced,
		'availableBy.released': announced,
		availableAt: announced,
		releasedAt: announced,
		releaseDates: announced,
	},
	Notification: {disabledUntil: paused(healthRules.receiver)},
	Pause: {until: chosen},
	PendingRelease: {foundAt: past, seenAt: past, until: shown},
	PlayerFile: {goneSince: past},
	PromisedJob: {dueAt: compared},
	QueueItem: {
		added: shown,
		ended: shown,
		retryAt: [
			{ahead: failedRetryMs, where: {state: 'failedPending'}, toLatest: true},
			{ahead: waitOf.retry, where: {state: {$in: ['downloading', 'importPending']}}, before: untilPerson},
		],
		updatedAt: past,
		'sending.until': compared,
		'transfer.started': shown,
		'transfer.progressAt': past,
		'transfer.missingSince': past,
		'transfer.waitsSince': past,
		'transfer.clientFaultSince': past,
		'import.arriving.since': past,
		'import.claim.until': {ahead: waitOf.import, where: {state: 'importing'}, byDatabase: true, toLatest: true},
		'followUp.since': shown,
	},
	RecycledFile: {expiresAt: retained},
	ScannedFile: {lookedUpAt: compared},
	SearchBackoff: {nextSearchAt: {ahead: waitOf.search}},
	SeedTime: {expiresAt: retained},
	Statistics: {asOf: shown, askedAt: past},
	StruckPattern: {struckAt: retained},
	PageFile: {usedAt: retained},
	StoredRate: {'hits.at': compared, askedAt: compared, pausedUntil: {ahead: dayMs, byDatabase: true}, usedAt: past},
	SceneMap: {listedAt: past, readAt: past},
	Series: {
		...ofTitle,
		numbersDueAt: {ahead: waitOf.numbers},
		'unknownReleases.at': 'the next unknown release pushes it out',
		nextAiring: announced,
		previousAiring: announced,
		countsUntil: announced,
	},
	Session: {
		expires: {ahead: waitOf.session, toLatest: true},
		lastModified: past,
		'session.about.startedAt': past,
		'session.about.seenAt': past,
	},
	SubtitleBlocklistEntry: {addedAt: shown},
	SubtitleProvider: {
		disabledUntil: paused(healthRules.subtitleProvider),
		resetAt: paused(healthRules.subtitleProvider),
		limitedUntil: paused(healthRules.subtitleProvider),
		askingUntil: compared,
		'taken.$[far].at': past,
	},
	Task: {lastRunAt: past, nextRunAt: compared, wholeRunAt: compared},
	TitleCollection: {refreshedAt: past, 'parts.releaseDate': announced},
	TitleSearch: {searchingSince: compared, touchedAt: past, 'last.at': shown, 'waiting.until': shown, 'waiting.seenAt': past},
	TaskActivity: {timestamp: shown},
	TaskExecution: {
		queuedAt: {ahead: 0, where: isUnfinished},
		beatAt: {ahead: 0, where: isUnfinished, byDatabase: true},
		startedAt: shown,
		completedAt: retained,
	},
	WatchedDownload: {unchangedSince: {ahead: 0, byDatabase: true}, seenAt: retained},
});

/** One limit of one field of a collection. */
interface Check extends Limit {
	collection: Collection<Document>;
	path: string;
}

export type Moments = ReturnType<typeof createMoments>;

/** Finds what was set under a clock that was ahead, after the clock is right again. */
export function createMoments(connection: Connection) {
	function checksOf(times: SetTimes): Check[] {
		return Object.entries(storedMoments(times)).flatMap(([name, paths]) => {
			// Mongoose's collection is the driver's.
			const collection = connection.model(name).collection as unknown as Collection<Document>;
			return Object.entries(paths).flatMap(([path, limits]) =>
				typeof limits === 'string' ? [] : [limits].flat().map((limit: Limit) => ({...limit, collection, path})),
			);
		});
	}

	return {
		/** Moves moments that are too far ahead, most of them to now. Returns how many records it changed. */
		async pullBack(now: Date, times: SetTimes): Promise<number> {
			const checks = checksOf(times);
			let moved = 0;
			for (const check of await withHits(checks, now)) {
				moved += await move(check, now);
			}
			return moved;
		},
	};
}

const after = (now: Date, milliseconds: number) => new Date(Number(now) + milliseconds);
/** The path of a field in each element of an array is that of the array for a filter. */
const fieldOf = (path: string) => path.replace('.$[far]', '');

function isTooFar({path, ahead, where = {}, before, byDatabase}: Check, now: Date): Document {
	const far = byDatabase
		? {$expr: databaseClock.isTooFar(`$${path}`, ahead)}
		: {[fieldOf(path)]: {$gt: after(now, ahead + clockSkewMs), ...(before && {$lt: before})}};
	return {...where, ...far};
}

/** The checks that find something. All of them are one command, because nearly always there is nothing. */
async function withHits(checks: readonly Check[], now: Date): Promise<Check[]> {
	const pipelines = checks.map((check, index) => ({
		coll: check.collection.collectionName,
		pipeline: [{$match: isTooFar(check, now)}, {$limit: 1}, {$project: {_id: 0, index: {$literal: index}}}],
	}));
	const [first, ...others] = pipelines;
	const pipeline = [...(first?.pipeline ?? []), ...others.map(each => ({$unionWith: each}))];
	const hits = (await checks[0]?.collection.aggregate<{index: number}>(pipeline).toArray()) ?? [];
	return hits.flatMap(({index}) => checks[index] ?? []);
}

async function move(check: Check, now: Date): Promise<number> {
	const {collection, path, ahead, toLatest, byDatabase, also = []} = check;
	const filter = isTooFar(check, now);
	if (byDatabase) {
		const latest = toLatest ? databaseClock.in(ahead) : databaseClock.now;
		return (await collection.updateMany(filter, [{$set: {[path]: latest}}])).modifiedCount;
	}
	const to = toLatest ? after(now, ahead) : now;
	const [, inElement] = path.split('.$[far]');
	const far = inElement === undefined ? {} : {arrayFilters: [{[`far${inElement}`]: {$gt: after(now, ahead + clockSkewMs)}}]};
	const set = Object.fromEntries([path, ...also].map(field => [field, to]));
	return (await collection.updateMany(filter, {$set: set}, far)).modifiedCount;
}
