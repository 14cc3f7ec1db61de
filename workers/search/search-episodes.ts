import type {JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import {wasSearched} from '#shared/domain/indexers/was-searched.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import {type PlannedSearch, planEpisodeSearches, toSingle} from '#shared/domain/media/plan-episode-searches.ts';
import {wantedEpisodes} from '#shared/domain/media/wanted-episodes.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {type ItemOutcome, type SearchFigures, searchOutcome} from '#shared/domain/tasks/search-outcome.ts';
import type {SearchEpisodes, searchEpisodes} from '#shared/jobs/search/search-episodes.ts';
import {isByPerson} from '#shared/jobs/search/search-movie.ts';
import {noteOutcome} from '../executions/note-outcome.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler, Run} from '../runtime/handler.ts';
import {byPerson, byTask} from './decision-facts.ts';
import {fetchable} from './grabs/fetchable.ts';
import {grabEpisodes} from './grabs/grab-episodes.ts';
import {tellingGrabs} from './grabs/grab-offer.ts';
import {rankReleases} from './judge-movie-releases.ts';
import {decideSeriesReleases} from './judge-series-releases.ts';
import {libraryOf} from './library-facts.ts';
import {episodeCriteria, seriesCriteria} from './series-criteria.ts';
import {waitingOf} from './waiting-of.ts';

/** Indexer searches per run. The rest waits for the next run, where it comes first as the longest unsearched. */
const mostSearches = 20;
/** A person waits for all of it, not for the next run of a task. */
const mostSearchesOfPerson = 100;

/**
 * Searches the wanted episodes of a series, with one search per complete season. An unmonitored series is searched only
 * on a user's request.
 */
export const handleSearchEpisodes: Handler<typeof searchEpisodes> = async (wish, deps, run) => {
	const series = await deps.series.get(wish.seriesId);
	const item = {executionId: wish.executionId, mediaId: series.id, mediaTitle: series.title, action: 'search'} as const;
	await noteOutcome(item, {deps, run}, async () => {
		if (!series.monitored && !isByPerson(wish)) {
			return {status: 'skipped', message: 'The series is no longer monitored.'};
		}
		return search(series, wish, {deps, run});
	});
};

async function search(series: Series, wish: SearchEpisodes, {deps, run}: {deps: WorkerDeps; run: Run}): Promise<ItemOutcome> {
	const {episodes, qualityProfiles, now} = deps;
	const all = await episodes.ofSeries(series.id);
	const profile = (await qualityProfiles.find(series.qualityProfileId)) ?? (await qualityProfiles.getDefault());
	const wanted = wantedEpisodes(all, wish, {profile, now: now()});
	if (wanted.length === 0) {
		return {status: 'skipped', message: 'Its episodes are no longer wanted.'};
	}
	const open = new Set(wanted.map(({id}) => id));
	const planned = planEpisodeSearches(wanted, all, series.type);
	const telling = tellingGrabs(run);
	const sum: Searched = {releases: [], judged: [], indexerResults: [], searchedIds: new Set()};
	const most = isByPerson(wish) ? mostSearchesOfPerson : mostSearches;
	for (let asked = 0; asked < most; asked += 1) {
		const next = planned.shift();
		if (!next) {
			break;
		}
		run.signal.throwIfAborted();
		const isOpen = next.wanted.some(({id}) => open.has(id));
		if (isOpen && !(await searchOne(next, {series, open, wish, searchId: `${run.id}-${asked}`, sum}, {deps, run: telling.run}))) {
			// The indexers that rest now would be asked for nothing else either.
			break;
		}
		if (next.kind === 'season') {
			planned.push(...next.wanted.filter(({id}) => open.has(id)).map(toSingle));
		}
	}
	await noteSearched(series.id, {wish, open, sum}, deps);
	return searchOutcome({...sum, attempts: telling.attempts});
}

interface Searched extends Omit<SearchFigures, 'attempts'> {
	releases: FoundRelease[];
	judged: JudgedRelease[];
	searchedIds: Set<string>;
}

interface OneSearch {
	series: Series;
	open: Set<string>;
	wish: SearchEpisodes;
	searchId: string;
	sum: Searched;
}

/** Adds what it finds to `sum`. Returns whether an indexer was really asked. */
async function searchOne(
	{kind, wanted, wholeSeason}: PlannedSearch,
	{series, open, wish, searchId, sum}: OneSearch,
	{deps, run}: {deps: WorkerDeps; run: Run},
): Promise<boolean> {
	const first = wanted[0]!; // a planned search has at least one
	const criteria = kind === 'season' ? seriesCriteria(series, first.seasonNumber) : episodeCriteria(series, first);
	const library = await libraryOf(series, deps);
	const {releases, indexerResults} = await deps.searchIndexers({criteria, indexerIds: null, library}, run.signal);
	const ids = wanted.map(({id}) => id);
	const asked = {series, episodeIds: new Set(ids), ...(isByPerson(wish) ? byPerson : byTask)};
	const judged = await rankReleases(await decideSeriesReleases(releases, asked, deps), deps, wholeSeason);
	const approved = judged.filter(release => release.approved);
	await deps.pendingReleases.keep(waitingOf(judged), deps.now());
	sum.releases.push(...releases);
	sum.judged.push(...judged);
	const isSearched = wasSearched({releases, indexerResults});
	if (isSearched) {
		sum.indexerResults = indexerResults;
		await deps.episodes.markSearched(ids, deps.now());
		for (const id of ids) {
			sum.searchedIds.add(id);
		}
	} else if (sum.indexerResults.length === 0) {
		sum.indexerResults = indexerResults;
	}
	run.log.info(
		{seriesId: series.id, kind, found: releases.length, approved: approved.length, indexers: indexerResults.map(({status}) => status)},
		'Searched episodes',
	);
	await deps.releaseShelf.keep(searchId, {releases: approved, indexerResults, searchTime: deps.now()});
	await grabEpisodes(await fetchable(approved, {deps, run}), {seriesId: series.id, open}, {deps, run});
	return isSearched;
}

/** The episodes of a backlog search rest now, those without a release longer each time. */
async function noteSearched(
	seriesId: string,
	{wish, open, sum}: Pick<OneSearch, 'wish' | 'open' | 'sum'>,
	{series, searchBackOff, now}: WorkerDeps,
): Promise<void> {
	if (sum.searchedIds.size === 0) {
		return;
	}
	await series.markSearched(seriesId, now());
	if (wish.executionId !== undefined) {
		for (const id of sum.searchedIds) {
			await searchBackOff.note(id, now(), {found: !open.has(id)});
		}
	}
}
