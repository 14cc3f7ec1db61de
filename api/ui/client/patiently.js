import {Problem} from './problem.js';

/** Milliseconds of a wait that the service names. */
const secondMs = 1000;

/**
 * Whoever asks faster than the service allows waits for it.
 * @param {() => Promise<unknown>} ask
 * @returns {Promise<unknown>}
 */
export async function patiently(ask) {
	try {
		return await ask();
	} catch (failure) {
		if (!(failure instanceof Problem && failure.status === 429)) {
			throw failure;
		}
		const waitMs = (failure.retryAfter ?? 1) * secondMs;
		await new Promise(resolve => {
			setTimeout(resolve, waitMs);
		});
		return patiently(ask);
	}
}
