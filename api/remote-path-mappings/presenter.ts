import {presentStamps} from '#api/http/replies/stamps.ts';
import type {StoredMapping} from '#shared/store/downloads/remote-path-mappings.ts';

export function presentMapping(mapping: StoredMapping) {
	return {
		id: mapping.id,
		host: mapping.host,
		remotePath: mapping.remotePath,
		localPath: mapping.localPath,
		...presentStamps(mapping),
	};
}
