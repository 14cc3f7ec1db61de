import Joi from 'joi';
import {minuteMs} from '../domain/durations.ts';
import {defineJob} from './job.ts';

const testedKinds = ['indexer', 'downloadClient', 'subtitleProvider', 'notification'] as const;

export interface TestConnection {
	kind: (typeof testedKinds)[number];
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
	payload: {kind: Joi.string().valid(...testedKinds), sealed: Joi.string(), recordId: Joi.string().allow(null)},
	result: {version: Joi.string().allow(null), details: Joi.array().items(Joi.string())},
});

/** The test of a notification is a message to people, so only they ask for it. */
const checkedKinds = ['indexer', 'downloadClient', 'subtitleProvider'] as const;

export interface CheckConnection {
	kind: (typeof checkedKinds)[number];
	recordId: string;
}

/** Tests a record that was just saved. The outcome becomes its status; nobody waits for the answer. */
export const checkConnection = defineJob<CheckConnection>({
	name: 'check-connection',
	queue: 'connections',
	payload: {kind: Joi.string().valid(...checkedKinds), recordId: Joi.string()},
	dedupeKey: ({kind, recordId}) => `${kind}-${recordId}`,
	runsAgain: true,
});

export interface CheckMetadataKey {
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
