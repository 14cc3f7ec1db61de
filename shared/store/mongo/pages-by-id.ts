/** Documents in order of id, `pageSize` at a time; `read` finds that many whose id is greater. */
export async function* pagesById<Row extends {_id: string}>(
	pageSize: number,
	read: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
	for (let after = ''; ; ) {
		const rows = await read(after);
		yield rows;
		if (rows.length < pageSize) {
			return;
		}
		after = rows.at(-1)?._id ?? after;
	}
}
