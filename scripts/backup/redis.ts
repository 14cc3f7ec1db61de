import {Conflict} from '#shared/errors.ts';
import {readHeartbeats} from '#shared/heartbeat.ts';
import {openProducer} from '#shared/redis.ts';

interface Place {
	url: string;
	prefix: string;
}

/** What says how often we asked others, which a restore does not undo. */
const kept = ['limit', 'turns', 'grab-rest', 'counters'];
const batchSize = 1000;

/** @throws Conflict `service_running` while a process of the service has reported within the last seconds */
export async function refuseRunningService({url, prefix}: Place): Promise<void> {
	await withRedis(url, async redis => {
		const beats = await readHeartbeats(redis, prefix);
		if (beats.length > 0) {
			const names = [...new Set(beats.map(({instance}) => instance))].slice(0, 3).join(', ');
			throw new Conflict('service_running', `The service runs (${names}). Stop all of its processes, wait 15 s, and try again.`);
		}
	});
}

/**
 * Removes jobs, events and caches: they speak of records as they were before the restore. What was promised, and the
 * executions of tasks, are in MongoDB, and the scheduler creates their jobs again.
 */
export async function forgetWork({url, prefix}: Place): Promise<void> {
	await withRedis(url, async redis => {
		let cursor = '0';
		do {
			const [next, keys] = await redis.scan(cursor, 'MATCH', `${prefix}:*`, 'COUNT', batchSize);
			cursor = next;
			const stale = keys.filter(key => !kept.some(kind => key.startsWith(`${prefix}:${kind}:`) || key === `${prefix}:${kind}`));
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
