import Joi from 'joi';
import {minuteMs} from '../domain/durations.ts';
import {type FamilyName, familyNames} from '../providers/families.ts';
import {defineJob} from './job.ts';

export interface TestConnection {
	family: FamilyName;
	/** The settings as encrypted JSON: payloads are readable in Redis and on the dashboard. */
	sealed: string;
	/** The stored record whose health the result updates; null for an unsaved one. */
	recordId: string | null;
}

export interface ConnectionTested {
	version: string | null;
	details: string[];
}

export const testConnection = defineJob<TestConnection, ConnectionTested>({
	name: 'test-connection',
	queue: 'connections',
	interruptible: true,
	payload: {family: Joi.string().valid(...familyNames), sealed: Joi.string(), recordId: Joi.string().allow(null)},
	result: {version: Joi.string().allow(null), details: Joi.array().items(Joi.string())},
});

export interface CheckConnection {
	family: FamilyName;
	recordId: string;
}

/** Tests a record that was just saved. The outcome becomes its status; nobody waits for the answer. */
export const checkConnection = defineJob<CheckConnection>({
	name: 'check-connection',
	queue: 'connections',
	payload: {family: Joi.string().valid(...familyNames), recordId: Joi.string()},
	dedupeKey: ({family, recordId}) => `${family}-${recordId}`,
	runsAgain: true,
});

interface CheckMetadataKey {
	/** The key as encrypted JSON: a worker may not know the new setting yet, and payloads are readable in Redis. */
	sealed: string;
}

/** Asks the metadata provider whether it accepts a key. Fails with the provider's refusal. */
export const checkMetadataKey = defineJob<CheckMetadataKey>({
	name: 'check-metadata-key',
	queue: 'connections',
	interruptible: true,
	payload: {sealed: Joi.string()},
});

/** Sends what is due to one receiver. One at a time for each, so that a slow one holds up nobody else. */
export const deliverNotifications = defineJob<{notificationId: string}>({
	name: 'deliver-notifications',
	queue: 'connections',
	payload: {notificationId: Joi.string()},
	dedupeKey: ({notificationId}) => notificationId,
	attempts: 1,
	limitMs: 2 * minuteMs,
});
