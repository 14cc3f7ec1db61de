import {Cancelled, Unavailable} from '../errors.ts';
import type {Answer} from './answer.ts';

/** The code of an ask without an answer. What the job was to do may have happened or may still happen. */
export const noAnswer = 'no_answer_in_time';

/** Did an ask end without an answer? */
export const isNoAnswer = (error: unknown): error is Unavailable => error instanceof Unavailable && error.code === noAnswer;

interface Waiting {
	waiting: Map<string, (answer: Answer) => void>;
	timeoutMs: number;
	/** Aborts when the caller no longer wants the answer. */
	signal: AbortSignal | undefined;
}

/**
 * `answered` is the answer to a job. It rejects with Unavailable `no_answer_in_time` after the limit, and with
 * Cancelled when the caller's signal aborts. `end` gives up waiting without a word.
 */
export function waitForAnswer(jobId: string, {waiting, timeoutMs, signal}: Waiting): {answered: Promise<Answer>; end(): void} {
	const {promise: answered, resolve, reject} = Promise.withResolvers<Answer>();
	// The caller may still be sending the job when the wait ends.
	answered.catch(() => {});
	const end = () => {
		waiting.delete(jobId);
		clearTimeout(timer);
		signal?.removeEventListener('abort', giveUp);
	};
	const giveUp = () => {
		end();
		reject(failureOf(signal));
	};
	const timer = setTimeout(giveUp, timeoutMs);
	waiting.set(jobId, answer => {
		end();
		resolve(answer);
	});
	signal?.addEventListener('abort', giveUp, {once: true});
	if (signal?.aborted) {
		giveUp();
	}
	return {answered, end};
}

/** Why there is no answer: a time limit, the caller's own included, or a caller that was cancelled itself. */
function failureOf(signal: AbortSignal | undefined): Cancelled | Unavailable {
	const isTimeLimit = !signal?.aborted || (signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError');
	return isTimeLimit
		? new Unavailable(noAnswer, 'No worker answered in time. Check at /api/system/status that its pool is running, then try again.')
		: new Cancelled('The caller no longer waits for the answer.');
}
