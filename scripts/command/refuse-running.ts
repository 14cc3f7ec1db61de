import {setTimeout as pause} from 'node:timers/promises';
import type {Redis} from 'ioredis';
import {Conflict} from '#shared/errors.ts';
import {beatMs, readHeartbeats} from '#shared/heartbeat.ts';

const maxNames = 3;
const pollMs = 250;
/** Milliseconds in which each process reports at least once, also if Redis has just come back empty. */
export const oneBeatMs = beatMs + 1000;

/** @throws Conflict `service_running` if a process of the service has reported lately, or does so within `watchMs` */
export async function refuseRunning(redis: Redis, prefix: string, {watchMs = 0}: {watchMs?: number | undefined} = {}): Promise<void> {
	const end = performance.now() + watchMs;
	for (;;) {
		const processes = new Set((await readHeartbeats(redis, prefix)).map(({service, instance}) => `${service} on ${instance}`));
		if (processes.size > 0) {
			const names = [...processes].sort().slice(0, maxNames).join(', ');
			throw new Conflict('service_running', `The service runs (${names}). Stop all of its processes, wait 15 s, and run this again.`);
		}
		if (performance.now() >= end) {
			return;
		}
		await pause(pollMs);
	}
}
