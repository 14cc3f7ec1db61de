import {createHash} from 'node:crypto';
import Joi from 'joi';
import {defineJob, longLimits} from '../job.ts';
import {jobReasons} from './search-movie.ts';

export interface SearchEpisodes {
	seriesId: string;
	/** Null for all seasons. */
	seasonNumber: number | null;
	/** Null for all wanted episodes. */
	episodeIds: string[] | null;
	reason: (typeof jobReasons)[number];
	/** The execution of a task that gets the outcome. */
	executionId?: string;
}

/** Searches all indexers for the wanted episodes of a series and grabs the best approved releases. */
export const searchEpisodes = defineJob<SearchEpisodes>({
	name: 'search-episodes',
	queue: 'search',
	interruptible: true,
	limitMs: longLimits.search,
	payload: {
		seriesId: Joi.string().uuid(),
		seasonNumber: Joi.number().integer().allow(null),
		episodeIds: Joi.array().items(Joi.string()).max(1000).allow(null),
		reason: Joi.string().valid(...jobReasons),
		executionId: Joi.string().uuid().optional(),
	},
	dedupeKey: ({seriesId, seasonNumber, episodeIds, reason, executionId}) =>
		executionId
			? `${reason}-${seriesId}-backlog`
			: `${reason}-${seriesId}-${seasonNumber ?? 'all'}-${episodeIds ? createHash('sha256').update(episodeIds.join()).digest('base64url') : 'all'}`,
	attempts: 2,
});
