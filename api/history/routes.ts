import Joi from 'joi';
import {type PageQuery, pageFields, presentPagination} from '#api/http/page.ts';
import {ok} from '#api/http/reply.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {type HistoryEntry, type HistoryEvent, historyEvents} from '#shared/store/history.ts';

interface HistoryQuery extends PageQuery {
	event?: HistoryEvent;
	movieId?: string;
	seriesId?: string;
}
const historyQuery = Joi.object<HistoryQuery, true>({
	...pageFields(),
	event: Joi.string().valid(...historyEvents),
	movieId: Joi.string().max(100),
	seriesId: Joi.string().max(100),
});

export function historyRoutes({history}: RouteDeps): Route[] {
	return [
		route('GET /api/history', {access: 'auth', query: historyQuery}, async ({query}) => {
			const {entries, total} = await history.page(query);
			return ok({history: entries.map(presentEntry), pagination: presentPagination(query, total)});
		}),
	];
}

function presentEntry(entry: HistoryEntry) {
	return {
		id: entry.id,
		event: entry.event,
		title: entry.title,
		movieId: entry.movieId,
		seriesId: entry.seriesId,
		episodeIds: entry.episodeIds,
		quality: entry.quality,
		qualityScore: entry.qualityScore,
		indexer: entry.indexer,
		downloadClient: entry.downloadClient,
		downloadId: entry.downloadId,
		data: entry.data,
		timestamp: entry.timestamp.toISOString(),
	};
}
