import {randomUUID} from 'node:crypto';
import {type ExecutionContext, registerCompletionHandler} from 'ava';
import {openProducer} from '#shared/redis.ts';
import {patienceMs} from './until.ts';

/** For `openProducer`: a busy machine is no outage. */
export const patientRedis = {connectLimitMs: patienceMs, commandLimitMs: patienceMs};

export interface TestRedis {
	/** `redis://…`, or `unix://` and the path of a socket. */
	url: string;
	/**
	 * For every key and channel of the test. Redis channels do not belong to a database number, so only the prefix
	 * separates tests.
	 */
	prefix: string;
}

/** Gives the test its own key prefix; its keys are deleted when the test ends. */
export function withRedis(t: ExecutionContext): Promise<TestRedis> {
	const url = process.env['TEST_REDIS_URL'];
	if (!url) {
		throw new Error('TEST_REDIS_URL is not set: run tests with `npm run test:unit -- <files>`, which brings its own Redis.');
	}
	const prefix = `test-${randomUUID()}`;
	t.teardown(() => deleteKeys(url, prefix));
	return Promise.resolve({url, prefix});
}

/** The connection of this thread that cleans up after its tests. */
let cleaner: ReturnType<typeof openProducer> | null = null;

function connectCleaner(url: string): ReturnType<typeof openProducer> {
	if (!cleaner) {
		cleaner = openProducer(url, patientRedis);
		registerCompletionHandler(() => cleaner?.disconnect());
	}
	return cleaner;
}

async function deleteKeys(url: string, prefix: string): Promise<void> {
	const redis = connectCleaner(url);
	for await (const keys of redis.scanStream({match: `${prefix}*`, count: 1_000}) as AsyncIterable<string[]>) {
		if (keys.length > 0) {
			await redis.unlink(...keys);
		}
	}
}
