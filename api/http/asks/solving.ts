import type {Redis} from 'ioredis';
import {isPrivateHost} from '#shared/network-address.ts';
import {redisNow} from '#shared/redis.ts';
import type {Settings} from '#shared/settings/settings.ts';

/** Milliseconds allowed for the worker's answer to reach us. */
const wayMs = 1500;

export const solverIsOff = 'The captcha solver is switched off. Switch it on with PUT /api/captcha-solver {"enabled": true}.';

export const noSolverWorker =
	'No worker of the captcha pool is running. Start one with WORKER_POOLS=captcha; /api/system/status shows which pools are running.';

/** Time limits for the worker and for the process that asks it. */
export async function solveLimits(redis: Redis, limitMs: number): Promise<{deadline: number; timeoutMs: number}> {
	return {deadline: (await redisNow(redis)) + limitMs, timeoutMs: limitMs + wayMs};
}

/**
 * The reason why this address may not be opened, or null. Host names are checked by the worker once they are resolved.
 */
export function refusedAddress(url: URL, settings: Settings): string | null {
	return isPrivateHost(url) && !settings.get('security.allowPrivateNetworks')
		? 'This address is refused because it is private, loopback or link-local. An administrator can allow it with the setting security.allowPrivateNetworks.'
		: null;
}

/** Parses an http or https address; null if it is not one. */
export function parseWebAddress(text: string): URL | null {
	const url = URL.parse(text);
	return url && /^https?:$/.test(url.protocol) ? url : null;
}
