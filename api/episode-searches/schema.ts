import Joi from 'joi';
import {type AutoSearchBody, autoSearchFields} from '#api/http/fields.ts';

export interface SearchSeriesBody extends AutoSearchBody {
	episodeIds?: string[];
}
export const searchSeriesBody = Joi.object<SearchSeriesBody, true>({
	...autoSearchFields,
	episodeIds: Joi.array()
		.items(Joi.string().max(100))
		.min(1)
		.max(1000)
		.description('Episodes of this series, which are searched whether they are monitored, aired, present or not.'),
});

export interface SearchedSeason {
	seriesId: string;
	seasonNumber: number;
}
/** A value that is not a number means a season that does not exist. */
export const searchedSeason = Joi.object<SearchedSeason, true>({
	seriesId: Joi.string().required(),
	seasonNumber: Joi.number().integer().min(0).required(),
});
