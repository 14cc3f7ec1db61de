import {createLocalRate} from '#shared/coordination/rate.ts';
import {createSlots, type Leave} from '#shared/coordination/slots.ts';
import {minuteMs} from '#shared/domain/durations.ts';

interface BudgetOptions {
	/** Requests of one key in a minute that are answered as fast as they come. */
	maxOfMinute?: number;
	/** Requests of one key at a time. */
	maxAtOnce?: number;
	/** Milliseconds for which a request beyond the budget keeps its place; others only in tests. */
	heldMs?: number;
	now?: () => number;
}

const usualOfMinute = 3000;
const usualAtOnce = 32;
/** Some programs start thousands at once. */
const maxWaiting = 3000;
const maxWaitMs = 5 * minuteMs;

/**
 * What one key may ask of this process. Programs take a 429 for a failure and leave out what they asked for, so
 * requests beyond the budget come later instead: each keeps its place for so long that no more than the budget get
 * through.
 */
export function createBudget({maxOfMinute = usualOfMinute, maxAtOnce = usualAtOnce, ...options}: BudgetOptions = {}) {
	const {heldMs = (maxAtOnce * minuteMs) / maxOfMinute, now} = options;
	const slots = createSlots({maxOfCaller: maxAtOnce, maxWaitingOfCaller: maxWaiting, maxWaitMs});
	const asked = createLocalRate(minuteMs, now);
	return {
		/** Waits for a place. Throws TooMany if thousands wait already, and Cancelled when the caller leaves. */
		async take(key: string, left: AbortSignal): Promise<() => void> {
			const leave: Leave = await slots.take(key, maxWaitMs, left);
			const isOver = asked.hit(key) > maxOfMinute;
			return () => leave(isOver ? heldMs : 0);
		},
	};
}
