import {dirname} from 'node:path';
import {type ClientSession, type Connection, Schema} from 'mongoose';
import {backoffs, nextTry} from '../../coordination/backoff.ts';
import {hourMs, minuteMs, secondMs} from '../../domain/durations.ts';
import type {Delivery} from '../../domain/notifications/delivery.ts';
import {NotFound} from '../../errors.ts';
import {readPage} from '../../lists/page.ts';
import {createRecords, type Stored, schemaOptions, toRecord} from '../mongo/records.ts';
import {removeSurplus} from '../mongo/remove-surplus.ts';

/**
 * `givesUpAt`: not tried in vain after this time. `folder`: changes of one folder wait for each other. `isOvertaken`:
 * it failed while a later one was taken.
 */
type StoredDelivery = Stored<Delivery> & {givesUpAt: Date; folder: string | null; isOvertaken?: boolean};

/** Seconds for which the log of deliveries is kept. */
const ttlSeconds = 30 * 24 * 3600;

const deliverySchema = new Schema<StoredDelivery>(
	{
		_id: String,
		notificationId: String,
		event: String,
		message: Schema.Types.Mixed,
		files: [{_id: false, path: String, change: String}],
		folder: String,
		isOvertaken: Boolean,
		status: String,
		tries: Number,
		nextTryAt: Date,
		lastTryAt: Date,
		deliveredAt: Date,
		responseStatus: Number,
		error: String,
		createdAt: Date,
		givesUpAt: Date,
	},
	schemaOptions,
);
deliverySchema.index({createdAt: 1}, {expireAfterSeconds: ttlSeconds});
deliverySchema.index({notificationId: 1, createdAt: -1, _id: 1});
deliverySchema.index({notificationId: 1, status: 1, createdAt: -1, _id: 1});
deliverySchema.index({notificationId: 1, nextTryAt: 1}, {partialFilterExpression: {status: 'pending'}});
deliverySchema.index({notificationId: 1, 'message.timestamp': 1, createdAt: 1}, {partialFilterExpression: {status: 'pending'}});
deliverySchema.index({nextTryAt: 1}, {partialFilterExpression: {status: 'pending'}});
deliverySchema.index({notificationId: 1, givesUpAt: 1}, {partialFilterExpression: {status: 'pending'}});

export type NewDelivery = Pick<Delivery, 'id' | 'notificationId' | 'event' | 'message' | 'files'>;

/** How a try ended. */
interface Tried {
	responseStatus: number | null;
	/** Null when it was delivered. */
	error: string | null;
	/** Another try would fail in the same way. */
	isFinal?: boolean;
	retryAfterSeconds?: number | null;
}

interface DueOptions {
	/**
	 * Sends events in the order in which they happened. A failed one goes before all later ones, even during its own
	 * pause.
	 */
	inOrder?: boolean;
	/** Ids of those that were refused a moment ago. */
	except?: readonly string[];
}

interface DeliveryPageQuery {
	notificationId: string;
	status?: Delivery['status'];
	page: number;
	limit: number;
}

/**
 * Newest deliveries that are kept of each notification. More may wait than a large library of films has files, because
 * deleting it makes one for each.
 */
const maxRetained: Readonly<Record<Delivery['status'], number>> = {pending: 50_000, delivered: 5000, failed: 5000};
const hidden = {givesUpAt: 0, folder: 0, isOvertaken: 0} as const;
/** The order in which things happened. */
const inTime = {'message.timestamp': 1, createdAt: 1} as const;
const records = (rows: readonly StoredDelivery[]) => rows.map(row => toRecord<Delivery>(row));

