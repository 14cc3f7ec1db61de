/** The time an indexer has for its whole answer. It is stopped while we wait for a slot to send a request. */
export interface AnswerTime {
	/** Aborts when the time is over. The reason `turn` means that our own waiting used it up, not the indexer. */
	signal: AbortSignal;
	/** Runs `work`, which waits for a slot, with the time stopped. */
	whileWaiting<T>(work: () => Promise<T>): Promise<T>;
	/** Milliseconds of `whileWaiting` so far. */
	waitedMs(): number;
	stop(): void;
}

export type TimeOver = 'answer' | 'turn';

/** `totalMs` limits the waiting and the answer together. */
export function createAnswerTime({answerMs, totalMs}: {answerMs: number; totalMs: number}): AnswerTime {
	const over = new AbortController();
	const end = (reason: TimeOver) => over.abort(reason);
	let leftMs = Math.min(answerMs, totalMs);
	let waits = 0;
	let hasWaited = false;
	let waitedMs = 0;
	let waitingSince = 0;
	let since = performance.now();
	let answer = setTimeout(end, leftMs, 'answer' satisfies TimeOver);
	const total = setTimeout(() => end(hasWaited ? 'turn' : 'answer'), totalMs);

	function pauseAnswer(): void {
		clearTimeout(answer);
		leftMs -= performance.now() - since;
		hasWaited = true;
		waitingSince = performance.now();
	}

	function resumeAnswer(): void {
		since = performance.now();
		answer = setTimeout(end, Math.max(0, leftMs), 'answer' satisfies TimeOver);
	}

	return {
		signal: over.signal,
		async whileWaiting(work) {
			waits += 1;
			if (waits === 1) {
				pauseAnswer();
			}
			try {
				return await work();
			} finally {
				waits -= 1;
				waitedMs += waits === 0 ? performance.now() - waitingSince : 0;
				if (waits === 0 && !over.signal.aborted) {
					resumeAnswer();
				}
			}
		},
		waitedMs: () => waitedMs + (waits > 0 ? performance.now() - waitingSince : 0),
		stop() {
			clearTimeout(answer);
			clearTimeout(total);
		},
	};
}
