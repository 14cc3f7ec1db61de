import type {Redis} from 'ioredis';
import {Conflict} from '#shared/errors.ts';
import {readHeartbeats} from '#shared/heartbeat.ts';

const maxNames = 3;

/** @throws Conflict `service_running` while a process of the service has reported within the last seconds */
export async function refuseRunning(redis: Redis, prefix: string): Promise<void> {
	const processes = new Set((await readHeartbeats(redis, prefix)).map(({service, instance}) => `${service} on ${instance}`));
	if (processes.size > 0) {
		const names = [...processes].sort().slice(0, maxNames).join(', ');
		throw new Conflict('service_running', `The service runs (${names}). Stop all of its processes, wait 15 s, and run this again.`);
	}
}
