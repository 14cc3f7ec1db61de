import Joi from 'joi';
import type {SeasonOption} from '../../domain/media/monitor-seasons.ts';
import {defineJob} from '../job.ts';

export interface AddSeries {
	metaId: number;
	rootFolderPath: string;
	monitored: boolean;
	seasonFolder: boolean;
	searchOnAdd: boolean;
	qualityProfileId: string;
	libraryId: string | null;
	seasonOptions: SeasonOption[];
}

export interface AddedSeries {
	id: string;
	title: string;
}

/**
 * Looks up the title at the provider and stores it with all seasons and episodes. The API asks and waits, because the
 * caller must learn when the title does not exist.
 */
export const addSeries = defineJob<AddSeries, AddedSeries>({
	name: 'add-series',
	queue: 'refresh',
	payload: {
		metaId: Joi.number().integer(),
		rootFolderPath: Joi.string(),
		monitored: Joi.boolean(),
		seasonFolder: Joi.boolean(),
		searchOnAdd: Joi.boolean(),
		qualityProfileId: Joi.string(),
		libraryId: Joi.string().allow(null),
		seasonOptions: Joi.array().items(Joi.object({seasonNumber: Joi.number().integer(), monitored: Joi.boolean()})),
	},
	result: {id: Joi.string(), title: Joi.string()},
});
