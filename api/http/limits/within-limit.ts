/**
 * Returns the result of `work`, or `late` if it takes longer than the limit: a hanging server or
 * worker must not delay a reply.
 */
export async function withinLimit<T>(work: Promise<T>, limitMs: number, late: T): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const limit = new Promise<T>(resolve => {
		timer = setTimeout(() => resolve(late), limitMs);
	});
	try {
		return await Promise.race([work, limit]);
	} finally {
		clearTimeout(timer);
	}
}
