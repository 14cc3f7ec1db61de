import type {Series} from '#shared/domain/media/library-series.ts';
import {type PlannedSearch, planEpisodeSearches, toSingle} from '#shared/domain/media/plan-episode-searches.ts';
import {wantedEpisodes} from '#shared/domain/media/wanted-episodes.ts';
import type {SearchEpisodes, searchEpisodes} from '#shared/jobs/search/search-episodes.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler, Run} from '../runtime/handler.ts';
import {byPerson, byTask} from './decision-facts.ts';
import {fetchable} from './grabs/fetchable.ts';
import {grabEpisodes} from './grabs/grab-episodes.ts';
import {rankReleases} from './judge-movie-releases.ts';
import {decideSeriesReleases} from './judge-series-releases.ts';
import {libraryOf} from './library-facts.ts';
import {episodeCriteria, seriesCriteria} from './series-criteria.ts';
import {waitingOf} from './waiting-of.ts';

/** Indexer searches per run. The rest waits for the next run, where it comes first as the longest unsearched. */
const mostSearches = 20;

/**
 * Searches the wanted episodes of a series, with one search per complete season. An unmonitored series is searched only
 * on a user's request.
 */
export const handleSearchEpisodes: Handler<typeof searchEpisodes> = async (wish, deps, run) => {
	const {series: store, episodes, qualityProfiles, now} = deps;
	const series = await store.get(wish.seriesId);
	if (!series.monitored && wish.reason !== 'manual') {
		return;
	}
	const all = await episodes.ofSeries(series.id);
	const profile = (await qualityProfiles.find(series.qualityProfileId)) ?? (await qualityProfiles.getDefault());
	const wanted = wantedEpisodes(all, wish, {profile, now: now()});
	const open = new Set(wanted.map(({id}) => id));
	const planned = planEpisodeSearches(wanted, all, series.type);
	for (let asked = 0; asked < mostSearches; asked += 1) {
		const search = planned.shift();
		if (!search) {
			break;
		}
		run.signal.throwIfAborted();
		const isOpen = search.wanted.some(({id}) => open.has(id));
		if (isOpen) {
			await searchOne(search, {series, open, reason: wish.reason, searchId: `${run.id}-${asked}`}, {deps, run});
		}
		if (search.kind === 'season') {
			planned.push(...search.wanted.filter(({id}) => open.has(id)).map(toSingle));
		}
	}
	await store.markSearched(series.id, now());
};

async function searchOne(
	{kind, wanted, wholeSeason}: PlannedSearch,
	{series, open, reason, searchId}: {series: Series; open: Set<string>; reason: SearchEpisodes['reason']; searchId: string},
	{deps, run}: {deps: WorkerDeps; run: Run},
): Promise<void> {
	const first = wanted[0]!; // a planned search has at least one
	const criteria = kind === 'season' ? seriesCriteria(series, first.seasonNumber) : episodeCriteria(series, first);
	const library = await libraryOf(series, deps);
	const {releases, indexerResults} = await deps.searchIndexers({criteria, indexerIds: null, library}, run.signal);
	const asked = {series, episodeIds: new Set(wanted.map(({id}) => id)), ...(reason === 'manual' ? byPerson : byTask)};
	const decisions = await decideSeriesReleases(releases, asked, deps);
	const judged = await rankReleases(decisions, deps, wholeSeason);
	const approved = judged.filter(release => release.approved);
	await deps.pendingReleases.keep(waitingOf(judged), deps.now());
	await deps.episodes.markSearched(
		wanted.map(({id}) => id),
		deps.now(),
	);
	run.log.info(
		{seriesId: series.id, kind, found: releases.length, approved: approved.length, indexers: indexerResults.map(({status}) => status)},
		'Searched episodes',
	);
	await deps.releaseShelf.keep(searchId, {releases: approved, indexerResults, searchTime: deps.now()});
	await grabEpisodes(await fetchable(approved, {deps, run}), {seriesId: series.id, open}, {deps, run});
}
