import Joi from 'joi';
import {idParams, readOnlyFields} from '#api/http/fields.ts';
import {type Operations, recordOperations} from '#api/http/operation.ts';
import {created, noContent, ok, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import type {RemotePathMapping} from '#shared/domain/imports/map-remote-path.ts';
import {stamps, text} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import type {StoredMapping} from '#shared/store/downloads/remote-path-mappings.ts';

const mapping = viewOf<StoredMapping>()({id: text, host: text, remotePath: text, localPath: text, ...stamps}, 'RemotePathMapping');

export const remotePathMappingsOperations: Operations = recordOperations('/api/remote-path-mappings', {
	name: 'RemotePathMapping',
	view: mapping,
});

const fields = {
	host: Joi.string()
		.max(255)
		.pattern(/^[^\s/\\]+$/, 'a host name or address without scheme and port, as in the url of the download client'),
	remotePath: Joi.string()
		.max(4096)
		.pattern(/^(?:\/|[A-Za-z]:[\\/]|\\\\)/, 'an absolute path as the download client sees it'),
	localPath: Joi.string()
		.max(4096)
		.pattern(/^\/\P{Cc}*$/u, 'an absolute path as this service sees it, without control characters')
		.meta({folder: true}),
};

const addMappingBody = Joi.object<RemotePathMapping, true>({
	host: fields.host.required(),
	remotePath: fields.remotePath.required(),
	localPath: fields.localPath.required(),
});
const editMappingBody = Joi.object<Partial<RemotePathMapping>>({...fields, ...readOnlyFields()});

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
