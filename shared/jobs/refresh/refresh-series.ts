import Joi from 'joi';
import {defineJob} from '../job.ts';

export interface RefreshSeries {
	seriesId: string;
	/** The execution of a task that gets the outcome. */
	executionId?: string;
}

export const refreshSeries = defineJob<RefreshSeries>({
	name: 'refresh-series',
	queue: 'refresh',
	payload: {seriesId: Joi.string().uuid(), executionId: Joi.string().uuid().optional()},
	dedupeKey: ({seriesId}) => seriesId,
	runsAgain: true,
});
