import Joi from 'joi';
import {idParams} from '#api/http/fields.ts';
import {type PageQuery, pageFields, presentPagination} from '#api/http/pages.ts';
import {noContent, ok} from '#api/http/replies.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {type HistoryEvent, historyEvents} from '#shared/store/downloads/history-schema.ts';
import {historyEntry} from './replies.ts';

interface HistoryQuery extends PageQuery {
	event?: HistoryEvent;
	movieId?: string;
	seriesId?: string;
	episodeId?: string;
}
const historyQuery = Joi.object<HistoryQuery, true>({
	...pageFields(),
	event: Joi.string().valid(...historyEvents),
	movieId: Joi.string().max(100),
	seriesId: Joi.string().max(100),
	episodeId: Joi.string().max(100),
});

export function historyRoutes({history}: RouteDeps): Route[] {
	return [
		route('GET /api/history', {access: 'auth', query: historyQuery}, async ({query}) => {
			const {entries, total} = await history.page(query);
			return ok({history: entries.map(historyEntry.present), pagination: presentPagination(query, total)});
		}),
		route('GET /api/history/:id', {access: 'auth', params: idParams}, async ({params}) =>
			ok(historyEntry.present(await history.get(params.id))),
		),
		route('DELETE /api/history/:id', {access: 'admin', params: idParams}, async ({params}) => {
			const {id} = await history.get(params.id);
			await history.remove(id);
			return noContent;
		}),
	];
}
