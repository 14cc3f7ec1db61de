import {endOfPause} from '../coordination/backoff.ts';
import {type Cache, createCache} from '../coordination/cache.ts';
import {hourMs} from '../domain/durations.ts';
import type {Indexer} from '../domain/indexers/indexer-record.ts';
import {type AskableIndexer, type Needs, reservedQueries, type SearchRoom, searchRoom} from '../domain/searches/search-room.ts';
import {intervalMs} from '../domain/tasks/interval.ts';
import {type QueryBudgets, windowMsOf} from '../query-budgets.ts';
import type {Stores} from '../store/database.ts';

/** `new` are the first searches of episodes that have aired; what they need is kept from the `backlog`. */
export type SearchClass = 'new' | 'backlog';

/** Milliseconds within which an episode that has aired is searched for the first time. */
const justAiredMs = 2 * hourMs;

interface RoomFacts extends Pick<Stores, 'tasks' | 'indexers' | 'episodes'> {
	queryBudgets: QueryBudgets;
	now(): Date;
}

/** How many searches of this class the indexers of tasks allow now. Takes nothing from their budgets. */
export async function readRoom(kind: SearchClass, facts: RoomFacts): Promise<SearchRoom> {
	return (await readRooms(facts))[kind];
}

/** The same for both classes, and how many indexers tasks may ask. */
export async function readRooms(facts: RoomFacts): Promise<Record<SearchClass, SearchRoom> & {enabled: number}> {
	const known = await readIndexers(facts);
	const room = (kind: SearchClass) => searchRoom(askable(kind, known), facts.now());
	return {new: room('new'), backlog: room('backlog'), enabled: known.length};
}

/**
 * The searches that the indexers still allow, and the queries of each limit that such a search must leave to others.
 * Every search asks for this, so the answer may be a few seconds old; the limits themselves are checked at each
 * request.
 */
export async function readBudget(
	kind: SearchClass,
	facts: RoomFacts & {budgetCache: BudgetCache},
): Promise<{left: number; reserved: Map<string, number>}> {
	const indexers = askable(kind, await readIndexers(facts, facts.budgetCache));
	return {left: searchRoom(indexers, facts.now()).searches, reserved: new Map(indexers.map(({id, reserved}) => [id, reserved]))};
}

type Budgets = [uses: Awaited<ReturnType<QueryBudgets['read']>>, needs: Map<Indexer['limitUnit'], Needs>];

/** What the searches of a process ask again and again; a pool makes only a few in five seconds. */
export type BudgetCache = Cache<Promise<Budgets>>;

export const createBudgetCache = (): BudgetCache => createCache({max: 1, ttlMs: 5000});

interface KnownIndexer extends Omit<AskableIndexer, 'reserved'> {
	needs: Needs;
}

const askable = (kind: SearchClass, indexers: readonly KnownIndexer[]): AskableIndexer[] =>
	indexers.map(indexer => ({
		...indexer,
		reserved: reservedQueries(indexer.queryLimit, indexer.needs, {hits: indexer.used.hits, isNew: kind === 'new'}),
	}));

async function readIndexers(facts: RoomFacts, cache?: BudgetCache): Promise<KnownIndexer[]> {
	const enabled = (await facts.indexers.list()).filter(({enabled, automatic}) => enabled && automatic);
	const limited = enabled.filter(({queryLimit}) => queryLimit !== null);
	const key = limited.map(({id, queryLimit, limitUnit}) => `${id} ${queryLimit} ${limitUnit}`).join();
	const read = (): Promise<Budgets> => Promise.all([facts.queryBudgets.read(limited), readNeeds(limited, facts)]);
	const [uses, needs] = await (cache ? cache.get(key, read) : read());
	return enabled.map(({id, name, disabledUntil, queryLimit, minimumIntervalSeconds, limitUnit, rss}) => ({
		id,
		name,
		disabledUntil: endOfPause(disabledUntil, facts.now()),
		queryLimit,
		minimumIntervalSeconds,
		windowMs: windowMsOf({limitUnit}),
		used: uses.get(id) ?? {hits: 0, leaving: []},
		needs: {airing: needs.get(limitUnit)?.airing ?? 0, feeds: rss ? (needs.get(limitUnit)?.feeds ?? 0) : 0},
	}));
}

/** What is needed of a budget before it is back, for each unit of the limits. */
async function readNeeds(limited: readonly Indexer[], {episodes, tasks, now}: RoomFacts) {
	const feeds = limited.length > 0 ? await tasks.get('rssSync') : null;
	const units = Map.groupBy(limited, ({limitUnit}) => limitUnit);
	const rows = [...units].map(async ([limitUnit, ofUnit]) => {
		const windowMs = windowMsOf({limitUnit});
		const max = Math.max(...ofUnit.map(({queryLimit}) => queryLimit ?? 0));
		const airing = await episodes.countAiring(new Date(Number(now()) - justAiredMs), new Date(Number(now()) + windowMs), max);
		return [limitUnit, {airing, feeds: feeds?.enabled ? Math.ceil(windowMs / intervalMs(feeds)) : 0}] as const;
	});
	return new Map(await Promise.all(rows));
}
