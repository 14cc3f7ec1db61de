import Joi from 'joi';
import type {ToldEpisode, ToldTitle} from '../../domain/notifications/message.ts';
import type {RecordedFile} from '../../domain/notifications/recorded-file.ts';

const number = Joi.number().integer();
const textOrNull = Joi.string().allow(null);

const episode = Joi.object<ToldEpisode, true>({
	id: Joi.string(),
	seasonNumber: number,
	episodeNumber: number,
	title: Joi.string().allow(''),
});

/** What messages say about a title that was deleted before its files are removed. */
export const removedTitle = Joi.object<ToldTitle, true>({
	type: Joi.string().valid('movie', 'series'),
	id: Joi.string(),
	title: textOrNull,
	year: number.allow(null),
	tmdbId: number.allow(null),
	imdbId: textOrNull,
	episodes: Joi.array().items(episode),
});

export const removedFile = Joi.object<RecordedFile, true>({
	path: Joi.string(),
	quality: textOrNull,
	qualityScore: number.allow(null),
	episodes: Joi.array().items(episode),
});
