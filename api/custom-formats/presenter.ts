import {presentStamps} from '#api/http/replies/stamps.ts';
import type {StoredCustomFormat} from '#shared/store/profiles/custom-formats.ts';

export function presentFormat(format: StoredCustomFormat) {
	return {
		id: format.id,
		name: format.name,
		conditions: format.conditions.map(({name, kind, value, negate, required}) => ({name, kind, value, negate, required})),
		includeWhenRenaming: format.includeWhenRenaming,
		lastError: format.lastError,
		...presentStamps(format),
	};
}
