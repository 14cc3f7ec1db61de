import type {Redis} from 'ioredis';
import {createRates} from '#shared/coordination/rate.ts';
import {TooMany} from '#shared/errors.ts';

/**
 * Keeps the rate of requests that a site allows, for all processes together. `host` is that of the stored address.
 * Throws TooMany `provider_busy` when there is no room within 15 s.
 */
export interface SiteRates {
	login(host: string, signal: AbortSignal): Promise<void>;
	request(host: string, signal: AbortSignal): Promise<void>;
}

/** Milliseconds. A little more than the second that sites count, because requests do not travel equally fast. */
const windowMs = 1100;
const limits = {
	login: {name: 'subtitle-login', max: 1, windowMs},
	request: {name: 'subtitle-request', max: 5, windowMs},
} as const;
const maxWaitMs = 15_000;

export function createSiteRates(redis: Redis, prefix: string): SiteRates {
	const rates = createRates(redis, prefix);
	const within = (limit: keyof typeof limits) => async (host: string, signal: AbortSignal) => {
		const {isOver} = await rates.waitForHit(limits[limit], host, {signal, maxWaitMs});
		if (isOver) {
			throw new TooMany('provider_busy', `Too many requests to ${host} are already waiting. Try again in a moment.`, 15);
		}
	};
	return {login: within('login'), request: within('request')};
}
