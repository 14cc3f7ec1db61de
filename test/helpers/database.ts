import {randomUUID} from 'node:crypto';
import {type ExecutionContext, registerCompletionHandler} from 'ava';
import {MongoClient} from 'mongodb';
import {patienceMs} from './until.ts';

export interface TestDatabase {
	/** The address, including the name of the database. */
	uri: string;
	name: string;
}

/**
 * Gives the test its own database, which is dropped when the test ends. Collections are created by their first write.
 */
export function withDatabase(t: ExecutionContext): Promise<TestDatabase> {
	const name = newName();
	const uri = addressOf(name);
	t.teardown(() => dropDatabase(name));
	return Promise.resolve({uri, name});
}

/** A name that no other test has. */
export function newName(): string {
	return `test_${randomUUID().replaceAll('-', '')}`;
}

/** The address of a database on the server of this run. */
export function addressOf(name: string): string {
	const server = process.env['TEST_MONGODB_URI'];
	if (!server) {
		throw new Error('TEST_MONGODB_URI is not set: run tests with `npm run test:unit -- <files>`, which brings its own MongoDB.');
	}
	const address = new URL(server);
	address.pathname = `/${name}`;
	return address.href;
}

/** The connection of this thread that drops databases. */
let dropper: MongoClient | null = null;

async function dropDatabase(name: string): Promise<void> {
	if (!dropper) {
		dropper = new MongoClient(addressOf('admin'), {serverSelectionTimeoutMS: patienceMs});
		registerCompletionHandler(() => void dropper?.close());
	}
	await dropper.db(name).dropDatabase();
}
