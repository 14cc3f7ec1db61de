import type {ExecutionContext} from 'ava';
import {openDatabase} from '#shared/store/database.ts';
import {withPreparedDatabase} from './prepared-database.ts';
import {testSecrets} from './test-secrets.ts';

/** A database of the test's own with its indexes built. */
export async function withStores(t: ExecutionContext) {
	const {uri} = await withPreparedDatabase(t);
	const database = openDatabase({uri, secrets: testSecrets});
	t.teardown(() => database.close());
	await database.connected;
	return {uri, ...database};
}
