import {writeFile} from 'node:fs/promises';
import {hostname} from 'node:os';
import type {Redis} from 'ioredis';

export const serviceStatuses = ['pending', 'starting', 'ready', 'error'] as const;
export type ServiceStatus = (typeof serviceStatuses)[number];

/** What a running process reports about one of its services. */
export interface Heartbeat {
	/** `api`, `scheduler`, or `worker:<pool>`. */
	service: string;
	/** Host and process id, to distinguish several processes of one service. */
	instance: string;
	status: ServiceStatus;
	startedAt: string;
	beatAt: string;
}

const beatMs = 5000;
/** Seconds for which a heartbeat is fresh. */
const freshSeconds = 15;

interface HeartbeatOptions {
	redis: Redis;
	prefix: string;
	services: readonly string[];
	/** Written after each report, so that a health check only has to look at its age. */
	file?: string | null;
}

/** Reports every few seconds that the `services` of this process are alive; returns a function that stops it. */
export function startHeartbeat({redis, prefix, services, file = null}: HeartbeatOptions): {stop(): Promise<void>} {
	const instance = `${hostname()}-${process.pid}`;
	const startedAt = new Date().toISOString();
	const keyOf = (service: string) => `${prefix}:alive:${service}:${instance}`;
	const beat = async () => {
		const batch = redis.pipeline();
		for (const service of services) {
			const heartbeat: Heartbeat = {service, instance, status: 'ready', startedAt, beatAt: new Date().toISOString()};
			batch.set(keyOf(service), JSON.stringify(heartbeat), 'EX', freshSeconds);
		}
		await batch.exec();
		if (file !== null) {
			await writeFile(file, '');
		}
	};
	const quietly = () => void beat().catch(() => {});
	quietly();
	const timer = setInterval(quietly, beatMs);
	return {
		async stop() {
			clearInterval(timer);
			await redis.del(services.map(keyOf)).catch(() => {});
		},
	};
}

/** The fresh heartbeats of all processes. */
export async function readHeartbeats(redis: Redis, prefix: string): Promise<Heartbeat[]> {
	return (await readMatching(redis, `${prefix}:alive:*`)).map(text => JSON.parse(text) as Heartbeat);
}

/** The values of all keys that match a pattern. */
export async function readMatching(redis: Redis, pattern: string): Promise<string[]> {
	const keys: string[] = [];
	let cursor = '0';
	do {
		const [next, found] = await redis.scan(cursor, 'MATCH', pattern, 'COUNT', 500);
		cursor = next;
		keys.push(...found);
	} while (cursor !== '0' && keys.length < 10_000);
	const texts = keys.length > 0 ? await redis.mget(keys) : [];
	return texts.filter(text => text !== null);
}
