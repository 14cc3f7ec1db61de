/** Titles that are checked together. */
const batchSize = 200;

export async function* batchesOf<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
	let batch: Row[] = [];
	for await (const row of rows) {
		batch.push(row);
		if (batch.length >= batchSize) {
			yield batch;
			batch = [];
		}
	}
	if (batch.length > 0) {
		yield batch;
	}
}
