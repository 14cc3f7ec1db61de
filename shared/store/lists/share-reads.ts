/** Everybody who asks while a read is on its way gets the next one, which begins after he asked. */
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
