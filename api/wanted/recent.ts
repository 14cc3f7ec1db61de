/** Milliseconds for which the state of tasks, indexers, budgets and profiles is shown unchanged. */
const recentMs = 1000;

/** Callers get the same answer for a moment. A failure is not kept. */
export function recent<Value>(read: () => Promise<Value>): () => Promise<Value> {
	let known: {value: Promise<Value>; at: number} | null = null;
	return () => {
		if (known && performance.now() - known.at < recentMs) {
			return known.value;
		}
		const value = read();
		known = {value, at: performance.now()};
		value.catch(() => {
			known = null;
		});
		return value;
	};
}
