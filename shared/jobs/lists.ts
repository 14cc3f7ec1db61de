import Joi from 'joi';
import {hourMs} from '../domain/durations.ts';
import {defineJob, longLimits} from './job.ts';

interface SyncImportList {
	listId: string;
	/** A person asked: neither its interval nor a pause matters. */
	byPerson?: boolean;
	/** A person says that an answer with far fewer items is the whole list. */
	acceptFewer?: boolean;
}

/** Reads a list, notes what is on it, and does what follows for titles that have left. One at a time for each list. */
export const syncImportList = defineJob<SyncImportList>({
	name: 'sync-import-list',
	queue: 'lists',
	interruptible: true,
	payload: {listId: Joi.string().uuid(), byPerson: Joi.boolean().optional(), acceptFewer: Joi.boolean().optional()},
	dedupeKey: ['listId'],
	runsAgain: true,
});

/** Adds the waiting titles, from all lists in turn, at a limited number a minute. */
export const addListItems = defineJob<Record<never, never>>({
	name: 'add-list-items',
	queue: 'lists',
	interruptible: true,
	limitMs: longLimits.library,
	payload: {},
	dedupeKey: [],
	runsAgain: true,
});

interface SignInCode {
	userCode: string;
	verificationUrl: string;
	expiresAt: Date;
}

/** Gets a code with which a person signs in to the account of a list. A sign-in that had begun before is void then. */
export const authorizeImportList = defineJob<{listId: string}, SignInCode>({
	name: 'authorize-import-list',
	queue: 'lists',
	interruptible: true,
	payload: {listId: Joi.string().uuid()},
	result: {userCode: Joi.string(), verificationUrl: Joi.string(), expiresAt: Joi.date()},
});

/** Asks whether the code was entered, until it was or has expired. */
export const awaitAuthorization = defineJob<{listId: string; signInId: string}>({
	name: 'await-authorization',
	queue: 'lists',
	interruptible: true,
	limitMs: 2 * hourMs,
	payload: {listId: Joi.string().uuid(), signInId: Joi.string().uuid()},
	dedupeKey: ['signInId'],
});
