import {Problem} from './problem.ts';

/** Milliseconds of a wait that the service names. */
const secondMs = 1000;

/** Whoever asks faster than the service allows waits for it. */
export async function patiently(ask: () => Promise<unknown>): Promise<unknown> {
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
