import {setTimeout as pause} from 'node:timers/promises';
import {Cancelled} from '../errors.ts';

/** Throws Cancelled when the signal aborts first. */
export async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
	try {
		await pause(milliseconds, undefined, {signal});
	} catch (error) {
		throw signal.aborted ? new Cancelled() : error;
	}
}

/** The result of `work`, or Cancelled when the signal aborts first. `work` itself is not stopped. */
export function orCancelled<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	return new Promise((resolve, reject) => {
		const stop = () => reject(new Cancelled());
		if (signal.aborted) {
			stop();
		}
		signal.addEventListener('abort', stop, {once: true});
		work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
	});
}
