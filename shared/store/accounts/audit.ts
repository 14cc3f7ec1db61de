import {createHash, randomUUID} from 'node:crypto';
import {type Connection, type QueryFilter, Schema} from 'mongoose';
import {databaseClock} from '../../coordination/lease.ts';
import {dayMs, minuteMs} from '../../domain/durations.ts';
import {readPage} from '../../lists/page.ts';
import {type Stored, schemaOptions, toRecord} from '../mongo/records.ts';

/**
 * `started`: a job goes on with it. `failed` may have changed something before it failed; `refused` changed nothing.
 */
export const auditOutcomes = ['done', 'started', 'failed', 'refused'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/** `script`: a command that somebody ran on the machine, under the name of the system's user. */
export const actorKinds = ['user', 'key', 'script', 'nobody'] as const;

export interface AuditActor {
	kind: (typeof actorKinds)[number];
	id: string | null;
	name: string | null;
}

/** A field of a title before and after an edit; null for no value. */
export interface AuditChange {
	field: string;
	before: string | null;
	after: string | null;
}

/** Fields of one edit, and characters of a value. */
export const [maxChanges, longestChange] = [20, 200];

/** An action of a user, key or script. It has names of fields, and values only of titles, which have no secrets. */
export interface AuditEntry {
	id: string;
	timestamp: Date;
	/** `indexers.created`, `login`. */
	action: string;
	outcome: AuditOutcome;
	actor: AuditActor;
	/** Null for scripts, and for refused tries from very many addresses. */
	address: string | null;
	/** The record that was changed, with the name that it had. */
	subjectId: string | null;
	subjectName: string | null;
	/** Fields that were sent, and options that were on. */
	fields: string[];
	/** Missing for what is no edit of a title. */
	changes?: AuditChange[];
	/**
	 * Repetitions within a minute share an entry, which has the time and the request of the first; so do very frequent
	 * actions, see `EntryCap`.
	 */
	count: number;
	requestId: string | null;
}

interface StoredEntry extends Stored<AuditEntry> {
	/** Id and lower-case name of the actor, by which entries are found. */
	actorKeys: string[];
	expiresAt: Date;
	/** Stored before the change, whose outcome is unknown yet, so it is not shown. */
	isOpen: boolean;
}

export type NewAuditEntry = Omit<AuditEntry, 'id' | 'count'>;

export interface AuditPageQuery {
	page: number;
	limit: number;
	/** Id or name. */
	actor?: string;
	action?: string;
	from?: Date;
	/** Entries before this moment. */
	to?: Date;
}

export type AuditStore = ReturnType<typeof createAuditStore>;

const auditSchema = new Schema<StoredEntry>(
	{
		_id: String,
		timestamp: Date,
		action: String,
		outcome: String,
		actor: {type: new Schema<AuditActor>({kind: String, id: String, name: String}, {_id: false, id: false})},
		address: String,
		subjectId: String,
		subjectName: String,
		fields: [String],
		changes: {type: [new Schema<AuditChange>({field: String, before: String, after: String}, {_id: false, id: false})], default: undefined},
		count: Number,
		requestId: String,
		actorKeys: [String],
		expiresAt: Date,
		isOpen: Boolean,
	},
	schemaOptions,
);
auditSchema.index({isOpen: 1, timestamp: -1, _id: 1});
auditSchema.index({isOpen: 1, action: 1, timestamp: -1, _id: 1});
auditSchema.index({isOpen: 1, actorKeys: 1, timestamp: -1, _id: 1});
auditSchema.index({expiresAt: 1}, {expireAfterSeconds: 0});

/** Milliseconds after which a request that has not ended was cut off, and its entry is shown. */
const openMs = 2 * minuteMs;

export function createAuditStore(connection: Connection) {
	const entries = connection.model<StoredEntry>('AuditEntry', auditSchema, 'audit');
	const keysOf = ({id, name}: AuditActor) => [id, name?.toLowerCase()].filter(key => typeof key === 'string');
	async function showCutOff(): Promise<void> {
		await entries.updateMany({isOpen: true, $expr: {$lt: ['$timestamp', databaseClock.in(-openMs)]}}, {$set: {isOpen: false}});
	}

	return {
		/**
		 * Before a change: should its process die, the trail shows it as failed. Returns what `drop` takes afterwards.
		 */
		async open(entry: NewAuditEntry, retentionDays: number): Promise<string> {
			const _id = randomUUID();
			const expiresAt = new Date(Number(entry.timestamp) + retentionDays * dayMs);
			await entries.create([{_id, ...entry, count: 1, actorKeys: keysOf(entry.actor), expiresAt, isOpen: true}]);
			return _id;
		},
		/** The change has its entry, or was none. */
		async drop(openId: string): Promise<void> {
			await entries.deleteOne({_id: openId});
		},
		/** Returns false if the entry shares the place of an earlier one. */
		async add(entry: NewAuditEntry, retentionDays: number): Promise<boolean> {
			const _id = idOfMinute(entry);
			const actorKeys = keysOf(entry.actor);
			const expiresAt = new Date(Number(entry.timestamp) + retentionDays * dayMs);
			const change = {$setOnInsert: {...entry, actorKeys, expiresAt, isOpen: false}, $inc: {count: 1}};
			return (await entries.updateOne({_id}, change, {upsert: true})).upsertedCount > 0;
		},
		/** Newest first. */
		async page({page, limit, actor, action, from, to}: AuditPageQuery): Promise<{entries: AuditEntry[]; total: number}> {
			await showCutOff();
			const filter: QueryFilter<StoredEntry> = {
				isOpen: false,
				...(actor && {actorKeys: {$in: [actor, actor.toLowerCase()]}}),
				...(action && {action}),
				...((from || to) && {timestamp: {...(from && {$gte: from}), ...(to && {$lt: to})}}),
			};
			const options = {
				filter,
				sort: {timestamp: -1, _id: 1} as const,
				page,
				limit,
				projection: {actorKeys: 0, expiresAt: 0, isOpen: 0} as const,
			};
			const {rows, total} = await readPage<StoredEntry, StoredEntry>(entries, options);
			return {entries: rows.map(row => toRecord<AuditEntry>(row)), total};
		},
	};
}

/** The same for repetitions within a minute: neither guessing nor switching to and fro must fill the disk. */
function idOfMinute({timestamp, requestId: _, ...entry}: NewAuditEntry): string {
	const minute = Math.floor(Number(timestamp) / minuteMs);
	return createHash('sha256')
		.update(JSON.stringify([minute, Object.entries(entry).sort()]))
		.digest('base64url');
}
