import type {RepairedSubtitle} from '#shared/domain/subtitles/text/repair-subtitle.ts';
import {readInThread} from '../../read-in-thread.ts';
import type {Conversion} from './decode-text.ts';

/** A usual subtitle takes a tenth of a second, 5 MiB of garbage about a second. */
const limits = {limitMs: 20_000, maxHeapMb: 384, failed: (fault: string) => ({fault})};

/** Decodes and repairs a subtitle in a separate thread. */
export function convertInThread(conversion: Conversion): Promise<RepairedSubtitle> {
	return readInThread<RepairedSubtitle>(new URL('./convert.worker.ts', import.meta.url), conversion, limits);
}
