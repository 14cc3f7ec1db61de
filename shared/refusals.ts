import {hostname} from 'node:os';
import type {Redis} from 'ioredis';
import {createHandOverList} from './coordination/cache.ts';
import {minuteMs} from './domain/durations.ts';

/** A service whose process refused to start. */
export interface Refusal {
	/** `worker:<pool>`. */
	service: string;
	host: string;
	/** One line: what is wrong, and what helps. */
	message: string;
	refusedAt: string;
}

/** A refusal is shown for a while: a supervised process is started again and again, and reports it each time. */
const refusals = (redis: Redis, prefix: string) =>
	createHandOverList<Refusal>({redis, prefix, name: 'refused', ttlMs: 10 * minuteMs, max: 1000});
const nameOf = (service: string) => `${service}:${hostname()}`;

/** Tells everybody that these services of this host do not run, and why. */
export async function reportRefusal(
	{redis, prefix}: {redis: Redis; prefix: string},
	services: readonly string[],
	message: string,
): Promise<void> {
	const refusedAt = new Date().toISOString();
	const refusalOf = (service: string): Refusal => ({service, host: hostname(), message, refusedAt});
	await refusals(redis, prefix).put(Object.fromEntries(services.map(service => [nameOf(service), refusalOf(service)])));
}

/** These services of this host run now. */
export async function withdrawRefusals({redis, prefix}: {redis: Redis; prefix: string}, services: readonly string[]): Promise<void> {
	await Promise.all(services.map(service => refusals(redis, prefix).drop(nameOf(service))));
}

export const readRefusals = (redis: Redis, prefix: string): Promise<Refusal[]> => refusals(redis, prefix).list();
