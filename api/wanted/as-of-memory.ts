/** Looks rows up by their ids; ids without a row are left out. */
type Look<Row> = (ids: readonly string[]) => Promise<Map<string, Row>>;

/** A look that asks only for what it does not remember. */
export type AsOfMemory<Row> = (asOf: string | null, look: Look<Row>) => Look<Row>;

/** Rows kept, so that a few hundred pages are remembered. */
const mostRows = 20_000;

/**
 * Remembers rows as long as nothing at all is written to the database. `asOf` is the time of the last write that a page
 * was read after; null if that is not known.
 */
export function createAsOfMemory<Row>(): AsOfMemory<Row> {
	let memory = {asOf: '', rows: new Map<string, Row | null>()};
	return (asOf, look) => async ids => {
		if (asOf === null) {
			return look(ids);
		}
		if (asOf !== memory.asOf || memory.rows.size > mostRows) {
			memory = {asOf, rows: new Map()};
		}
		const {rows} = memory;
		const unknown = ids.filter(id => !rows.has(id));
		if (unknown.length > 0) {
			const found = await look(unknown);
			for (const id of unknown) {
				rows.set(id, found.get(id) ?? null);
			}
		}
		return new Map(
			ids.flatMap(id => {
				const row = rows.get(id);
				return row ? [[id, row] as const] : [];
			}),
		);
	};
}
