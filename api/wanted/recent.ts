/** Milliseconds for which the state of tasks, indexers, budgets and profiles is shown unchanged. */
const recentMs = 1000;

interface Known<Value> {
	value: Promise<Value>;
	at: number;
}

/** Callers get the same answer for a moment. A failure is not kept. */
export function recent<Args extends unknown[], Value>(
	read: (...args: Args) => Promise<Value>,
	keyOf: (...args: Args) => string = () => '',
): (...args: Args) => Promise<Value> {
	const known = new Map<string, Known<Value>>();
	return (...args) => {
		const key = keyOf(...args);
		const present = known.get(key);
		if (present && performance.now() - present.at < recentMs) {
			return present.value;
		}
		const value = read(...args);
		known.set(key, {value, at: performance.now()});
		value.catch(() => known.delete(key));
		return value;
	};
}
