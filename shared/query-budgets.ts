import type {RateLimit, StoredRates, WindowReading} from './coordination/rate.ts';
import {dayMs, hourMs} from './domain/durations.ts';
import type {IndexerSettings} from './domain/indexers/indexer-record.ts';

type Limits = Pick<IndexerSettings, 'id' | 'queryLimit' | 'limitUnit'>;

/** What is left of the query limits of indexers. */
export interface QueryBudgets {
	/** By the id of the indexer; those without a limit are left out. Takes nothing from the budgets. */
	read(indexers: readonly Limits[]): Promise<Map<string, WindowReading>>;
}

export function windowMsOf({limitUnit}: Pick<Limits, 'limitUnit'>): number {
	return limitUnit === 'hour' ? hourMs : dayMs;
}

/** The hour or day in which the requests of an indexer are counted, by its id. */
export const budgetOf = (what: 'query' | 'grab', max: number, unit: Pick<Limits, 'limitUnit'>): RateLimit => ({
	name: `indexer-${what}`,
	max,
	windowMs: windowMsOf(unit),
});

export const createQueryBudgets = (budgets: Pick<StoredRates, 'read'>): QueryBudgets => ({
	async read(indexers) {
		const limited = indexers.flatMap(({id, queryLimit, limitUnit}) =>
			queryLimit === null ? [] : [{limit: budgetOf('query', queryLimit, {limitUnit}), key: id}],
		);
		return limited.length === 0 ? new Map() : budgets.read(limited);
	},
});
