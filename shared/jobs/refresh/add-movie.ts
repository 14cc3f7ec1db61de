import Joi from 'joi';
import {type MinimumAvailability, minimumAvailabilities} from '../../domain/media/movie.ts';
import {defineJob} from '../job.ts';

export interface AddMovie {
	metaId: number;
	rootFolderPath: string;
	monitored: boolean;
	minimumAvailability: MinimumAvailability;
	searchOnAdd: boolean;
	qualityProfileId: string;
	libraryId: string | null;
}

export interface AddedMovie {
	id: string;
	title: string;
}

/**
 * Looks up the title at the provider and stores it. The API asks and waits, because the caller must learn when
 * the title does not exist.
 */
export const addMovie = defineJob<AddMovie, AddedMovie>({
	name: 'add-movie',
	queue: 'refresh',
	payload: {
		metaId: Joi.number().integer(),
		rootFolderPath: Joi.string(),
		monitored: Joi.boolean(),
		minimumAvailability: Joi.string().valid(...minimumAvailabilities),
		searchOnAdd: Joi.boolean(),
		qualityProfileId: Joi.string(),
		libraryId: Joi.string().allow(null),
	},
	result: {id: Joi.string(), title: Joi.string()},
});
