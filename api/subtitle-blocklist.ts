import Joi from 'joi';
import {idParams} from '#api/http/fields.ts';
import type {Operations} from '#api/http/operation.ts';
import {noContent, ok, type PageQuery, pageFields, pageOf, presentPagination, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {text, textOrNull, texts, timestamp} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';
import type {SubtitleBlocklistEntry} from '#shared/store/subtitles/subtitle-blocklist.ts';

interface SubtitleBlocklistQuery extends PageQuery {
	movieId?: string;
	seriesId?: string;
}
const subtitleBlocklistQuery = Joi.object<SubtitleBlocklistQuery, true>({
	...pageFields(),
	movieId: Joi.string().max(100),
	seriesId: Joi.string().max(100),
});

export function subtitleBlocklistRoutes({subtitleBlocklist}: RouteDeps): Route[] {
	return [
		route('GET /api/subtitle-blocklist', {access: 'auth', query: subtitleBlocklistQuery}, async ({query}) => {
			const {entries, total} = await subtitleBlocklist.page(query);
			return ok({subtitleBlocklist: entries.map(subtitleBlocklistEntry.present), pagination: presentPagination(query, total)});
		}),
		route('GET /api/subtitle-blocklist/:id', {access: 'auth', params: idParams}, async ({params}) =>
			ok(subtitleBlocklistEntry.present(await subtitleBlocklist.get(params.id))),
		),
		route('DELETE /api/subtitle-blocklist/:id', {access: 'admin', params: idParams}, async ({params}) => {
			const {id} = await subtitleBlocklist.get(params.id);
			await subtitleBlocklist.remove(id);
			return noContent;
		}),
	];
}

const addedAt = from(timestamp, (entry: SubtitleBlocklistEntry) => entry.addedAt);

const subtitleBlocklistEntry = viewOf<SubtitleBlocklistEntry>()(
	{
		id: text,
		providerId: text,
		provider: text,
		subtitleId: text,
		title: text,
		release: textOrNull,
		language: text,
		reason: text,
		movieId: textOrNull,
		seriesId: textOrNull,
		episodeIds: texts,
		addedAt,
		createdAt: addedAt,
		updatedAt: addedAt,
	},
	'SubtitleBlocklistEntry',
);

export const subtitleBlocklistOperations: Operations = {
	'GET /api/subtitle-blocklist': {
		id: 'listSubtitleBlocklist',
		summary: 'List subtitles that are not downloaded again for their title, newest first',
		replies: {200: pageOf('subtitleBlocklist', subtitleBlocklistEntry)},
	},
	'GET /api/subtitle-blocklist/:id': {
		id: 'getSubtitleBlocklistEntry',
		summary: 'Show a blocklisted subtitle',
		replies: {200: subtitleBlocklistEntry.schema},
	},
	'DELETE /api/subtitle-blocklist/:id': {
		id: 'deleteSubtitleBlocklistEntry',
		summary: 'Remove a subtitle from the blocklist',
		replies: {204: null},
	},
};
