import {Redis} from 'ioredis';
import {redisAddress} from '../redis.ts';
import {placeOf} from './place-of.ts';
import {isTooOld, oldestRedis} from './server-versions.ts';
import {fine, lasting, passing, type StartReport} from './start-problem.ts';

const remedy = 'Start it, or correct REDIS_URL.';

/** Looks whether the Redis of REDIS_URL answers within the limit, lets us in, and is new enough. */
export async function checkRedis(url: string, limitMs: number): Promise<StartReport> {
	const where = `Redis at ${placeOf(url)} (REDIS_URL)`;
	let cause: NodeJS.ErrnoException | null = null;
	const client = new Redis({
		...redisAddress(url),
		lazyConnect: true,
		retryStrategy: () => null,
		maxRetriesPerRequest: 0,
		enableReadyCheck: false,
		connectTimeout: limitMs,
		commandTimeout: limitMs,
	});
	client.on('error', (error: NodeJS.ErrnoException) => {
		cause = error;
	});
	try {
		await client.connect();
		const version = /^redis_version:(\S+)/m.exec(await client.info('server'))?.[1] ?? '';
		return isTooOld(version, oldestRedis)
			? lasting(`${where}: version ${version || 'unknown'} is too old. Update it to ${oldestRedis.join('.')} or newer.`)
			: fine;
	} catch (error) {
		return explain(cause ?? (error as NodeJS.ErrnoException), where);
	} finally {
		client.disconnect();
	}
}

function explain({code, message}: NodeJS.ErrnoException, where: string): StartReport {
	if (/NOAUTH|WRONGPASS|NOPERM/.test(message)) {
		return passing(`${where} refuses the name or the password. Correct them in REDIS_URL.`);
	}
	if (/^LOADING/.test(message)) {
		return passing(`${where} is still loading its data.`);
	}
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
		return passing(`${where}: the host name is unknown. Correct REDIS_URL, or check the name server.`);
	}
	if (code === 'ECONNREFUSED' || code === 'ENOENT') {
		return passing(`${where}: nothing listens there. ${remedy}`);
	}
	return passing(`${where} does not answer. ${remedy}`);
}
