import Joi from 'joi';
import {defineJob} from '../job.ts';

export interface RefreshMovie {
	movieId: string;
}

export const refreshMovie = defineJob<RefreshMovie>({
	name: 'refresh-movie',
	queue: 'refresh',
	payload: {movieId: Joi.string().uuid()},
	dedupeKey: ({movieId}) => movieId,
	runsAgain: true,
});
