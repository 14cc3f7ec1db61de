import {idParams} from '#api/http/fields.ts';
import {created, noContent, ok} from '#api/http/replies.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {mapping} from './replies.ts';
import {addMappingBody, editMappingBody} from './schema.ts';

export function remotePathMappingsRoutes({remotePathMappings, now}: RouteDeps): Route[] {
	return [
		route('GET /api/remote-path-mappings', {access: 'auth'}, async () =>
			ok({remotePathMappings: (await remotePathMappings.list()).map(mapping.present)}),
		),
		route('GET /api/remote-path-mappings/:id', {access: 'auth', params: idParams}, async ({params}) =>
			ok(mapping.present(await remotePathMappings.get(params.id))),
		),
		route('POST /api/remote-path-mappings', {access: 'admin', body: addMappingBody}, async ({body}) =>
			created(mapping.present(await remotePathMappings.add(body, now()))),
		),
		route('PUT /api/remote-path-mappings/:id', {access: 'admin', params: idParams, body: editMappingBody}, async ({params, body}) => {
			const {id} = await remotePathMappings.get(params.id);
			return ok(mapping.present(await remotePathMappings.change(id, body, now())));
		}),
		route('DELETE /api/remote-path-mappings/:id', {access: 'admin', params: idParams}, async ({params}) => {
			const {id} = await remotePathMappings.get(params.id);
			await remotePathMappings.remove(id);
			return noContent;
		}),
	];
}
