import Joi from 'joi';
import {type FamilyName, familyNames} from '../../providers/families.ts';
import {defineJob} from '../job.ts';

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
