import {setTimeout as pause} from 'node:timers/promises';
import {TooMany} from '#shared/errors.ts';

/** Runs one work after the other. Throws TooMany if too many wait already. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Seconds. */
const retryAfter = 5;

/** `restMs` are left to others between two works. */
export function createTurns(mostWaiting: number, {restMs = 0} = {}): Turns {
	let last: Promise<unknown> = Promise.resolve();
	let waiting = 0;
	return work => {
		if (waiting >= mostWaiting) {
			return Promise.reject(
				new TooMany('too_many_requests', `${waiting} requests of this kind are already waiting. Try again later.`, retryAfter),
			);
		}
		waiting += 1;
		const done = last.then(work).finally(() => {
			waiting -= 1;
		});
		last = done.catch(() => {}).then(() => (restMs > 0 ? pause(restMs) : undefined));
		return done;
	};
}
