import {Worker} from 'node:worker_threads';
import {NoAnswer, nextMessage, threadChild} from '#shared/coordination/child.ts';

interface ThreadLimits<Answer> {
	/** Milliseconds of processor time. */
	limitMs: number;
	maxHeapMb: number;
	/** The answer when reading takes too long or too much memory. */
	failed(reason: string): Answer;
}

/**
 * Reads bytes of strangers in a thread of its own, so that neither a large nor a malicious file blocks or ends the
 * process. The module gets the input as its `workerData` and posts one answer.
 */
export async function readInThread<Answer>(
	module: URL,
	input: {bytes: Uint8Array},
	{limitMs, maxHeapMb, failed}: ThreadLimits<Answer>,
): Promise<Answer> {
	// A copy, because the thread would get the whole memory that the bytes are a part of.
	const bytes = new Uint8Array(input.bytes);
	const options = {workerData: {...input, bytes}, transferList: [bytes.buffer], resourceLimits: {maxOldGenerationSizeMb: maxHeapMb}};
	const thread = threadChild(new Worker(module, options));
	try {
		return await nextMessage<Answer>(thread, {processorMs: limitMs});
	} catch (error) {
		if (!(error instanceof NoAnswer)) {
			throw error;
		}
		switch (error.why) {
			case 'late':
				return failed('reading it takes too long');
			case 'out of memory':
				return failed('reading it takes too much memory');
			default:
				throw error.error ?? new Error(`The thread of ${module.pathname} ended without an answer`);
		}
	} finally {
		await thread.end();
	}
}
