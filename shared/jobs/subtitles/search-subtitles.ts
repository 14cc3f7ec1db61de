import Joi from 'joi';
import type {ProviderResult} from '../../domain/subtitles/found-subtitle.ts';
import type {SubtitleOwner} from '../../domain/subtitles/subtitle-owner.ts';
import {defineJob} from '../job.ts';
import {subtitleOwner} from './subtitle-owner.ts';

export interface SearchSubtitles {
	owner: SubtitleOwner;
	/** Codes of `subtitle-languages.ts`; null for those of the title's language profile. */
	languages: string[] | null;
}

export interface SearchedSubtitles {
	/** By which the found ones are listed; see `subtitle-shelf.ts`. */
	searchId: string;
	providerResults: ProviderResult[];
	/** Milliseconds. */
	duration: number;
}

/** Asks all providers while the caller waits, rates what they offer and puts it on the shelf. Downloads nothing. */
export const searchSubtitles = defineJob<SearchSubtitles, SearchedSubtitles>({
	name: 'search-subtitles',
	queue: 'subtitles',
	payload: {owner: subtitleOwner, languages: Joi.array().items(Joi.string()).allow(null)},
	result: {searchId: Joi.string(), providerResults: Joi.array().items(Joi.object().unknown()), duration: Joi.number()},
	interruptible: true,
	priority: 1,
});
