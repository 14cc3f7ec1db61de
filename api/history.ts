import Joi from 'joi';
import {idParams} from '#api/http/fields.ts';
import type {Operations} from '#api/http/operation.ts';
import {noContent, ok, type PageQuery, pageFields, pageOf, presentPagination, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {anyObject, integerOrNull, oneOf, text, textOrNull, texts, timestamp} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';
import {type HistoryEntry, type HistoryEvent, historyEvents} from '#shared/store/downloads/history-schema.ts';

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

const happenedAt = from(timestamp, (entry: HistoryEntry) => entry.timestamp);

const historyEntry = viewOf<HistoryEntry>()(
	{
		id: text,
		event: oneOf(historyEvents),
		title: text,
		movieId: textOrNull,
		seriesId: textOrNull,
		episodeIds: texts,
		quality: textOrNull,
		qualityScore: integerOrNull,
		indexer: textOrNull,
		downloadClient: textOrNull,
		downloadId: textOrNull,
		data: anyObject,
		timestamp: happenedAt,
		createdAt: happenedAt,
		updatedAt: happenedAt,
	},
	'HistoryEntry',
);

export const historyOperations: Operations = {
	'GET /api/history': {id: 'listHistory', summary: 'List history events, newest first', replies: {200: pageOf('history', historyEntry)}},
	'GET /api/history/:id': {id: 'getHistoryEntry', summary: 'Show a history event', replies: {200: historyEntry.schema}},
	'DELETE /api/history/:id': {id: 'deleteHistoryEntry', summary: 'Delete a history event', replies: {204: null}},
};
