import Joi from 'joi';
import {episodeOrderForm} from '../domain/numbering/order-episodes.ts';
import {defineJob} from './job.ts';

const order = Joi.string().pattern(episodeOrderForm);
const place = Joi.object({seasonNumber: Joi.number().integer(), episodeNumber: Joi.number().integer()});

export interface EpisodePlace {
	seasonNumber: number;
	episodeNumber: number;
}

/** Where an episode would go. */
export interface PlacedEpisode {
	title: string;
	/** Its number here; null for one that the library does not have yet. */
	from: EpisodePlace | null;
	to: EpisodePlace;
	/** The order has it. */
	isListed: boolean;
}

export interface OrderPreview {
	/** The share of the regular episodes that the order has, from 0 to 1. */
	coverage: number;
	/** Only those whose numbers change. */
	episodes: PlacedEpisode[];
	/** How many keep their numbers. */
	unchanged: number;
}

interface ListedOrder {
	/** As `episodeOrder` of a series. */
	order: string;
	name: string;
	/** How many episodes it has; null if that is not known before it is read. */
	episodes: number | null;
}

/** Lists the orders in which the episodes of a series can be shown. The API asks and waits. */
export const listEpisodeOrders = defineJob<{seriesId: string}, {orders: ListedOrder[]}>({
	name: 'list-episode-orders',
	queue: 'refresh',
	interruptible: true,
	payload: {seriesId: Joi.string().uuid()},
	result: {
		orders: Joi.array().items(Joi.object({order: Joi.string(), name: Joi.string(), episodes: Joi.number().integer().allow(null)})),
	},
});

interface AskedOrder {
	seriesId: string;
	/** Null for the provider's own. */
	order: string | null;
}

/** Works out how an order would number the episodes of a series. The API asks and waits. */
export const previewEpisodeOrder = defineJob<AskedOrder, OrderPreview>({
	name: 'preview-episode-order',
	queue: 'refresh',
	interruptible: true,
	payload: {seriesId: Joi.string().uuid(), order: order.allow(null)},
	result: {
		coverage: Joi.number(),
		unchanged: Joi.number().integer(),
		episodes: Joi.array().items(Joi.object({title: Joi.string().allow(''), from: place.allow(null), to: place, isListed: Joi.boolean()})),
	},
});

/** Numbers the episodes of a series by an order, in one step, and keeps them so at each refresh. */
export const renumberSeries = defineJob<AskedOrder>({
	name: 'renumber-series',
	queue: 'refresh',
	payload: {seriesId: Joi.string().uuid(), order: order.allow(null)},
	dedupeKey: ({seriesId, order: asked}) => `${seriesId} ${asked ?? 'own'}`.replaceAll(':', '-'),
	runsAgain: true,
});
