import {writeFile} from 'node:fs/promises';
import {hostname} from 'node:os';
import type {Redis} from 'ioredis';
import {createHandOverList, type HandOverList} from './coordination/cache.ts';
import {secondMs} from './domain/durations.ts';

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

export const beatMs = 5 * secondMs;
const freshMs = 15 * secondMs;

interface HeartbeatOptions {
	redis: Redis;
	prefix: string;
	services: readonly string[];
	/** Written at each report, so that a health check only has to look at its age. It says nothing about Redis. */
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
		const beatOf = (service: string): Heartbeat => ({service, instance, status: 'ready', startedAt, beatAt});
		await entries.put(Object.fromEntries(services.map(service => [nameOf(service), beatOf(service)])));
	};
	const quietly = () => {
		// `npm start` ends a child that has hung. This does not depend on Redis.
		if (process.connected) {
			process.send?.({alive: true});
		}
		void beat().catch(() => {});
		if (file !== null) {
			void writeFile(file, '').catch(() => {});
		}
	};
	quietly();
	const timer = setInterval(quietly, beatMs);
	return {
		async stop() {
			clearInterval(timer);
			await Promise.all(services.map(service => entries.drop(nameOf(service)))).catch(() => {});
		},
	};
}

/** The fresh heartbeats of all processes. */
export const readHeartbeats = (redis: Redis, prefix: string): Promise<Heartbeat[]> => heartbeats(redis, prefix).list();

export function heartbeats(redis: Redis, prefix: string): HandOverList<Heartbeat> {
	return createHandOverList<Heartbeat>({redis, prefix, name: 'alive', ttlMs: freshMs, max: 10_000});
}
