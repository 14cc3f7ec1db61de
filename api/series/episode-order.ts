import Joi from 'joi';
import {askProvider} from '#api/http/asks/ask-workers.ts';
import {idParams} from '#api/http/fields.ts';
import {invalid} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {accepted, ok, queuedTask, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {promiseJob} from '#shared/coordination/outbox.ts';
import {enoughOfSeries} from '#shared/domain/numbering/order-episodes.ts';
import {
	type EpisodePlace,
	listEpisodeOrders,
	type OrderPreview,
	type PlacedEpisode,
	previewEpisodeOrder,
	renumberSeries,
} from '#shared/jobs/episode-orders.ts';
import {flag, integer, integerOrNull, number, text, textOrNull} from '#shared/presenters/fields.ts';
import {plainView, viewOf} from '#shared/presenters/view.ts';
import {orderText} from './schema.ts';

const path = '/api/library/series/:id/episode-order';

/** The order in which the episodes of a series are shown: which there are, what one would change, and the change. */
export function episodeOrderRoutes(deps: RouteDeps): Route[] {
	const {series} = deps;
	const isAsked = {access: 'write', right: 'editTitles', limit: 'lookups', params: idParams} as const;
	return [
		route(`GET ${path}`, isAsked, async ({params}) => {
			const {id, episodeOrder = null} = await series.get(params.id);
			const {orders} = await askProvider(deps, listEpisodeOrders, {payload: {seriesId: id}, about: 'title'});
			return ok(orderList.present({episodeOrder, orders}));
		}),
		route(`GET ${path}/preview`, {...isAsked, query: previewQuery}, async ({params, query}) => {
			const {id} = await series.get(params.id);
			return ok(preview.present(await ask(id, query.order === ownOrder ? null : query.order, deps)));
		}),
		route(
			`POST ${path}`,
			{access: 'auth', right: 'editTitles', limit: 'lookups', params: idParams, body: orderBody},
			async ({params, body}) => {
				const {id, title} = await series.get(params.id);
				await refuseFewEpisodes(id, body.episodeOrder, deps);
				const taskId = await promiseJob(renumberSeries, {seriesId: id, order: body.episodeOrder}, deps);
				return accepted(queuedTask.present({taskId, message: `The episodes of ${title} will be numbered in the new order.`}));
			},
		),
	];
}

type AskDeps = Pick<RouteDeps, 'jobs'>;

const ask = (seriesId: string, order: string | null, deps: AskDeps) =>
	askProvider(deps, previewEpisodeOrder, {payload: {seriesId, order}, about: 'series'});

/** Throws Invalid for an order that lacks too many episodes of the series, or that no longer exists. */
export async function refuseFewEpisodes(seriesId: string, order: string | null, deps: AskDeps): Promise<void> {
	const {coverage} = await ask(seriesId, order, deps);
	if (coverage < enoughOfSeries) {
		const percent = `${Math.floor(coverage * 100)} %`;
		const message = `episodeOrder has only ${percent} of the regular episodes of this series; at least ${enoughOfSeries * 100} % are needed`;
		throw invalid([{path: 'episodeOrder', message}]);
	}
}

/** Used in addresses, where there is no null. */
const ownOrder = 'provider';

export interface OrderQuery {
	order: string;
}
const previewQuery = Joi.object<OrderQuery, true>({
	order: orderText()
		.allow(ownOrder)
		.default(ownOrder)
		.description('The order to preview, or `provider` for that of the metadata provider.'),
});

export interface OrderBody {
	episodeOrder: string | null;
}
const orderBody = Joi.object<OrderBody, true>({episodeOrder: orderText().allow(null).required()});

const listedOrder = plainView(
	{
		order: text.description('The value for `episodeOrder`.'),
		name: text.description('As its source calls it.'),
		episodes: integerOrNull.description('How many episodes it has; null if that is not known before it is read.'),
	},
	'ListedOrder',
);
const orderList = viewOf<{episodeOrder: string | null; orders: {order: string; name: string; episodes: number | null}[]}>()({
	episodeOrder: textOrNull,
	orders: {...listedOrder.list, schema: listedOrder.list.schema.description('The orders that can be chosen.')},
});

const place = viewOf<EpisodePlace>()({seasonNumber: integer, episodeNumber: integer}, 'EpisodePlace');
const placed = viewOf<PlacedEpisode>()(
	{
		title: text,
		from: {...place.orNull, schema: place.orNull.schema.description('Its number now; null for an episode that is not here yet.')},
		to: {...place, schema: place.schema.description('Its number in the new order.')},
		isListed: flag.description(
			'False for an episode that the order lacks; it keeps its number if that is free, else it becomes a special.',
		),
	},
	'PlacedEpisode',
);
const preview = viewOf<OrderPreview>()({
	coverage: number.description('The share of the regular episodes that the order has, from 0 to 1; at least 0.8 are needed.'),
	unchanged: integer.description('How many episodes keep their numbers.'),
	episodes: {...placed.list, schema: placed.list.schema.description('The episodes whose numbers would change.')},
});

export const episodeOrderOperations: Operations = {
	[`GET ${path}`]: {
		id: 'listEpisodeOrders',
		summary: 'List the orders in which the episodes of a series can be shown',
		replies: {200: orderList.schema},
		failures: [404, 502],
	},
	[`GET ${path}/preview`]: {
		id: 'previewEpisodeOrder',
		summary: 'Show what another order of the episodes would change',
		replies: {200: preview.schema},
		failures: [404, 502],
	},
	[`POST ${path}`]: {
		id: 'changeEpisodeOrder',
		summary: 'Number the episodes of a series in another order',
		replies: {202: queuedTask.schema},
		failures: [404, 502],
	},
};
