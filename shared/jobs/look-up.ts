import Joi from 'joi';
import {type MonitorChoice, monitorChoices} from '../domain/media/monitor-seasons.ts';
import {type SeriesStatus, type SeriesType, seriesStatuses, seriesTypes} from '../domain/media/series.ts';
import {defineJob} from './job.ts';

const number = Joi.number().integer();
const textOrNull = Joi.string().allow(null);

interface LookUpTitle {
	kind: 'movie' | 'series';
	metaId: number;
}

/** Details of a title that is not in the library. What only series have is null or empty for movies. */
export interface TitleFacts {
	metaId: number;
	imdbId: string | null;
	tvMetaId: number | null;
	/** Minutes. */
	runtime: number | null;
	genres: string[];
	certification: string | null;
	metaRating: number | null;
	metaVoteCount: number | null;
	studios: string[];
	network: string | null;
	status: SeriesStatus | null;
	type: SeriesType | null;
	seasons: {seasonNumber: number; episodes: number; aired: number}[];
	/** For each choice of what to monitor: aired episodes that would be searched, and their seasons. */
	monitoring: {monitor: MonitorChoice; episodes: number; seasons: number}[];
}

/** Reads one title from the metadata provider while the caller waits. */
export const lookUpTitle = defineJob<LookUpTitle, {facts: TitleFacts}>({
	name: 'look-up-title',
	queue: 'refresh',
	interruptible: true,
	payload: {kind: Joi.string().valid('movie', 'series'), metaId: number},
	result: {
		facts: Joi.object<TitleFacts, true>({
			metaId: number,
			imdbId: textOrNull,
			tvMetaId: number.allow(null),
			runtime: number.allow(null),
			genres: Joi.array().items(Joi.string()),
			certification: textOrNull,
			metaRating: Joi.number().allow(null),
			metaVoteCount: number.allow(null),
			studios: Joi.array().items(Joi.string()),
			network: textOrNull,
			status: Joi.string()
				.valid(...seriesStatuses)
				.allow(null),
			type: Joi.string()
				.valid(...seriesTypes)
				.allow(null),
			seasons: Joi.array().items(Joi.object({seasonNumber: number, episodes: number, aired: number})),
			monitoring: Joi.array().items(Joi.object({monitor: Joi.string().valid(...monitorChoices), episodes: number, seasons: number})),
		}),
	},
});
