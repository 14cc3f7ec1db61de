import Joi from 'joi';
import {defineJob, longLimits} from '../job.ts';

export interface SyncFeeds {
	/** The execution of a task that gets the outcomes. */
	executionId?: string;
}

export interface SyncedFeeds {
	/** Number of recent releases from all indexers. */
	found: number;
	approved: number;
	grabbed: number;
}

/**
 * Reads the latest releases of all indexers, judges them, and grabs the best one for each wanted title.
 * Asked by the task `rssSync`.
 */
export const syncFeeds = defineJob<SyncFeeds, SyncedFeeds>({
	name: 'sync-feeds',
	queue: 'search',
	interruptible: true,
	limitMs: longLimits.search,
	payload: {executionId: Joi.string().uuid().optional()},
	result: {found: Joi.number(), approved: Joi.number(), grabbed: Joi.number()},
});