/** What was sent to each receiver, and what is still to be sent. */
export function createDeliveryStore(connection: Connection) {
	const deliveries = connection.model<StoredDelivery>('Delivery', deliverySchema, 'deliveries');
	const {find} = createRecords<Delivery, StoredDelivery>({model: deliveries, kind: 'delivery', hidden});

	return {
		/** A second call with the same ids changes nothing. Changed files wait for others of their folder. */
		async add(added: readonly NewDelivery[], now: Date, session: ClientSession | null = null): Promise<void> {
			// A millisecond apart, so that they keep their order.
			const rows = added.map((delivery, index) => toStored(delivery, later(now, index + 1 - added.length)));
			const insert = rows.map(({id, ...row}) => ({updateOne: {filter: {_id: id}, update: {$setOnInsert: row}, upsert: true}}));
			const young = {$gt: new Date(Number(now) - longestGatherMs + gatherMs)};
			const gathered = new Map(rows.filter(({folder}) => folder !== null).map(row => [`${row.notificationId} ${row.folder}`, row]));
			const wait = [...gathered.values()].map(({notificationId, folder, nextTryAt}) => ({
				updateMany: {filter: {notificationId, status: 'pending' as const, folder, tries: 0, createdAt: young}, update: {$set: {nextTryAt}}},
			}));
			if (insert.length > 0) {
				await deliveries.bulkWrite([...insert, ...wait], session ? {session} : {});
			}
		},
		/** Which of these there are. */
		async known(ids: readonly string[]): Promise<Set<string>> {
			const rows = await deliveries.find({_id: {$in: [...ids]}}, {_id: 1}).lean<{_id: string}[]>();
			return new Set(rows.map(({_id}) => _id));
		},
		/** One of another notification is as unknown as none. Throws NotFound `delivery_not_found`. */
		async get(notificationId: string, id: string): Promise<Delivery> {
			const found = await find(id);
			if (found?.notificationId !== notificationId) {
				throw new NotFound('delivery_not_found', `There is no delivery with the id ${id}.`);
			}
			return found;
		},
		async page({notificationId, status, page, limit}: DeliveryPageQuery): Promise<{deliveries: Delivery[]; total: number}> {
			const filter = {notificationId, ...(status && {status})};
			const options = {filter, sort: {createdAt: -1, _id: 1}, page, limit, projection: hidden} as const;
			const {rows, total} = await readPage<StoredDelivery, StoredDelivery>(deliveries, options);
			return {deliveries: records(rows), total};
		},
		async isDue(notificationId: string, now: Date): Promise<boolean> {
			return (await deliveries.exists({notificationId, status: 'pending', nextTryAt: {$lte: now}})) !== null;
		},
		/** The messages that can be sent now, the oldest first. */
		async due(notificationId: string, now: Date, limit: number, {inOrder = false, except = []}: DueOptions = {}): Promise<Delivery[]> {
			const isDue = {notificationId, status: 'pending' as const, nextTryAt: {$lte: now}, _id: {$nin: [...except]}};
			if (!inOrder) {
				return records(await deliveries.find(isDue, hidden).sort({nextTryAt: 1}).limit(limit).lean<StoredDelivery[]>());
			}
			if ((await deliveries.exists(isDue)) === null) {
				return [];
			}
			const {nextTryAt, ...ofReceiver} = isDue;
			const inLine = {...ofReceiver, $or: [{nextTryAt}, {tries: {$gt: 0}, isOvertaken: {$ne: true}}]};
			return records(await deliveries.find(inLine, hidden).sort(inTime).limit(limit).lean<StoredDelivery[]>());
		},
		/** Stores the outcome of a try, unless another worker has done so, or is sending it again. */
		async noteTried({id, tries}: Delivery, tried: Tried, now: Date): Promise<void> {
			const {responseStatus, error} = tried;
			const noted = {...outcomeOf(tried, tries + 1, now), tries: tries + 1, lastTryAt: now, responseStatus, error};
			await deliveries.updateOne({_id: id, status: 'pending', tries}, {$set: noted});
		},
		/** They no longer hold those after them: the receiver refuses them and takes others. */
		async letPass(ids: readonly string[]): Promise<void> {
			await deliveries.updateMany({_id: {$in: [...ids]}}, {$set: {isOvertaken: true}});
		},
		/** Ends what was tried in vain for about a day. */
		async giveUp(notificationId: string, now: Date): Promise<void> {
			await deliveries.updateMany(
				{notificationId, status: 'pending', tries: {$gt: 0}, givesUpAt: {$lte: now}},
				{$set: {status: 'failed', nextTryAt: null}},
			);
		},
		/** Sends it again, under the same id. */
		async replay(id: string, now: Date): Promise<void> {
			const again = {status: 'pending' as const, tries: 0, nextTryAt: now, givesUpAt: later(now, givesUpMs), deliveredAt: null};
			await deliveries.updateOne({_id: id}, {$set: again, $unset: {isOvertaken: 1}});
		},
		async removeOf(notificationId: string): Promise<void> {
			await deliveries.deleteMany({notificationId});
		},
		/** Removes all but the newest of each status. Returns how many were still to be delivered. */
		async removeSurplus(notificationId: string, max = maxRetained): Promise<number> {
			const removeBeyond = (status: Delivery['status']) =>
				removeSurplus(deliveries, {by: 'createdAt', max: max[status], filter: {notificationId, status}});
			await removeBeyond('delivered');
			await removeBeyond('failed');
			return removeBeyond('pending');
		},
	};
}

function outcomeOf({error, isFinal, retryAfterSeconds}: Tried, tries: number, now: Date): Partial<StoredDelivery> {
	if (error === null) {
		return {status: 'delivered', deliveredAt: now, nextTryAt: null};
	}
	return isFinal ? {status: 'failed', nextTryAt: null} : {nextTryAt: nextTry(tries, backoffs.delivery, now, retryAfterSeconds)};
}

const later = (now: Date, ms: number) => new Date(Number(now) + ms);

function toStored(delivery: NewDelivery, now: Date): Omit<StoredDelivery, '_id'> & {id: string} {
	const [file] = delivery.files;
	return {
		...delivery,
		folder: file ? dirname(file.path) : null,
		status: 'pending',
		tries: 0,
		nextTryAt: file ? later(now, gatherMs) : now,
		lastTryAt: null,
		deliveredAt: null,
		responseStatus: null,
		error: null,
		createdAt: now,
		givesUpAt: later(now, givesUpMs),
	};
}

/** Milliseconds after which a delivery that was tried in vain is given up. */
const givesUpMs = 26 * hourMs;

/** Milliseconds in which changes of one folder are gathered for a media server, counted from the last one. */
const gatherMs = 8 * secondMs;
/** The longest that a change waits for others of its folder. */
export const longestGatherMs = minuteMs;
