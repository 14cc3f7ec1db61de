import {setTimeout as pause, setImmediate as turn} from 'node:timers/promises';
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

/**
 * Does a piece of work in no less than this time, so the rest of the time is free for callers who wait for an answer.
 * Work that fails does so at once.
 */
export async function takingAtLeast<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
	const until = performance.now() + milliseconds;
	const result = await work();
	// A timer counts from the beginning of its turn of the event loop, so it may be early after a long one.
	for (let left = until - performance.now(); left > 0; left = until - performance.now()) {
		await pause(left);
	}
	return result;
}

/**
 * Returns the result of `work`, or `late` if it takes longer than the limit: a hanging server or
 * worker must not delay a reply.
 */
export async function withinLimit<T>(work: Promise<T>, limitMs: number, late: T): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const limit = new Promise<T>(resolve => {
		timer = setTimeout(() => resolve(late), limitMs);
	});
	try {
		return await Promise.race([work, limit]);
	} finally {
		clearTimeout(timer);
	}
}

/** Milliseconds after which others have their turn. */
const turnMs = 5;

/** Returns what `work` makes of each. However many there are, others have their turn every few milliseconds. */
export async function mapInTurns<T, Made>(list: readonly T[], work: (each: T) => Made): Promise<Made[]> {
	const made: Made[] = [];
	let begunAt = performance.now();
	for (const each of list) {
		if (performance.now() - begunAt > turnMs) {
			await turn();
			begunAt = performance.now();
		}
		made.push(work(each));
	}
	return made;
}

/**
 * Returns what gives each caller a turn of the event loop of his own: all that are ready at one moment would hold it
 * together.
 */
export function createTurns(): () => Promise<void> {
	let last: Promise<void> = Promise.resolve();
	return () => {
		last = last.then(() => turn());
		return last;
	};
}

interface Repetition {
	/** Ends the repetition when it aborts. */
	signal?: AbortSignal;
	/** The first time is now. */
	atOnce?: boolean | undefined;
	/** Failures are ignored without it: the next time makes up for them. */
	onError?(error: unknown): void;
}

/**
 * Repeats work, usually for the first time after one interval, and never twice at once: work that takes longer than its
 * interval must not pile up. It keeps no process alive. Returns what ends it.
 */
export function every(
	milliseconds: number,
	work: () => unknown,
	{signal, atOnce = false, onError = () => {}}: Repetition = {},
): () => void {
	let isBusy = false;
	const once = async () => {
		if (isBusy) {
			return;
		}
		isBusy = true;
		try {
			await work();
		} catch (error) {
			onError(error);
		} finally {
			isBusy = false;
		}
	};
	const timer = setInterval(() => void once(), milliseconds).unref();
	void (atOnce && once());
	const end = () => clearInterval(timer);
	signal?.addEventListener('abort', end, {once: true});
	return end;
}

/**
 * Joins calls: `work` gets everything that was asked for since it last began, and each caller waits for the run with
 * its own item, whose failure is the failure of all its callers. A single call starts at once.
 */
export function joinCalls<Item, Result>(
	work: (items: readonly Item[]) => PromiseLike<Result>,
	{max = 100}: {max?: number} = {},
): (item: Item) => Promise<Result> {
	const waiting: {item: Item; resolve(result: Promise<Result>): void}[] = [];
	let isBusy = false;
	async function run(): Promise<void> {
		isBusy = true;
		// Calls in the same moment are joined from the first.
		await null;
		while (waiting.length > 0) {
			const some = waiting.splice(0, max);
			// A query of MongoDB begins when it is waited for, and refuses to begin twice.
			const result = (async () => work(some.map(({item}) => item)))();
			for (const {resolve} of some) {
				resolve(result);
			}
			await result.catch(() => {});
		}
		isBusy = false;
	}
	return item => {
		const {promise, resolve} = Promise.withResolvers<Result>();
		waiting.push({item, resolve});
		void (isBusy || run());
		return promise;
	};
}

/** A clock that nobody sets, and its timers. Tests hand in one that they move. */
export interface Clock {
	/** Milliseconds since some moment. */
	now(): number;
	/** Does the work in so many milliseconds, if the process lives that long. Returns what prevents it. */
	after(milliseconds: number, work: () => void): () => void;
}

export const steadyClock: Clock = {
	now: () => performance.now(),
	after(milliseconds, work) {
		const timer = setTimeout(work, milliseconds).unref();
		return () => clearTimeout(timer);
	},
};

/** Parts of the time after which something that is held is renewed, and after which it is given up. */
export const renewedAfter = 0.2;
export const lostAfter = 0.8;

/** What is held for a time, and renewed before that has passed. */
interface Held {
	/** Aborts when it was not renewed in time, or somebody else has it. */
	lost: AbortController;
	end(): void;
}

/**
 * Renews what was taken for `ms` until its end; `extend` is false once somebody else has it. Our own clock decides when
 * it is lost, because a hanging database sends no answer at all.
 */
export function keepRenewed(extend: () => Promise<boolean>, ms: number, takenAt: number, {now, after}: Clock = steadyClock): Held {
	const lost = new AbortController();
	const lose = () => lost.abort(new Cancelled());
	const loseLater = (since: number) => after(Math.max(0, since + ms * lostAfter - now()), lose);
	let stopLosing = loseLater(takenAt);
	let hasEnded = false;
	const renew = async () => {
		const askedAt = now();
		const isOurs = await extend().catch(() => null);
		if (hasEnded) {
			return;
		}
		if (isOurs === false) {
			lose();
		} else if (isOurs) {
			stopLosing();
			stopLosing = loseLater(askedAt);
		}
	};
	let isBusy = false;
	let stop = () => {};
	// Not one after the other: what hangs must not put off the time at which the next one begins.
	const renewLater = () => {
		stop = after(ms * renewedAfter, () => {
			renewLater();
			if (!isBusy) {
				isBusy = true;
				void renew().finally(() => {
					isBusy = false;
				});
			}
		});
	};
	renewLater();
	const end = () => {
		hasEnded = true;
		stop();
		stopLosing();
	};
	lost.signal.addEventListener('abort', end, {once: true});
	return {lost, end};
}

/** Milliseconds: while MongoDB or Redis is away, what fails every few seconds is logged once a minute. */
const silenceMs = 60_000;

/** Returns what logs a failure, unless it did so a moment ago. */
export function warnSometimes(log: {warn(about: {err: unknown}, message: string): void}, message: string): (error: unknown) => void {
	let loggedAt = Number.NEGATIVE_INFINITY;
	return err => {
		if (performance.now() - loggedAt > silenceMs) {
			loggedAt = performance.now();
			log.warn({err}, message);
		}
	};
}
