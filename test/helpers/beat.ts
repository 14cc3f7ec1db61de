import type {Redis} from 'ioredis';
import {type Heartbeat, heartbeats} from '#shared/heartbeat.ts';

/** A sign of life of a process that is not ours. */
export async function beat({producer, prefix}: {producer: Redis; prefix: string}, service: string, instance: string): Promise<void> {
	const sign: Heartbeat = {service, instance, status: 'ready', startedAt: '2026-01-01T00:00:00Z', beatAt: '2026-01-01T00:00:05Z'};
	await heartbeats(producer, prefix).put({[`${service}:${instance}`]: sign});
}
