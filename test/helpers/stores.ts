import type {ExecutionContext} from 'ava';
import {createSecrets} from '#shared/secrets.ts';
import {openDatabase} from '#shared/store/database.ts';
import {withDatabase} from './database.ts';

/** A key for tests: nothing that they store outlives them. */
export const testSecrets = createSecrets('a1'.repeat(32));

/** A database of the test's own with its indexes built. */
export async function withStores(t: ExecutionContext) {
	const {uri} = await withDatabase(t);
	const database = openDatabase({uri, secrets: testSecrets});
	t.teardown(() => database.close());
	await database.buildIndexes();
	return {uri, ...database};
}
