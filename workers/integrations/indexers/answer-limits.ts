import {UpstreamFailed} from '#shared/errors.ts';

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
	let isStopped = false;
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
				// A search that ended meanwhile is not timed any more.
				if (waits === 0 && !isStopped && !over.signal.aborted) {
					resumeAnswer();
				}
			}
		},
		waitedMs: () => waitedMs + (waits > 0 ? performance.now() - waitingSince : 0),
		stop() {
			isStopped = true;
			clearTimeout(answer);
			clearTimeout(total);
		},
	};
}

const mebibyte = 1024 * 1024;
/** Indexers that share a room: with 500 of them and one room for all, 0.2 MiB of most would not fit. */
export const indexersOfRoom = 20;
/** Bytes of the answers in one room, and of those of one indexer. A page of a hundred releases has about 0.2 MiB. */
const maxOfRoom = 20 * mebibyte;
const maxOfIndexer = 10 * mebibyte;
/**
 * Bytes of a room that are divided equally between the indexers. The rest is for those that need more, first come,
 * first served.
 */
const reservedForEach = 5 * mebibyte;

/** The code of a refusal that says nothing about the indexer: others have sent most of it. */
export const searchTooLarge = 'search_too_large';

/**
 * Counts an answer before it is read. Throws UpstreamFailed `too_large` when the indexer sends too much, or
 * `search_too_large` when those in its room do. Otherwise waits until it may be read: the answers of many indexers come
 * at once.
 */
export type TakeAnswer = (bytes: number) => Promise<void>;

type CountAnswer = (bytes: number) => void;

/**
 * Returns a counter for the answers of one of so many indexers. All share the room, but each has a reserved part of it,
 * so two that send too much do not silence the others.
 */
export function createAnswerRoom(indexers: number): () => CountAnswer {
	const part = reservedForEach / Math.max(1, indexers);
	let shared = maxOfRoom - reservedForEach;
	return () => {
		let ofIndexer = 0;
		const beyondPart = (bytes: number) => Math.max(0, bytes - part);
		return bytes => {
			if (ofIndexer + bytes > maxOfIndexer) {
				throw new UpstreamFailed('too_large', 'Its answers to one search are larger than 10 MiB in all.');
			}
			const more = beyondPart(ofIndexer + bytes) - beyondPart(ofIndexer);
			if (more > shared) {
				const message = 'The answers of the indexers that were asked with it are larger than 20 MiB in all, so this one was left out.';
				throw new UpstreamFailed(searchTooLarge, message);
			}
			ofIndexer += bytes;
			shared -= more;
		};
	};
}
