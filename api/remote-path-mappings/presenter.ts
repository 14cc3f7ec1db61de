import {presentStamps} from '#api/http/stamps.ts';
import type {StoredMapping} from '#shared/store/remote-path-mappings.ts';

export function presentMapping(mapping: StoredMapping) {
	return {
		id: mapping.id,
		host: mapping.host,
		remotePath: mapping.remotePath,
		localPath: mapping.localPath,
		...presentStamps(mapping),
	};
}
