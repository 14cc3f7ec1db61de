import Joi from 'joi';
import {minimumAvailabilities} from '../domain/media/movie.ts';
import type {CollectionChoice} from '../domain/media/title-collection.ts';
import {defineJob, longLimits} from './job.ts';
import {type FoundTitles, foundTitles} from './refresh.ts';

const number = Joi.number().integer();

interface OfCollection {
	collectionId: string;
}

/** Reads the parts of a collection from the provider, and adds the missing ones if it is monitored. */
export const refreshCollection = defineJob<OfCollection>({
	name: 'refresh-collection',
	queue: 'refresh',
	payload: {collectionId: Joi.string().uuid()},
	dedupeKey: ['collectionId'],
	runsAgain: true,
});

export interface MonitorCollection extends Omit<CollectionChoice, 'monitored'> {
	/** Of the collection at the provider. */
	metaId: number;
	title: string;
}

/** Monitors a collection of which a list wants more than one film, unless a person has decided about it before. */
export const monitorCollection = defineJob<MonitorCollection>({
	name: 'monitor-collection',
	queue: 'refresh',
	payload: {
		metaId: number,
		title: Joi.string(),
		libraryId: Joi.string().allow(null),
		rootFolderPath: Joi.string().allow(null),
		qualityProfileId: Joi.string().allow(null),
		minimumAvailability: Joi.string()
			.valid(...minimumAvailabilities)
			.allow(null),
		searchOnAdd: Joi.boolean(),
		tags: Joi.array().items(Joi.string()),
	},
	priority: 20,
});

interface AddMissingParts extends OfCollection {
	/** Ids at the provider of the films that a person has chosen; null for all that are released. */
	metaIds: number[] | null;
	/** Nothing is added if the collection is not monitored any more. */
	onlyMonitored: boolean;
}

/** Adds missing films of a collection, one after another. A second run finds those of the first in the library. */
export const addMissingParts = defineJob<AddMissingParts>({
	name: 'add-missing-parts',
	queue: 'refresh',
	payload: {
		collectionId: Joi.string().uuid(),
		metaIds: Joi.array().items(number).allow(null),
		onlyMonitored: Joi.boolean(),
	},
	limitMs: longLimits.search,
	priority: 20,
});

export const discoverKinds = ['popular', 'trending', 'upcoming', 'inCinemas', 'topRated', 'similar', 'recommended'] as const;
export type DiscoverKind = (typeof discoverKinds)[number];

export interface Discover {
	type: 'movie' | 'series';
	kind: DiscoverKind;
	/** The title that others are similar to; null for the other kinds. */
	metaId: number | null;
	/** From 1. */
	page: number;
	/** Numbers of the provider; only titles of this genre, or from this studio or network. */
	genreId?: number | undefined;
	makerId?: number | undefined;
}

export interface Discovered extends FoundTitles {
	/** Pages that the provider has, at most 500. */
	pages: number;
}

/** Asks the provider for titles that people may like. */
export const discover = defineJob<Discover, Discovered>({
	name: 'discover',
	queue: 'refresh',
	interruptible: true,
	payload: {
		type: Joi.string().valid('movie', 'series'),
		kind: Joi.string().valid(...discoverKinds),
		metaId: number.allow(null),
		page: number,
		genreId: number.optional(),
		makerId: number.optional(),
	},
	result: {titles: foundTitles, pages: number},
});
