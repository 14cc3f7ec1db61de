/** Callers who ask during a read share the next one, which begins after their call. */
export function shareReads<T>(read: () => Promise<T>): () => Promise<T> {
	let running: Promise<T> | null = null;
	let next: Promise<T> | null = null;
	const start = () => {
		next = null;
		const started = read();
		running = started;
		const end = () => {
			running = null;
		};
		started.then(end, end);
		return started;
	};
	return () => {
		next ??= running ? running.then(start, start) : null;
		return next ?? start();
	};
}
