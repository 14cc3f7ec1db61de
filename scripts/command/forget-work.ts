import {openProducer} from '#shared/redis.ts';
import {refuseRunning} from './refuse-running.ts';

interface RedisTarget {
	url: string;
	prefix: string;
}

/** The counts of our requests to others, which a restore must not reset. */
const keptKinds = ['rate', 'counters'];
const batchSize = 1000;

/** @throws Conflict `service_running` */
export async function refuseRunningService({url, prefix}: RedisTarget, watching: Parameters<typeof refuseRunning>[2] = {}): Promise<void> {
	await withRedis(url, redis => refuseRunning(redis, prefix, watching));
}

/**
 * Removes jobs, events and caches: they speak of records as they were before the restore. What was promised, and the
 * executions of tasks, are in MongoDB, and the scheduler creates their jobs again.
 */
export async function forgetWork({url, prefix}: RedisTarget): Promise<void> {
	await withRedis(url, async redis => {
		let cursor = '0';
		do {
			const [next, keys] = await redis.scan(cursor, 'MATCH', `${prefix}:*`, 'COUNT', batchSize);
			cursor = next;
			const stale = keys.filter(key => !keptKinds.some(kind => key.startsWith(`${prefix}:${kind}:`) || key === `${prefix}:${kind}`));
			if (stale.length > 0) {
				await redis.unlink(stale);
			}
		} while (cursor !== '0');
	});
}

async function withRedis(url: string, work: (redis: ReturnType<typeof openProducer>) => Promise<void>): Promise<void> {
	const redis = openProducer(url);
	redis.on('error', () => undefined);
	try {
		await work(redis);
	} finally {
		redis.disconnect();
	}
}
