import Joi from 'joi';
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
	dedupeKey: ({listId}) => listId,
	runsAgain: true,
});

/** Adds the titles that wait, those of all lists in turn, so many a minute. */
export const addListItems = defineJob<Record<never, never>>({
	name: 'add-list-items',
	queue: 'lists',
	interruptible: true,
	limitMs: longLimits.library,
	payload: {},
	dedupeKey: () => 'all',
	runsAgain: true,
});
