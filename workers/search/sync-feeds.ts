import type {IndexerResult, JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import {feedOutcomes, type GrabAttempt} from '#shared/domain/searches/search-outcome.ts';
import type {syncFeeds} from '#shared/jobs/search.ts';
import type {FeedPart, ReportedRelease} from '#shared/store/downloads/feed-parts.ts';
import {noteOutcomes} from '../executions/note-outcome.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler, Run} from '../runtime/handler.ts';
import {byTitles, sift} from './feed-parts.ts';
import {grabWanted, type WantedDeps} from './grab-wanted.ts';
import {noteWaiting} from './note-search.ts';

type Deps = WantedDeps & Pick<WorkerDeps, 'feedParts' | 'log' | 'pendingReleases' | 'recentReleases' | 'taskActivities' | 'titleSearches'>;

/**
 * Grabs what is wanted of the recent releases of all indexers. Unwanted releases cost no search, and releases that have
 * to wait are kept. The feeds of many indexers were read before, in parts.
 */
export const handleSyncFeeds: Handler<typeof syncFeeds, keyof Deps> = async ({executionId, parts}, deps, run) => {
	const read = parts && executionId ? await joinParts(executionId, parts, deps) : await readAll(deps, run);
	// Pending releases are judged too: the delay of their title may be over, and only the best of all is grabbed.
	const pending = await deps.pendingReleases.list(deps.now());
	const again = await sift(pending, pending, deps);
	const counts = {found: read.found, approved: 0, grabbed: 0};
	let waiting = 0;
	const judged: ReportedRelease[] = [...read.refused, ...again.refused];
	const attempts: GrabAttempt[] = [];
	for (const releases of byTitles([...read.wanted, ...again.wanted])) {
		const tried = await grabWanted({releases, pending, indexerResults: read.indexerResults}, {deps, run});
		await deps.pendingReleases.keep(tried.waiting, deps.now(), undefined, tried.judged);
		await noteWaiting(tried.judged, deps);
		counts.approved += tried.approved.length;
		counts.grabbed += tried.grabbed;
		waiting += tried.waiting.length;
		judged.push(...tried.judged.map(toReported));
		attempts.push(...tried.attempts);
	}
	run.log.info({...counts, waiting}, 'Read the recent releases');
	await noteOutcomes(executionId, feedOutcomes({judged, attempts, indexerResults: read.indexerResults}), deps);
	return counts;
};

async function readAll(deps: Deps, {id, signal}: Run): Promise<FeedPart> {
	const {releases, indexerResults} = await deps.recentReleases(signal, {id, indexerIds: null});
	return {...(await sift(releases, [], deps)), found: releases.length, indexerResults};
}

/** A part that nobody has read, or that Redis has lost, is named in the report. The next run reads it again. */
async function joinParts(executionId: string, parts: readonly (readonly string[])[], deps: Deps): Promise<FeedPart> {
	const all: FeedPart = {found: 0, wanted: [], refused: [], indexerResults: []};
	const names = new Map((await deps.indexers.list()).map(({id, name}) => [id, name]));
	for (const ids of parts) {
		const part = await deps.feedParts.find(executionId, ids);
		all.found += part?.found ?? 0;
		all.wanted.push(...(part?.wanted ?? []));
		all.refused.push(...(part?.refused ?? []));
		all.indexerResults.push(...(part?.indexerResults ?? ids.flatMap(id => leftOut(id, names.get(id)))));
	}
	return all;
}

function leftOut(indexerId: string, indexerName: string | undefined): IndexerResult[] {
	const errorMessage = 'It was left out of this run, because no worker has read its part of the feeds in time.';
	return indexerName === undefined ? [] : [{indexerId, indexerName, resultCount: 0, status: 'error', errorMessage}];
}

/** Without the release itself, of which there may be tens of thousands. */
const toReported = ({approved, rejectionDetails, mappedMovie, mappedSeries}: JudgedRelease): ReportedRelease => ({
	approved,
	rejectionDetails,
	mappedMovie,
	mappedSeries,
});
