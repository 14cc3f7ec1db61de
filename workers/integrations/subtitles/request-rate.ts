import type {Redis} from 'ioredis';
import {wait} from '#shared/coordination/wait.ts';
import {TooMany} from '#shared/errors.ts';
import {createSlidingWindow} from '#shared/sliding-window.ts';

/**
 * Keeps the rate of requests that a site allows, for all processes together. `host` is that of the stored address.
 * Throws TooMany `provider_busy` when there is no turn within 15 s.
 */
export interface RequestRate {
	login(host: string, signal: AbortSignal): Promise<void>;
	request(host: string, signal: AbortSignal): Promise<void>;
}

/** Milliseconds. A little more than the second that sites count, because requests do not travel equally fast. */
const windowMs = 1100;
const longestWaitMs = 15_000;

export function createRequestRate(redis: Redis, prefix: string): RequestRate {
	const logins = createSlidingWindow({redis, prefix: `${prefix}:turns:subtitle-login`, limit: 1, windowMs});
	const requests = createSlidingWindow({redis, prefix: `${prefix}:turns:subtitle-request`, limit: 5, windowMs});

	async function inTurn(window: typeof logins, limit: number, {host, signal}: {host: string; signal: AbortSignal}): Promise<void> {
		const until = performance.now() + longestWaitMs;
		for (;;) {
			const {hits, freeInMs} = await window.hit(host);
			if (hits <= limit) {
				return;
			}
			if (performance.now() + freeInMs > until) {
				throw new TooMany('provider_busy', `${host} has too many requests of ours waiting. Try again in a moment.`, 15);
			}
			await wait(freeInMs + 1, signal);
		}
	}

	return {
		login: (host, signal) => inTurn(logins, 1, {host, signal}),
		request: (host, signal) => inTurn(requests, 5, {host, signal}),
	};
}
