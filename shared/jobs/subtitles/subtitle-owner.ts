import Joi from 'joi';

/** The movie or episode whose subtitles a job is about. */
export interface SubtitleOwner {
	type: 'movie' | 'episode';
	id: string;
}

export const subtitleOwner = Joi.object<SubtitleOwner, true>({type: Joi.string().valid('movie', 'episode'), id: Joi.string().uuid()});

export function ownerKey({type, id}: SubtitleOwner): string {
	return `${type}-${id}`;
}
