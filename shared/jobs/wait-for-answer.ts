import {Unavailable} from '../errors.ts';
import type {Answer} from './answer.ts';

/**
 * Waits for the answer to a job and removes it from `waiting`. Throws Unavailable `no_answer_in_time` after the limit.
 */
export function waitForAnswer(jobId: string, waiting: Map<string, (answer: Answer) => void>, limit: AbortSignal): Promise<Answer> {
	return new Promise<Answer>((resolve, reject) => {
		const end = () => {
			waiting.delete(jobId);
			limit.removeEventListener('abort', giveUp);
		};
		const giveUp = () => {
			end();
			reject(
				new Unavailable(
					'no_answer_in_time',
					'No worker answered in time. Check at /api/system/status that its pool is running, then try again.',
				),
			);
		};
		waiting.set(jobId, answer => {
			end();
			resolve(answer);
		});
		limit.addEventListener('abort', giveUp, {once: true});
	});
}
