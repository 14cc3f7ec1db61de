import type {ExecutionContext} from 'ava';
import {openDatabase} from '#shared/store/database.ts';
import {withPreparedDatabase} from './prepared-database.ts';
import {testSecrets} from './test-secrets.ts';
import {patienceMs} from './until.ts';

/** Gives the test its own database with its indexes. */
export async function withStores(t: ExecutionContext) {
	const {uri, database} = await withPreparedDatabase(t);
	return {uri, ...database};
}

/** The same on a server that the test runs for itself. */
export async function withOwnStores(t: ExecutionContext, uri: string) {
	const database = openDatabase({uri, secrets: testSecrets, connectLimitMs: patienceMs});
	t.teardown(() => database.close());
	await database.buildIndexes();
	return {uri, ...database};
}
