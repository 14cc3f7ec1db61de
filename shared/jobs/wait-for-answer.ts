import {Unavailable} from '../errors.ts';
import type {Answer} from './answer.ts';

/**
 * The answer to a job, taken out of those that are waited for; Unavailable `no_answer_in_time`
 * when the limit comes first.
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
