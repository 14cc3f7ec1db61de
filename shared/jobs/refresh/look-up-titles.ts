import Joi from 'joi';
import type {LookupSubject} from '../../domain/matching/lookup-query.ts';
import {defineJob} from '../job.ts';

export interface LookUpTitles {
	kind: 'movie' | 'series';
	subject: LookupSubject;
}

/** A title as the metadata provider lists it. */
export interface FoundTitle {
	metaId: number;
	title: string;
	year: number | null;
	overview: string | null;
	/** The provider's address. */
	posterUrl: string | null;
}

export interface FoundTitles {
	/** Best match first, at most 20. */
	titles: FoundTitle[];
}

export const mostFoundTitles = 20;

const number = Joi.number().integer();
const textOrNull = Joi.string().allow(null);

/** Searches the metadata provider while the caller waits. */
export const lookUpTitles = defineJob<LookUpTitles, FoundTitles>({
	name: 'look-up-titles',
	queue: 'refresh',
	interruptible: true,
	payload: {
		kind: Joi.string().valid('movie', 'series'),
		subject: Joi.alternatives(
			Joi.object({by: Joi.string().valid('title'), title: Joi.string()}),
			Joi.object({by: Joi.string().valid('metaId', 'tvMetaId'), id: number}),
			Joi.object({by: Joi.string().valid('imdbId'), id: Joi.string()}),
		),
	},
	result: {
		titles: Joi.array()
			.max(mostFoundTitles)
			.items(Joi.object({metaId: number, title: Joi.string(), year: number.allow(null), overview: textOrNull, posterUrl: textOrNull})),
	},
});
