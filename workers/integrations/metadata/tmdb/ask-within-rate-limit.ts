import {wait} from '#shared/coordination/wait.ts';
import {parseRetryAfter} from '#shared/domain/network/parse-retry-after.ts';
import type {HttpReply} from '../../http/exchange.ts';

/** Throws Cancelled when the signal aborts. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Longest wait that is done silently; the provider's limit is counted per second. */
const longestSeconds = 3;
const mostRepeats = 2;

interface Patience {
	signal: AbortSignal;
	now: () => Date;
	pause: Pause | undefined;
}

/** Waits and asks again when the provider requests a short pause. A longer one is left to the caller. */
export async function askWithinRateLimit(ask: () => Promise<HttpReply>, {signal, now, pause = wait}: Patience): Promise<HttpReply> {
	for (let repeats = 0; ; repeats += 1) {
		const reply = await ask();
		const seconds = reply.status === 429 ? parseRetryAfter(reply.headers['retry-after'], now()) : null;
		if (seconds === null || seconds > longestSeconds || repeats === mostRepeats) {
			return reply;
		}
		await pause(seconds * 1000, signal);
	}
}
