import Joi from 'joi';
import {defineJob} from '../job.ts';

export type SyncFeeds = Record<string, never>;

export interface SyncedFeeds {
	/** Recent releases of all indexers. */
	found: number;
	approved: number;
	grabbed: number;
}

/**
 * Reads what the indexers have lately, judges it, and grabs the best of each wanted title; asked by the task `rssSync`.
 */
export const syncFeeds = defineJob<SyncFeeds, SyncedFeeds>({
	name: 'sync-feeds',
	queue: 'search',
	payload: {},
	result: {found: Joi.number(), approved: Joi.number(), grabbed: Joi.number()},
});
