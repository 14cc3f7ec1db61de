import {hostname} from 'node:os';
import type {Redis} from 'ioredis';
import {type FreshEntries, readFresh, removeFresh, writeFresh} from './fresh-entries.ts';

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

const nameOf = (service: string) => `${service}:${hostname()}`;
const refusals = (redis: Redis, prefix: string): FreshEntries => ({redis, key: `${prefix}:refused`, seconds: shownSeconds});

/** Tells everybody that these services of this host do not run, and why. */
export async function reportRefusal(
	{redis, prefix}: {redis: Redis; prefix: string},
	services: readonly string[],
	message: string,
): Promise<void> {
	const refusedAt = new Date().toISOString();
	const textOf = (service: string) => JSON.stringify({service, host: hostname(), message, refusedAt} satisfies Refusal);
	await writeFresh(refusals(redis, prefix), Object.fromEntries(services.map(service => [nameOf(service), textOf(service)])));
}

/** These services of this host run now. */
export async function withdrawRefusals({redis, prefix}: {redis: Redis; prefix: string}, services: readonly string[]): Promise<void> {
	await removeFresh(refusals(redis, prefix), services.map(nameOf));
}

export async function readRefusals(redis: Redis, prefix: string): Promise<Refusal[]> {
	return (await readFresh(refusals(redis, prefix))).map(text => JSON.parse(text) as Refusal);
}
