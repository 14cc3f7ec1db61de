/**
 * The answer of `work`, or `late` when it has not come within the limit: a server or worker that
 * hangs must not hold a reply.
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
