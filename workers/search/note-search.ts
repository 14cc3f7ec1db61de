import {isPromised} from '#shared/coordination/outbox.ts';
import type {JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import {wasAnswered} from '#shared/domain/indexers/was-searched.ts';
import {firstWaiting, type LastSearch, toLastSearch, type WaitingRelease} from '#shared/domain/searches/last-search.ts';
import type {GrabAttempt, ItemOutcome} from '#shared/domain/searches/search-outcome.ts';
import {Unavailable} from '#shared/errors.ts';
import {isByPerson, type SearchMovie} from '#shared/jobs/search.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Run} from '../runtime/handler.ts';

type Judged = Pick<JudgedRelease, 'release' | 'approved' | 'temporarilyRejected' | 'rejectionDetails' | 'mappedMovie' | 'episodeIds'>;

/** The outcome of the search for one title. */
export interface TitleFound {
	judged: readonly Judged[];
	attempts: readonly GrabAttempt[];
	indexerResults: Parameters<typeof toLastSearch>[0]['indexerResults'];
}

/** Titles that one search may mark as being searched. */
const maxMarked = 1000;

interface Noting {
	/** Id of the movie or series that was requested. */
	id: string;
	request: Pick<SearchMovie, 'reason' | 'byPerson'>;
	deps: Pick<WorkerDeps, 'titleSearches' | 'log' | 'now'>;
	run: Run;
}

export type NoteFound = (id: string, found: TitleFound) => void;

/**
 * Marks titles as being searched while `work` runs, and then stores the outcome of each for people. `work` passes what
 * it found for each title. That nothing was searched is stored only for a search by a person.
 */
export async function notingSearch(
	{id, request, deps: {titleSearches, log, now}, run}: Noting,
	work: (found: NoteFound, begin: (ids: readonly string[]) => Promise<void>) => Promise<ItemOutcome>,
): Promise<ItemOutcome> {
	const byPerson = isByPerson(request);
	const found = new Map<string, TitleFound>();
	const marked: string[] = [];
	// A search must not fail because its outcome cannot be stored.
	const quietly = (write: Promise<void>) => write.catch(error => log.warn({err: error}, 'The outcome of a search could not be kept'));
	const begin = async (ids: readonly string[]) => {
		const more = ids.slice(0, maxMarked - marked.length);
		marked.push(...more);
		await quietly(titleSearches.begin(more, now()));
	};
	await begin([id]);
	let outcome: ItemOutcome | null = null;
	try {
		outcome = await work((titleId, each) => found.set(titleId, each), begin);
		return outcome;
	} finally {
		const search = {at: now(), searchId: run.id, byPerson};
		const rows = [...found].map(([titleId, each]) => toRow(titleId, each, search));
		if (outcome && !found.has(id) && byPerson) {
			rows.push({id, last: toLastSearch(nothing, search, outcome), waiting: null});
		}
		await quietly(titleSearches.end(rows, now()));
		const ended = new Set(found.keys());
		await quietly(titleSearches.stop(marked.filter(each => !ended.has(each))));
	}
}

/**
 * A promised search, such as that of a new title, counts as done only if an indexer answers; otherwise it is repeated
 * later. A search queued by a task is left to its next run. Throws Unavailable `no_indexer_answered`.
 */
export function ensureAnswered(
	found: Parameters<typeof wasAnswered>[0],
	{executionId}: Pick<SearchMovie, 'executionId'>,
	{id}: Pick<Run, 'id'>,
): void {
	if (isPromised(id) && executionId === undefined && found.indexerResults.length > 0 && !wasAnswered(found)) {
		throw new Unavailable('no_indexer_answered', 'No indexer answered. It is searched again later.');
	}
}

const nothing = {judged: [], attempts: [], indexerResults: []};

function toRow(id: string, found: TitleFound, search: Pick<LastSearch, 'at' | 'searchId' | 'byPerson'>) {
	return {id, last: toLastSearch(found, search), waiting: firstWaiting(found.judged)};
}

/** What a search for several episodes found for one of them; all of it, if it was the only one. */
export function foundForEpisode(id: string, isOnly: boolean, {judged, attempts, indexerResults}: TitleFound): TitleFound {
	const own = isOnly ? judged : judged.filter(({episodeIds}) => episodeIds.includes(id));
	const titles = new Set(own.map(({release}) => release.title));
	return {judged: own, attempts: attempts.filter(({title}) => titles.has(title)), indexerResults};
}

/** Stores which releases of a feed are waiting for which titles. */
export async function noteWaiting(judged: readonly Judged[], {titleSearches, log, now}: Noting['deps']): Promise<void> {
	const ids = ({mappedMovie, episodeIds}: Judged) => (mappedMovie ? [mappedMovie.id] : episodeIds);
	const byTitle = new Map<string, Judged[]>();
	for (const release of judged.filter(({temporarilyRejected}) => temporarilyRejected)) {
		for (const id of ids(release)) {
			byTitle.set(id, [...(byTitle.get(id) ?? []), release]);
		}
	}
	const rows = [...byTitle].flatMap(([id, releases]) => {
		const waiting: WaitingRelease | null = firstWaiting(releases);
		return waiting ? {id, waiting} : [];
	});
	await titleSearches.noteWaiting(rows, now()).catch(error => log.warn({err: error}, 'Waiting releases could not be kept'));
}
