import type {Schema} from 'mongoose';

/**
 * Puts indexed fields before the others. When one of them changes, MongoDB 6 recomputes the keys of every index for the
 * old and the new document, and searches each field from the front. With overviews and casts in front, this took a
 * seventh of a backfill's time.
 */
export function indexedFirst<T extends {_id: string}>(schema: Schema<T>): (document: T) => T {
	const fields = schema.indexes().flatMap(([keys]) => Object.keys(keys).map(path => path.split('.')[0] ?? path));
	const inOrder = [...new Set(['_id', ...fields])] as (keyof T)[]; // an index on a missing field would find nothing
	return document => {
		const first = inOrder.filter(field => field in document).map(field => [field, document[field]]);
		return {...Object.fromEntries(first), ...document};
	};
}
