import {Schema} from 'mongoose';
import type {Delivery} from '../../domain/notifications/delivery.ts';
import {type Stored, schemaOptions} from '../mongo/records.ts';

/**
 * `givesUpAt`: not tried in vain after this time. `folder`: changes of one folder wait for each other. `isOvertaken`:
 * it failed while a later one was taken.
 */
export type StoredDelivery = Stored<Delivery> & {givesUpAt: Date; folder: string | null; isOvertaken?: boolean};

/** Seconds for which the log of deliveries is kept. */
const keptSeconds = 30 * 24 * 3600;

export const deliverySchema = new Schema<StoredDelivery>(
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
deliverySchema.index({createdAt: 1}, {expireAfterSeconds: keptSeconds});
deliverySchema.index({notificationId: 1, createdAt: -1, _id: 1});
deliverySchema.index({notificationId: 1, status: 1, createdAt: -1, _id: 1});
deliverySchema.index({notificationId: 1, nextTryAt: 1}, {partialFilterExpression: {status: 'pending'}});
deliverySchema.index({notificationId: 1, 'message.timestamp': 1, createdAt: 1}, {partialFilterExpression: {status: 'pending'}});
deliverySchema.index({nextTryAt: 1}, {partialFilterExpression: {status: 'pending'}});
deliverySchema.index({notificationId: 1, givesUpAt: 1}, {partialFilterExpression: {status: 'pending'}});
