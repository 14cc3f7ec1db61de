import type {Redis} from 'ioredis';
import {Cancelled, TooMany} from '../errors.ts';

export interface SlotLimits {
	/** Slots in all. */
	max?: number;
	maxOfCaller?: number;
	/** Callers that may wait for a slot. */
	maxWaiting?: number;
	maxWaitingOfCaller?: number;
	maxWaitMs?: number;
	/** The message for callers that cannot wait. */
	refusal?(waiting: number): string;
}

/** Gives the slot back, once; others have it after so many milliseconds, which are left to the rest of the process. */
export type Leave = (pauseMs?: number) => void;

/** Slots of one process, shared fairly: each caller has its own queue, and the queues are served in rotation. */
export interface Slots {
	/** Waits for a slot. Throws TooMany if too many wait, or if it takes too long, and Cancelled when `left` aborts. */
	take(caller: string, maxWaitMs?: number, left?: AbortSignal): Promise<Leave>;
	/** Null if there is no slot right now. */
	tryTake(caller: string): Leave | null;
	/** Takes a slot whatever the limits say: for those who only count. */
	hold(caller: string): Leave;
	/** How many slots a caller has. */
	heldBy(caller: string): number;
	waitingOf(caller: string): number;
	held(): number;
}

/** Seconds after which the next try is worthwhile. */
const retryAfter = 5;
const unlimited = Number.POSITIVE_INFINITY;

export function createSlots({
	max = unlimited,
	maxOfCaller = unlimited,
	maxWaiting = unlimited,
	maxWaitingOfCaller = unlimited,
	maxWaitMs: usualWaitMs = unlimited,
	refusal = waiting => `${waiting} requests of this kind are already waiting. Try again later.`,
}: SlotLimits = {}): Slots {
	const held = new Map<string, number>();
	/** The waiting callers, in the order in which they are served, each with its waiting requests. */
	const lines = new Map<string, Set<() => void>>();
	const total = {held: 0, waiting: 0};
	const heldBy = (caller: string) => held.get(caller) ?? 0;
	const waitingOf = (caller: string) => lines.get(caller)?.size ?? 0;
	const tooMany = (caller: string) => new TooMany('too_many_requests', refusal(waitingOf(caller)), retryAfter);

	function hold(caller: string): Leave {
		held.set(caller, heldBy(caller) + 1);
		total.held += 1;
		let isHeld = true;
		return (pauseMs = 0) => {
			if (!isHeld) {
				return;
			}
			isHeld = false;
			if (pauseMs > 0) {
				setTimeout(() => free(caller), pauseMs).unref();
			} else {
				free(caller);
			}
		};
	}

	function free(caller: string): void {
		const left = heldBy(caller) - 1;
		left > 0 ? held.set(caller, left) : held.delete(caller);
		total.held -= 1;
		// Without a limit for all callers together, no other caller has waited for this slot.
		const next = max === unlimited ? caller : [...lines.keys()].find(each => heldBy(each) < maxOfCaller);
		const [begin] = (next !== undefined && lines.get(next)) || [];
		begin?.();
	}

	function drop(caller: string, begin: () => void): void {
		const line = lines.get(caller);
		line?.delete(begin);
		total.waiting -= 1;
		if (line?.size === 0) {
			lines.delete(caller);
		}
	}

	/** Another caller is served next. */
	function moveBack(caller: string): void {
		const line = lines.get(caller);
		lines.delete(caller);
		line && lines.set(caller, line);
	}

	function waitInLine(caller: string, limitMs: number, left?: AbortSignal): Promise<Leave> {
		return new Promise((resolve, reject) => {
			const end = () => {
				clearTimeout(timer);
				left?.removeEventListener('abort', giveUp);
				drop(caller, begin);
			};
			const begin = () => {
				end();
				moveBack(caller);
				const leave = hold(caller);
				// Not at once: a long queue of quick requests would block everything else until its end.
				setImmediate(() => resolve(leave));
			};
			const giveUp = () => {
				end();
				reject(left?.aborted ? new Cancelled() : tooMany(caller));
			};
			left?.addEventListener('abort', giveUp, {once: true});
			const timer = limitMs === unlimited ? undefined : setTimeout(giveUp, limitMs);
			lines.set(caller, (lines.get(caller) ?? new Set()).add(begin));
			total.waiting += 1;
		});
	}

	const tryTake = (caller: string) => (total.held < max && heldBy(caller) < maxOfCaller ? hold(caller) : null);
	return {
		async take(caller, maxWaitMs = usualWaitMs, left) {
			const leave = tryTake(caller);
			if (leave) {
				return leave;
			}
			if (total.waiting >= maxWaiting || waitingOf(caller) >= maxWaitingOfCaller) {
				throw tooMany(caller);
			}
			return waitInLine(caller, maxWaitMs, left);
		},
		tryTake,
		hold,
		heldBy,
		waitingOf,
		held: () => total.held,
	};
}

/** BullMQ wakes no worker when a job goes back to its queue; without this, one would look only after five seconds. */
export async function wakeWorker(redis: Redis, markerKey: string): Promise<void> {
	await redis.zadd(markerKey, 0, '0').catch(() => {});
}
