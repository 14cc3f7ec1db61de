import Joi from 'joi';
import {idParams} from '#api/http/fields.ts';
import {type PageQuery, pageFields, presentPagination} from '#api/http/pages.ts';
import {noContent, ok} from '#api/http/replies.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {subtitleBlocklistEntry} from './replies.ts';

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
