import {createCache} from '#shared/coordination/cache.ts';

/** Looks rows up by their ids; ids without a row are left out. */
type Look<Row> = (ids: readonly string[]) => Promise<Map<string, Row>>;

/** A look that asks only for what it does not remember. */
export type AsOfMemory<Row> = (asOf: string | null, look: Look<Row>) => Look<Row>;

/** A few hundred pages. */
const maxRows = 20_000;

/**
 * Remembers rows as long as nothing at all is written to the database. `asOf` is the time of the last write that a page
 * was read after; null if that is not known.
 */
export function createAsOfMemory<Row>(): AsOfMemory<Row> {
	const rows = createCache<Row | null>({max: maxRows});
	return (asOf, look) => async ids => {
		if (asOf === null) {
			return look(ids);
		}
		const keyOf = (id: string) => `${asOf} ${id}`;
		const unknown = ids.filter(id => rows.peek(keyOf(id)) === undefined);
		const found = unknown.length > 0 ? await look(unknown) : new Map<string, Row>();
		for (const id of unknown) {
			rows.set(keyOf(id), found.get(id) ?? null);
		}
		return new Map(
			ids.flatMap(id => {
				const row = found.get(id) ?? rows.peek(keyOf(id));
				return row ? [[id, row] as const] : [];
			}),
		);
	};
}
