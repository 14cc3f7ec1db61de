import Joi from 'joi';
import {defineJob} from '../job.ts';

export interface RefreshMovie {
	movieId: string;
	/** The execution of a task that gets the outcome. */
	executionId?: string;
}

export const refreshMovie = defineJob<RefreshMovie>({
	name: 'refresh-movie',
	queue: 'refresh',
	payload: {movieId: Joi.string().uuid(), executionId: Joi.string().uuid().optional()},
	dedupeKey: ({movieId}) => movieId,
	runsAgain: true,
});
