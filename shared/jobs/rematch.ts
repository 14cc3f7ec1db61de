import Joi from 'joi';
import {defineJob} from './job.ts';

const metaId = Joi.number().integer().min(1);
const integer = Joi.number().integer();
const textOrNull = Joi.string().allow(null, '');

export interface Rematch {
	kind: 'movie' | 'series';
	titleId: string;
	/** The title at the provider that it really is. */
	metaId: number;
}
const payload = {kind: Joi.string().valid('movie', 'series'), titleId: Joi.string().uuid(), metaId};

/**
 * Gives a title another id at the provider, with all that the provider knows; its files, folder and history stay. Asked
 * for, because the caller must learn when there is no such title, or the library has it already.
 */
export const rematchTitle = defineJob<Rematch, {title: string}>({
	name: 'rematch-title',
	queue: 'refresh',
	payload,
	result: {title: Joi.string()},
});

/** An episode with a file, and what becomes of it. */
export interface RematchedEpisode {
	seasonNumber: number;
	episodeNumber: number;
	title: string | null;
	/** The title of the episode that gets the file; null if none has this number. */
	newTitle: string | null;
	isMatched: boolean;
}

export interface RematchPreview {
	title: string;
	year: number | null;
	/** Episodes that the other title has and this one has not. */
	added: number;
	/** Episodes without a file that go. */
	removed: number;
	/** Episodes with a file, the first ones. */
	files: RematchedEpisode[];
	/** Episodes with a file whose number the other title has. */
	matchedFiles: number;
	/** Episodes with a file that keep it, although the other title has no such number. */
	leftFiles: number;
}

/** Episodes in one answer. */
export const maxRematched = 500;

/** What a series would become with another id. Changes nothing. */
export const previewRematch = defineJob<Omit<Rematch, 'kind'>, RematchPreview>({
	name: 'preview-rematch',
	queue: 'refresh',
	interruptible: true,
	payload: {titleId: payload.titleId, metaId},
	result: {
		title: Joi.string(),
		year: integer.allow(null),
		added: integer,
		removed: integer,
		files: Joi.array()
			.items(
				Joi.object({
					seasonNumber: integer,
					episodeNumber: integer,
					title: textOrNull,
					newTitle: textOrNull,
					isMatched: Joi.boolean(),
				}),
			)
			.max(maxRematched),
		matchedFiles: integer,
		leftFiles: integer,
	},
});
