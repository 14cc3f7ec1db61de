import {createCache} from '../../coordination/cache.ts';
import {members, type Revisions} from './revisions.ts';

/** The exact lengths of the lists of one collection, each counted once until documents come or go. */
export interface Totals {
	/** Two lists with the same key have the same documents. */
	of(key: string, count: () => Promise<number>): Promise<number>;
}

const maxTotals = 1000;

/**
 * Counting the keys of an index takes half a second for 200,000 of them. The collection's documents must not move from
 * one list to another, and all that adds or removes some must be `during` the revisions.
 */
export function createTotals(revisions: Revisions): Totals {
	const counts = createCache<Promise<number>>({max: maxTotals});
	return {
		async of(key, count) {
			const revision = (await revisions.read()).of([members]);
			return counts.get(revision && `${revision} ${key}`, count);
		},
	};
}
