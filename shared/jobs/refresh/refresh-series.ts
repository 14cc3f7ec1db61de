import Joi from 'joi';
import {defineJob} from '../job.ts';

export interface RefreshSeries {
	seriesId: string;
}

export const refreshSeries = defineJob<RefreshSeries>({
	name: 'refresh-series',
	queue: 'refresh',
	payload: {seriesId: Joi.string().uuid()},
	dedupeKey: ({seriesId}) => seriesId,
	runsAgain: true,
});
