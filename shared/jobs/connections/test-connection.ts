import Joi from 'joi';
import {defineJob} from '../job.ts';

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
