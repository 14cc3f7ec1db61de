import type {Redis} from 'ioredis';
import type {IndexerSettings} from './domain/indexers/indexer-record.ts';
import {createSlidingWindow, type SlidingWindow, type WindowLook} from './sliding-window.ts';

type Limits = Pick<IndexerSettings, 'id' | 'queryLimit' | 'limitUnit'>;

/** What is left of the query limits of indexers. */
export interface QueryBudgets {
	/** By the id of the indexer; those without a limit are left out. Takes nothing from the budgets. */
	look(indexers: readonly Limits[]): Promise<Map<string, WindowLook>>;
}

const secondsOf = {hour: 3600, day: 86_400} as const;

export function windowMsOf({limitUnit}: Pick<Limits, 'limitUnit'>): number {
	return secondsOf[limitUnit] * 1000;
}

interface WindowPlace {
	redis: Redis;
	prefix: string;
	what: 'query' | 'grab';
	limit: number;
}

/** The hour or day in which the requests of an indexer are counted, by its id. */
export function budgetWindow({redis, prefix, what, limit}: WindowPlace, unit: Pick<Limits, 'limitUnit'>): SlidingWindow {
	return createSlidingWindow({redis, prefix: `${prefix}:turns:window:${what}`, limit, windowMs: windowMsOf(unit)});
}

export function createQueryBudgets(redis: Redis, prefix: string): QueryBudgets {
	return {
		async look(indexers) {
			const limited = indexers.flatMap(({id, queryLimit, limitUnit}) => (queryLimit === null ? [] : [{id, limit: queryLimit, limitUnit}]));
			const looks = limited.map(async ({id, limit, limitUnit}) => {
				const window = budgetWindow({redis, prefix, what: 'query', limit}, {limitUnit});
				return [id, await window.look(id)] as const;
			});
			return new Map(await Promise.all(looks));
		},
	};
}
