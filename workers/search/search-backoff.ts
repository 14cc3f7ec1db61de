import type {Episode} from '#shared/domain/media/library-episode.ts';
import {isNewEpisode} from '#shared/domain/searches/search-backoff.ts';
import {isByPerson, type SearchEpisodes, type SearchMovie} from '#shared/jobs/search.ts';
import {readBudget} from '#shared/tasks/search-room.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

type BackoffDeps = Pick<WorkerDeps, 'searchBackoff' | 'now'>;
type Request = Pick<SearchMovie, 'reason' | 'byPerson' | 'executionId' | 'evenIfPaused'>;

/**
 * The titles that another task has searched since this search was planned: one title may be missing and new, or below
 * the cutoff and up for an upgrade. What this very execution has searched does not count, because a job that died runs
 * again.
 */
export async function searchedInBetween(ids: readonly string[], request: Request, {searchBackoff, now}: BackoffDeps): Promise<Set<string>> {
	const {executionId, evenIfPaused = false} = request;
	if (executionId === undefined || evenIfPaused || isByPerson(request)) {
		return new Set();
	}
	return searchBackoff.paused(ids, now(), {exceptBy: executionId});
}

type BudgetDeps = Parameters<typeof readBudget>[1];

export interface Budget {
	/** Searches that the budgets still allow. */
	left: number;
	/** Queries of each indexer that are reserved for more urgent searches. */
	reserved: ReadonlyMap<string, number> | undefined;
}

/** A task leaves room to people, and the backlog to new episodes; a person may use all that is left. */
export async function budgetOf(request: SearchEpisodes, wanted: readonly Episode[], deps: BudgetDeps): Promise<Budget> {
	if (request.executionId === undefined || isByPerson(request)) {
		return {left: Number.POSITIVE_INFINITY, reserved: undefined};
	}
	const isNew = wanted.some(episode => episode.lastSearchTime === null && isNewEpisode(episode, deps.now()));
	return readBudget(isNew ? 'new' : 'backlog', deps);
}

/** The episodes that no other task has searched since the search was planned, and why there are none. */
export async function stillDue(asked: readonly Episode[], request: SearchEpisodes, deps: BackoffDeps) {
	const paused = await searchedInBetween(
		asked.map(({id}) => id),
		request,
		deps,
	);
	const inBetween = 'Another task has searched for its episodes in the meantime, so they are paused.';
	return {
		wanted: asked.filter(({id}) => !paused.has(id)),
		whyNone: paused.size > 0 ? inBetween : 'Its episodes are no longer wanted.',
	};
}

/** The episodes of a backlog search are paused now, longer each time. */
export async function noteSearched(
	searched: readonly Episode[],
	{reason, executionId}: Pick<SearchEpisodes, 'reason' | 'executionId'>,
	{searchBackoff, now}: BackoffDeps,
): Promise<void> {
	const line = reason === 'missing' ? 'missingEpisodes' : 'betterEpisodes';
	const rows = searched.map(({id, seriesId, seasonNumber, airDateUtc: airedAt}) => {
		const season = `${seriesId}-${seasonNumber}`;
		return {id, line, executionId, airedAt, season} as const;
	});
	await searchBackoff.noteAll(rows, now());
}

/** Episodes whose release was grabbed start over. */
export async function noteFound(
	{open, searchedIds}: {open: ReadonlySet<string>; searchedIds: ReadonlySet<string>},
	{searchBackoff, now}: BackoffDeps,
): Promise<void> {
	const found = [...searchedIds].filter(id => !open.has(id)).map(id => ({id}));
	await searchBackoff.noteAll(found, now(), {found: true});
}
