import Joi from 'joi';
import {defineJob, longLimits} from '../job.ts';

/** Reasons that a person may give. */
export const searchReasons = ['missing', 'cutOffUnmet', 'manual'] as const;
/** All reasons, including those of tasks. */
export const jobReasons = [...searchReasons, 'upgrade'] as const;

export interface SearchMovie {
	movieId: string;
	reason: (typeof jobReasons)[number];
	/** The execution of a task that gets the outcome. */
	executionId?: string;
	/** A person asked: neither a delay nor the availability matters, and the search goes first. */
	byPerson?: boolean;
	/** The caller of the task named the title, so it is searched even if it rests. */
	evenIfResting?: boolean;
}

export function isByPerson({reason, byPerson}: Pick<SearchMovie, 'reason' | 'byPerson'>): boolean {
	return reason === 'manual' || (byPerson ?? false);
}

/** Searches all indexers and grabs the best approved release. */
export const searchMovie = defineJob<SearchMovie>({
	name: 'search-movie',
	queue: 'search',
	interruptible: true,
	limitMs: longLimits.search,
	payload: {
		movieId: Joi.string().uuid(),
		reason: Joi.string().valid(...jobReasons),
		executionId: Joi.string().uuid().optional(),
		byPerson: Joi.boolean().optional(),
		evenIfResting: Joi.boolean().optional(),
	},
	dedupeKey: wish => (isByPerson(wish) ? `person-${wish.movieId}` : wish.movieId),
	replaces: wish => (isByPerson(wish) ? wish.movieId : null),
	attempts: 2,
});
