import {Worker} from 'node:worker_threads';
import type {RepairedSubtitle} from '#shared/domain/subtitles/text/repair-subtitle.ts';
import type {Conversion} from './decode-text.ts';

/** Milliseconds for one subtitle. A usual one takes a tenth of a second, 5 MiB of garbage about a second. */
const limitMs = 20_000;

/** Converts in a separate thread, so that neither a large nor a malicious file blocks the process. */
export async function convertInThread(conversion: Conversion): Promise<RepairedSubtitle> {
	const {promise, resolve, reject} = Promise.withResolvers<RepairedSubtitle>();
	// A copy of its own, because the thread would get the whole memory that the bytes are a part of.
	const bytes = new Uint8Array(conversion.bytes);
	const thread = new Worker(new URL('./convert.worker.ts', import.meta.url), {
		workerData: {...conversion, bytes},
		transferList: [bytes.buffer],
		resourceLimits: {maxOldGenerationSizeMb: 384},
	});
	const timer = setTimeout(() => resolve({fault: 'reading it takes too long'}), limitMs);
	thread.once('message', resolve);
	thread.once('error', error =>
		'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({fault: 'reading it takes too much memory'}) : reject(error),
	);
	thread.once('exit', () => reject(new Error('The thread that converts subtitles ended without an answer')));
	try {
		return await promise;
	} finally {
		clearTimeout(timer);
		await thread.terminate();
	}
}
