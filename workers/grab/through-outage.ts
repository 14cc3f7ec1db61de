import {wait} from '#shared/coordination/wait.ts';
import {isExpected} from '#shared/errors.ts';

/** Milliseconds in which MongoDB has a new primary, even after its servers were all restarted. */
const outageMs = 45_000;
/** Milliseconds that are left for it when the process stops. */
const stopMs = 5000;
const pauseMs = 250;

/**
 * Repeats `work`, which may be done twice, until MongoDB takes it. Used where the outside world has already changed and
 * only our record of it is missing.
 */
export async function throughOutage<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
	const ended = AbortSignal.timeout(outageMs);
	const stopping = AbortSignal.timeout(stopMs);
	for (;;) {
		try {
			return await work();
		} catch (error) {
			if (isExpected(error) || ended.aborted || (signal.aborted && stopping.aborted)) {
				throw error;
			}
			await wait(pauseMs, ended).catch(() => {});
		}
	}
}
