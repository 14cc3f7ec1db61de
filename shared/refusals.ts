import {hostname} from 'node:os';
import type {Redis} from 'ioredis';
import {readMatching} from './heartbeat.ts';

/** A service whose process refused to start. */
export interface Refusal {
	/** `worker:<pool>`. */
	service: string;
	host: string;
	/** One line: what is wrong, and what helps. */
	message: string;
	refusedAt: string;
}

/** Seconds for which a refusal is shown. A supervised process is started again and again, and reports it each time. */
const shownSeconds = 600;

const keyOf = (prefix: string, service: string) => `${prefix}:refused:${service}:${hostname()}`;

/** Tells everybody that these services of this host do not run, and why. */
export async function reportRefusal(
	{redis, prefix}: {redis: Redis; prefix: string},
	services: readonly string[],
	message: string,
): Promise<void> {
	const batch = redis.pipeline();
	for (const service of services) {
		const refusal: Refusal = {service, host: hostname(), message, refusedAt: new Date().toISOString()};
		batch.set(keyOf(prefix, service), JSON.stringify(refusal), 'EX', shownSeconds);
	}
	await batch.exec();
}

/** These services of this host run now. */
export async function withdrawRefusals({redis, prefix}: {redis: Redis; prefix: string}, services: readonly string[]): Promise<void> {
	await redis.del(services.map(service => keyOf(prefix, service)));
}

export async function readRefusals(redis: Redis, prefix: string): Promise<Refusal[]> {
	return (await readMatching(redis, `${prefix}:refused:*`)).map(text => JSON.parse(text) as Refusal);
}
