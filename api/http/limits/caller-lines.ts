import {TooMany} from '#shared/errors.ts';

/** Leaves the place, once. */
export type Leave = () => void;

/** Who does many things at once waits for himself, in a line of his own, and not in front of the others. */
export interface CallerLines {
	/** Waits for a place. Throws TooMany if too many wait in this line, or if it takes longer than the limit. */
	enter(key: string, place: Place): Promise<Leave>;
}

export interface Place {
	/** Places in this line. */
	atOnce: number;
	limitMs: number;
	pace?: Pace;
}

/** Who goes on and on, or has very many waiting, leaves the processor to the others in between. */
export interface Pace {
	/** Entries within ten seconds, and waits at a time, beyond which a place is left later. */
	promptEntries: number;
	promptWaits: number;
	/** Milliseconds for which it is kept then. */
	restMs: number;
}

interface Line {
	busy: number;
	waiting: Set<() => void>;
}

/** Seconds. */
const retryAfter = 5;
const windowMs = 10_000;

export function createCallerLines(mostWaiting: number): CallerLines {
	const lines = new Map<string, Line>();
	let entries = new Map<string, number>();
	let windowEnd = 0;

	function restOf(key: string, line: Line, {promptEntries, promptWaits, restMs}: Pace): number {
		if (performance.now() >= windowEnd) {
			entries = new Map();
			windowEnd = performance.now() + windowMs;
		}
		const count = (entries.get(key) ?? 0) + 1;
		entries.set(key, count);
		return count > promptEntries || line.waiting.size > promptWaits ? restMs : 0;
	}

	function leave(key: string, line: Line): void {
		const [next] = line.waiting;
		if (next) {
			line.waiting.delete(next);
			// Not at once: a long line of quick requests would let nothing else happen until its end.
			setImmediate(next);
			return;
		}
		line.busy -= 1;
		if (line.busy === 0) {
			lines.delete(key);
		}
	}

	function wait({waiting}: Line, limitMs: number): Promise<void> {
		return new Promise((resolve, reject) => {
			const begin = () => {
				clearTimeout(timer);
				resolve();
			};
			const timer = setTimeout(() => {
				waiting.delete(begin);
				reject(tooMany(waiting.size));
			}, limitMs);
			waiting.add(begin);
		});
	}

	return {
		async enter(key, {atOnce, limitMs, pace}) {
			const line = lines.get(key) ?? {busy: 0, waiting: new Set()};
			if (line.busy < atOnce) {
				line.busy += 1;
				lines.set(key, line);
			} else if (line.waiting.size >= mostWaiting) {
				throw tooMany(line.waiting.size);
			} else {
				await wait(line, limitMs);
			}
			const restMs = pace ? restOf(key, line, pace) : 0;
			let isThere = true;
			return () => {
				if (!isThere) {
					return;
				}
				isThere = false;
				if (restMs > 0) {
					setTimeout(() => leave(key, line), restMs);
				} else {
					leave(key, line);
				}
			};
		},
	};
}

function tooMany(others: number): TooMany {
	return new TooMany(
		'too_many_requests',
		`You have requests in progress, and ${others} more are waiting. Wait for some of them to finish.`,
		retryAfter,
	);
}
