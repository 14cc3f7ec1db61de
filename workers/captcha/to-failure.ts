import {Cancelled, isExpected} from '#shared/errors.ts';
import type {Run} from '../runtime/handler.ts';

/** The code and message reported for a failed solve. Aborted solves and unexpected errors are rethrown. */
export function toFailure(error: unknown, {signal}: Pick<Run, 'signal'>): {code: string; message: string} {
	if (signal.aborted || !isExpected(error)) {
		throw error;
	}
	if (error instanceof Cancelled) {
		return {
			code: 'timed_out',
			message: 'The time limit passed while other challenges were being solved. Raise captcha.parallelSolves, or try again later.',
		};
	}
	return {code: error.code, message: error.message};
}
