import {writeFile} from 'node:fs/promises';
import {hostname} from 'node:os';
import type {Redis} from 'ioredis';
import {type FreshEntries, readFresh, removeFresh, writeFresh} from './fresh-entries.ts';

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
	const entries = heartbeats(redis, prefix);
	const nameOf = (service: string) => `${service}:${instance}`;
	const beat = async () => {
		const beatAt = new Date().toISOString();
		const textOf = (service: string) => JSON.stringify({service, instance, status: 'ready', startedAt, beatAt} satisfies Heartbeat);
		await writeFresh(entries, Object.fromEntries(services.map(service => [nameOf(service), textOf(service)])));
		if (file !== null) {
			await writeFile(file, '');
		}
	};
	const quietly = () => {
		// `npm start` ends a child that has hung. This does not depend on Redis.
		if (process.connected) {
			process.send?.({alive: true});
		}
		void beat().catch(() => {});
	};
	quietly();
	const timer = setInterval(quietly, beatMs);
	return {
		async stop() {
			clearInterval(timer);
			await removeFresh(entries, services.map(nameOf)).catch(() => {});
		},
	};
}

/** The fresh heartbeats of all processes. */
export async function readHeartbeats(redis: Redis, prefix: string): Promise<Heartbeat[]> {
	return (await readFresh(heartbeats(redis, prefix))).map(text => JSON.parse(text) as Heartbeat);
}

function heartbeats(redis: Redis, prefix: string): FreshEntries {
	return {redis, key: `${prefix}:alive`, seconds: freshSeconds};
}
