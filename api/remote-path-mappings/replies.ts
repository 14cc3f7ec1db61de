import type {Operations} from '#api/http/replies/operation.ts';
import {stamps, text} from '#shared/presenters/fields.ts';
import {objectOf, viewOf} from '#shared/presenters/view.ts';
import type {StoredMapping} from '#shared/store/downloads/remote-path-mappings.ts';

export const mapping = viewOf<StoredMapping>()({id: text, host: text, remotePath: text, localPath: text, ...stamps}, 'RemotePathMapping');

export const remotePathMappingsOperations: Operations = {
	'GET /api/remote-path-mappings': {
		id: 'listRemotePathMappings',
		summary: 'List remote path mappings',
		replies: {200: objectOf({remotePathMappings: mapping.list})},
	},
	'GET /api/remote-path-mappings/:id': {id: 'getRemotePathMapping', summary: 'Show a remote path mapping', replies: {200: mapping.schema}},
	'POST /api/remote-path-mappings': {
		id: 'addRemotePathMapping',
		summary: 'Add a remote path mapping',
		replies: {201: mapping.schema},
		failures: [409],
	},
	'PUT /api/remote-path-mappings/:id': {
		id: 'updateRemotePathMapping',
		summary: 'Change a remote path mapping',
		replies: {200: mapping.schema},
		failures: [409],
	},
	'DELETE /api/remote-path-mappings/:id': {id: 'deleteRemotePathMapping', summary: 'Delete a remote path mapping', replies: {204: null}},
};
