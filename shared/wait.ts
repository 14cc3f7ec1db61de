import {setTimeout as pause} from 'node:timers/promises';
import {Cancelled} from './errors.ts';

/** Throws Cancelled when the signal aborts first. */
export async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
	try {
		await pause(milliseconds, undefined, {signal});
	} catch (error) {
		throw signal.aborted ? new Cancelled() : error;
	}
}
