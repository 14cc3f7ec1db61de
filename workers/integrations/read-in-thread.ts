import {Worker} from 'node:worker_threads';
import {watchThread} from '#shared/thread-time.ts';

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
	const {promise, resolve, reject} = Promise.withResolvers<Answer>();
	// A copy, because the thread would get the whole memory that the bytes are a part of.
	const bytes = new Uint8Array(input.bytes);
	const thread = new Worker(module, {
		workerData: {...input, bytes},
		transferList: [bytes.buffer],
		resourceLimits: {maxOldGenerationSizeMb: maxHeapMb},
	});
	thread.once('message', resolve);
	thread.once('error', error =>
		'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(failed('reading it takes too much memory')) : reject(error),
	);
	thread.once('exit', () => reject(new Error(`The thread of ${module.pathname} ended without an answer`)));
	promise.catch(() => {}); // it may fail while the watch begins
	const endWatch = await watchThread(thread, limitMs, () => resolve(failed('reading it takes too long')));
	try {
		return await promise;
	} finally {
		endWatch();
		await thread.terminate();
	}
}
