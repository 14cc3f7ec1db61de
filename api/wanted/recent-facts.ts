import type {SearchFacts} from '#shared/tasks/next-searches.ts';

/** Milliseconds for which the state of tasks, indexers and budgets is shown unchanged. */
const recentMs = 1000;

/** Reads what all pages have in common at most once a second: it costs more than a page. */
export function recentFacts(facts: SearchFacts): SearchFacts {
	const {tasks, indexers, queryBudgets, episodes} = facts;
	return {
		...facts,
		tasks: {...tasks, list: recent(tasks.list)},
		indexers: {...indexers, list: recent(indexers.list)},
		queryBudgets: {look: recent(queryBudgets.look)},
		// It is asked with times that go on; their distance and the limit say what is meant.
		episodes: {
			...episodes,
			countAiring: recent(episodes.countAiring, (since, until, most) => `${Number(until) - Number(since)}:${most}`),
		},
	};
}

interface Known<Value> {
	value: Promise<Value>;
	at: number;
}

/** Callers get the same answer for a moment. A failure is not kept. */
function recent<Args extends unknown[], Value>(
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
