import {setTimeout as pause} from 'node:timers/promises';

export interface Until {
	limitMs: number;
	everyMs: number;
}

/** Asks again and again until the answer is true. False once the limit has passed. */
export async function until(isSo: () => boolean | Promise<boolean>, {limitMs, everyMs}: Until): Promise<boolean> {
	const end = performance.now() + limitMs;
	while (!(await isSo())) {
		if (performance.now() > end) {
			return false;
		}
		await pause(everyMs);
	}
	return true;
}
