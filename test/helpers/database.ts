import {randomUUID} from 'node:crypto';
import type {ExecutionContext} from 'ava';
import {MongoClient} from 'mongodb';

export interface TestDatabase {
	/** The address with the name of the database in it. */
	uri: string;
	name: string;
}

/** Gives the test a database of its own, which is dropped when the test ends. Collections appear with their first write. */
export function withDatabase(t: ExecutionContext): Promise<TestDatabase> {
	const server = process.env['TEST_MONGODB_URI'];
	if (!server) {
		throw new Error('TEST_MONGODB_URI is not set: run tests with `npm run test:unit -- <files>`, which brings its own MongoDB.');
	}
	const name = `test_${randomUUID().replaceAll('-', '')}`;
	const address = new URL(server);
	address.pathname = `/${name}`;
	const uri = address.href;
	t.teardown(() => dropDatabase(uri, name));
	return Promise.resolve({uri, name});
}

async function dropDatabase(uri: string, name: string): Promise<void> {
	const client = new MongoClient(uri, {serverSelectionTimeoutMS: 10_000});
	try {
		await client.db(name).dropDatabase();
	} finally {
		await client.close();
	}
}
