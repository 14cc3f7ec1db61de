import type {Redis} from 'ioredis';
import {isPrivateHost} from '#shared/domain/network/is-private-host.ts';
import {redisNow} from '#shared/redis-clock.ts';
import type {Settings} from '#shared/settings/settings.ts';

/** Milliseconds that a worker's answer may take on its way to us. */
const wayMs = 1500;

export const solverIsOff = 'The captcha solver is switched off. Switch it on with PUT /api/captcha-solver {"enabled": true}.';

export const noSolverWorker =
	'No worker of the pool captcha is running. Start one with WORKER_POOLS=captcha; /api/system/status shows which pools live.';

/** How long a worker may take, for the worker and for whoever asks it. */
export async function solveLimits(redis: Redis, limitMs: number): Promise<{deadline: number; timeoutMs: number}> {
	return {deadline: (await redisNow(redis)) + limitMs, timeoutMs: limitMs + wayMs};
}

/** Why this address may not be opened, or null. Names are looked at by the worker, when they are resolved. */
export function refusedAddress(url: URL, settings: Settings): string | null {
	return isPrivateHost(url) && !settings.get('security.allowPrivateNetworks')
		? 'This address is private, loopback or link-local and is refused. An administrator may allow it with the setting security.allowPrivateNetworks.'
		: null;
}

/** An address of the web, or null. */
export function parseWebAddress(text: string): URL | null {
	const url = URL.parse(text);
	return url && /^https?:$/.test(url.protocol) ? url : null;
}
