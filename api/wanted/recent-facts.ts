import type {SearchFacts} from '#shared/tasks/next-searches.ts';
import {recent} from './recent.ts';

/** Reads what all pages have in common at most once a second: it costs more than a page. */
export function recentFacts(facts: SearchFacts): SearchFacts {
	const {tasks, indexers, queryBudgets, episodes, subtitleProviders} = facts;
	return {
		...facts,
		tasks: {...tasks, list: recent(tasks.list)},
		indexers: {...indexers, list: recent(indexers.list)},
		subtitleProviders: {...subtitleProviders, list: recent(subtitleProviders.list)},
		queryBudgets: {look: recent(queryBudgets.look)},
		// It is asked with times that go on; their distance and the limit say what is meant.
		episodes: {
			...episodes,
			countAiring: recent(episodes.countAiring, (since, until, most) => `${Number(until) - Number(since)}:${most}`),
		},
	};
}
