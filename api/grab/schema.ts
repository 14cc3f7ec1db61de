import Joi from 'joi';

export interface GrabBody {
	guid: string;
	indexerId: string;
	movieId?: string;
	seriesId?: string;
	seasonNumber?: number;
	episodeIds?: string[];
}
export const grabBody = Joi.object<GrabBody, true>({
	guid: Joi.string().max(4000).required(),
	indexerId: Joi.string().max(100).required(),
	movieId: Joi.string().max(100),
	seriesId: Joi.string().max(100),
	seasonNumber: Joi.number().integer().min(0).max(10_000),
	episodeIds: Joi.array().items(Joi.string().max(100)).max(1000),
})
	.oxor('movieId', 'seriesId')
	.without('movieId', ['seasonNumber', 'episodeIds']);
