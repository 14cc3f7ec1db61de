import {AsyncLocalStorage} from 'node:async_hooks';
import type {Request, Response} from 'express';
import {createLocalRate} from '#shared/coordination/rate.ts';
import {createSlots, type Leave, type Slots} from '#shared/coordination/slots.ts';
import {Cancelled} from '#shared/errors.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import type {Pool} from '#shared/jobs/queues.ts';
import type {WaitLimits} from '../wait-limits.ts';
import {callerOf, limitKey} from './access/callers.ts';

/** Milliseconds of the window in which the requests of a stranger are counted. */
const windowMs = 10_000;

/**
 * Requests of one caller that a process works on at a time, those that wait for them, and milliseconds that they wait.
 * They are enough for one core, and another caller comes after these few instead of after hundreds.
 */
const ofCaller = {maxOfCaller: 8, maxWaitingOfCaller: 1000, maxWaitMs: 30_000};
/** Requests waiting, and in the window those of strangers, from which on a slot stays taken a little longer. */
const promptWaits = 100;
/** The page has some hundred files, and an address may have several people. */
const promptStrangers = 500;
/** Milliseconds that are left to others then. */
const pauseMs = 25;

/** Milliseconds between two checks of a reply that is being sent. */
const watchMs = 250;
/** Milliseconds in which a reply that is being written must move so many bytes, or its slot is given to others. */
const stalledMs = 5000;
const minBytes = 16 * 1024;
/** Milliseconds without any progress after which a reply is ended together with its connection. */
const usualAbandonedMs = 60_000;
/** Replies without a slot that wait for one caller to take them; each holds its bytes. */
const maxStalledOfCaller = 50;

/**
 * If there are too many, the one that has made no progress for longest ends: the others at its address may only be
 * slow.
 */
function createStalled() {
	const ofCallers = new Map<string, Map<Response, () => number>>();
	return (key: string, response: Response, movedAt: () => number): void => {
		const stalled = ofCallers.get(key) ?? new Map<Response, () => number>();
		ofCallers.set(key, stalled.set(response, movedAt));
		response.once('close', () => {
			stalled.delete(response);
			if (stalled.size === 0 && ofCallers.get(key) === stalled) {
				ofCallers.delete(key);
			}
		});
		if (stalled.size > maxStalledOfCaller) {
			const [idlest] = [...stalled].reduce((first, next) => (next[1]() < first[1]() ? next : first));
			stalled.delete(idlest);
			idlest.destroy();
		}
	};
}

/** The slots for requests that are being answered. */
export interface RequestSlots {
	/**
	 * Waits for a slot of this caller. It is freed when the reply is written, or once the caller is slow to read it:
	 * others may have the same address.
	 */
	take(request: Request, response: Response): Promise<() => void>;
}

const refusal = (waiting: number) => `Requests of yours are under way, and ${waiting} more wait. Wait for some of them.`;

/** The limits are others only in tests. */
export function createRequestSlots({abandonedMs = usualAbandonedMs, maxWaitMs = ofCaller.maxWaitMs} = {}): RequestSlots {
	const slots = createSlots({...ofCaller, maxWaitMs, refusal});
	const addStalled = createStalled();
	const ofStrangers = createLocalRate(windowMs);

	/** Null for a request whose caller hangs up: it waits no longer, so that it keeps nobody from waiting. */
	async function waitUnlessClosed(key: string, response: Response): Promise<Leave | null> {
		const closed = new AbortController();
		const abort = () => closed.abort();
		response.once('close', abort);
		try {
			return await slots.take(key, undefined, closed.signal);
		} catch (error) {
			if (error instanceof Cancelled) {
				return null;
			}
			throw error;
		} finally {
			response.off('close', abort);
		}
	}

	return {
		async take(request, response) {
			const key = limitKey(request, response);
			const leaveAfter = slots.tryTake(key) ?? (response.destroyed ? null : await waitUnlessClosed(key, response));
			if (!leaveAfter) {
				return () => {};
			}
			const isOften = callerOf(response) === null && ofStrangers.hit(key) > promptStrangers;
			const leave = () => leaveAfter(isOften || slots.waitingOf(key) > promptWaits ? pauseMs : 0);
			if (response.destroyed) {
				leave();
				return leave;
			}
			const onSlow = (movedAt: () => number) => {
				leave();
				addStalled(key, response, movedAt);
			};
			const endWatch = watchReader(response, {onSlow, abandonedMs});
			response.once('close', () => {
				endWatch();
				leave();
			});
			return leave;
		},
	};
}

