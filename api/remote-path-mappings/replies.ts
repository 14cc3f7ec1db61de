import {type Operations, recordOperations} from '#api/http/operation.ts';
import {stamps, text} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import type {StoredMapping} from '#shared/store/downloads/remote-path-mappings.ts';

export const mapping = viewOf<StoredMapping>()({id: text, host: text, remotePath: text, localPath: text, ...stamps}, 'RemotePathMapping');

export const remotePathMappingsOperations: Operations = recordOperations('/api/remote-path-mappings', {
	name: 'RemotePathMapping',
	view: mapping,
});
