import {shareReads} from '#shared/store/lists/share-reads.ts';

/**
 * Shows one answer to everybody for `keptMs`, so that strangers who ask again and again cost no more than one who asks
 * once a second. Callers who ask at the same time share one reading.
 */
export function rememberState<T>(read: () => Promise<T>, keptMs: number): () => Promise<T> {
	let kept: {answer: T; until: number} | null = null;
	const readAgain = shareReads(async () => {
		const answer = await read();
		kept = {answer, until: performance.now() + keptMs};
		return answer;
	});
	return async () => (kept && kept.until > performance.now() ? kept.answer : await readAgain());
}