/**
 * Calls `onSlow` once when the reply waits for its reader only: when it is complete and still not taken, or moves
 * too slowly, with a function that says when it last moved. One that is not read at all ends. Returns a function
 * that ends the watch.
 */
function watchReader(response: Response, {onSlow, abandonedMs}: {onSlow(movedAt: () => number): void; abandonedMs: number}): () => void {
	let isSlow = false;
	let [windowSent, windowAt] = [0, performance.now()];
	let [lastSent, movedAt] = [0, performance.now()];
	const check = () => {
		timer = setTimeout(check, watchMs);
		const [now, sent] = [performance.now(), takenOf(response)];
		const isWaiting = response.headersSent && response.writableLength > 0;
		if (!isWaiting || sent > lastSent) {
			[lastSent, movedAt] = [sent, now];
		}
		if (!isWaiting || sent - windowSent >= minBytes) {
			[windowSent, windowAt] = [sent, now];
		}
		if (now - movedAt >= abandonedMs) {
			response.destroy();
		} else if (!isSlow && isWaiting && (response.writableEnded || now - windowAt >= stalledMs)) {
			isSlow = true;
			onSlow(() => movedAt);
		}
	};
	let timer = setTimeout(check, watchMs);
	return () => clearTimeout(timer);
}

/** Bytes of the connection that the system has taken. Only its handle knows how much of the current write is left. */
function takenOf({socket}: Response): number {
	if (!socket) {
		return 0;
	}
	const {_handle: handle} = socket as {_handle?: {writeQueueSize?: number} | null};
	return socket.bytesWritten - socket.writableLength - (handle?.writeQueueSize ?? 0);
}

export interface FairAsks {
	/** Its jobs wait in a queue for each caller. Jobs without a caller do not wait. */
	jobs: JobClient;
	/** Runs the work of a request; whatever it asks counts for its caller. */
	as<T>(asking: Asking, work: () => T): T;
}

interface Asking {
	callerId: string | null;
	/** Called as soon as the request waits for a worker, because it blocks no other request from then on. */
	leave(): void;
}

/** Jobs of one caller that a pool runs at the same time: a slot of a worker process is left for the others. */
const usualAtOnce = 3;
const atOnce: Partial<Record<Pool, number>> = {backfill: 1, captcha: 24, connections: 6, disks: 24, import: 1};
/** A wall has some hundred pictures. */
const maxWaitingAsks = 100;

/**
 * A pool takes jobs in order, whoever asks. So a single caller could fill its queue, even one that hangs up at once and
 * asks again.
 */
export function createFairAsks(jobs: JobClient, {leastAskMs}: Pick<WaitLimits, 'leastAskMs'>): FairAsks {
	const requests = new AsyncLocalStorage<Asking>();
	const pools = new Map<Pool, Slots>();

	function slotsOf(pool: Pool): Slots {
		const slots = pools.get(pool) ?? createSlots({maxOfCaller: atOnce[pool] ?? usualAtOnce, maxWaitingOfCaller: maxWaitingAsks, refusal});
		pools.set(pool, slots);
		return slots;
	}

	const ask: JobClient['ask'] = async (job, payload, options) => {
		const {callerId = null, leave: leaveRequest} = requests.getStore() ?? {};
		leaveRequest?.();
		if (callerId === null) {
			return jobs.ask(job, payload, options);
		}
		const begunAt = performance.now();
		const limitMs = Math.max(leastAskMs, options.timeoutMs);
		const leave = await slotsOf(job.queue).take(callerId, limitMs);
		try {
			const timeoutMs = Math.max(1, limitMs - (performance.now() - begunAt));
			return await jobs.ask(job, payload, {...options, timeoutMs});
		} finally {
			leave();
		}
	};

	return {
		jobs: {...jobs, ask},
		as: (asking, work) => requests.run(asking, work),
	};
}
