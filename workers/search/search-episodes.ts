import {type FoundBy, type JudgedRelease, waitingOf} from '#shared/domain/decisions/judged-release.ts';
import {wasAnswered, wasSearched} from '#shared/domain/indexers/was-searched.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {afterSeason, maxSearches, type PlannedSearch, planEpisodeSearches} from '#shared/domain/searches/pack-before-episodes.ts';
import {type GrabAttempt, type ItemOutcome, type SearchFigures, searchOutcome} from '#shared/domain/searches/search-outcome.ts';
import {wantedEpisodes} from '#shared/domain/searches/wanted-episodes.ts';
import {isByPerson, type SearchEpisodes, type searchEpisodes} from '#shared/jobs/search.ts';
import type {TitleCopy} from '#shared/store/titles/title-copies.ts';
import {noteOutcome} from '../executions/note-outcome.ts';
import {whyPaused} from '../library/pauses.ts';
import {taggedTitle} from '../library/tagged-title.ts';
import type {Handler, Run} from '../runtime/handler.ts';
import {foundFor, oneOfCopies, othersOf, queueOtherSeries} from './among-copies.ts';
import {byPerson, byTask} from './collect-facts.ts';
import {fetchable, grabEpisodes, storeFound} from './grab-approved.ts';
import {reportingGrabs} from './grab-offer.ts';
import {decideEpisodes, decideSeriesReleases, rankReleases} from './judge-releases.ts';
import {ensureAnswered, foundForEpisode, type NoteFound, notingSearch} from './note-search.ts';
import {type Budget, budgetOf, noteFound, noteSearched, stillDue} from './search-backoff.ts';
import {episodeCriteria, searchByNumbers, seriesCriteria} from './search-criteria.ts';
import type {SearchDeps} from './search-movie.ts';

const idOf = ({id}: {id: string}) => id;

/** A person waits for all of it, not for the next run of a task. */
const maxSearchesOfPerson = 100;

/**
 * Searches the wanted episodes of a series, with one search per complete season. An unmonitored series is searched only
 * on a user's request.
 */
export const handleSearchEpisodes: Handler<typeof searchEpisodes, keyof SearchDeps> = async (request, deps, run) => {
	const series = await deps.series.get(request.seriesId);
	const item = {executionId: request.executionId, mediaId: series.id, mediaTitle: series.title, action: 'search'} as const;
	await noteOutcome(item, {deps, run}, async () => {
		if (!series.monitored && !isByPerson(request)) {
			return {status: 'skipped', message: 'The series is no longer monitored.'};
		}
		const paused = isByPerson(request) ? null : await whyPaused(series.libraryId, deps);
		if (paused !== null) {
			return {status: 'skipped', message: paused};
		}
		const others = await othersOf(series, deps.series);
		return oneOfCopies('series', {...series, others}, {deps, run}, () =>
			notingSearch({id: series.id, request, deps, run}, (note, begin) => search(series, request, {deps, run, others, note, begin})),
		);
	});
};

interface SearchContext {
	deps: SearchDeps;
	run: Run;
	others: readonly TitleCopy[];
	note: NoteFound;
	begin(ids: readonly string[]): Promise<void>;
}

async function search(series: Series, request: SearchEpisodes, {deps, run, others, note, begin}: SearchContext): Promise<ItemOutcome> {
	const {episodes, qualityProfiles, now} = deps;
	const all = await episodes.ofSeries(series.id);
	const profile = await qualityProfiles.getOrDefault(series.qualityProfileId);
	const asked = wantedEpisodes(all, request, {profile, now: now()});
	const {wanted, whyNone} = await stillDue(asked, request, deps);
	if (wanted.length === 0) {
		return {status: 'skipped', message: whyNone};
	}
	const open = new Set(wanted.map(idOf));
	await begin(wanted.map(idOf));
	const planned = planEpisodeSearches(wanted, all, series.type);
	const reporting = reportingGrabs(run);
	const sum: Searched = {releases: [], judged: [], indexerResults: [], searchedIds: new Set(), isSearched: false, queries: 0};
	const budget = await budgetOf(request, wanted, deps);
	const max = isByPerson(request) ? maxSearchesOfPerson : maxSearches;
	for (let asked = 0; Math.max(asked, sum.queries) < max; asked += 1) {
		const next = planned.shift();
		if (!next) {
			break;
		}
		run.signal.throwIfAborted();
		const isOpen = next.wanted.some(({id}) => open.has(id));
		if (
			isOpen &&
			!(await searchOne(
				next,
				{series, others, open, request, searchId: `${run.id}-${asked}`, sum, reserved: budget.reserved, note, attempts: reporting.attempts},
				{deps, run: reporting.run},
			))
		) {
			// The indexers that are paused now would be asked for nothing else either.
			break;
		}
		if (next.kind === 'season') {
			const rest = next.wanted.filter(({id}) => open.has(id));
			planned.push(...afterSeason(rest, {left: budget.left - Math.max(asked + 1, sum.queries) - planned.length}));
		}
	}
	if (sum.isSearched) {
		await deps.series.markSearched(series.id, now());
	}
	const searched = wanted.filter(({id}) => sum.searchedIds.has(id));
	await queueOtherSeries(request, {others, searched}, deps);
	await noteFound({open, searchedIds: sum.searchedIds}, deps);
	note(series.id, {...sum, attempts: reporting.attempts});
	ensureAnswered(sum, request, run);
	return searchOutcome({...sum, attempts: reporting.attempts});
}

interface Searched extends Omit<SearchFigures, 'attempts'> {
	releases: FoundRelease[];
	judged: JudgedRelease[];
	/** Those that are paused now. */
	searchedIds: Set<string>;
	/** An indexer was really asked. */
	isSearched: boolean;
	/** How often they were asked; more often than episodes for those that releases number otherwise. */
	queries: number;
}

interface OneSearch {
	series: Series;
	others: readonly TitleCopy[];
	open: Set<string>;
	request: SearchEpisodes;
	searchId: string;
	sum: Searched;
	reserved: Budget['reserved'];
	note: NoteFound;
	/** Of the whole run; those of this search are added. */
	attempts: readonly GrabAttempt[];
}

/** Adds what it finds to `sum`. Returns whether an indexer was really asked. */
async function searchOne(
	{kind, wanted, wholeSeason}: PlannedSearch,
	{series, others, open, request, searchId, sum, reserved, note, attempts}: OneSearch,
	{deps, run}: {deps: SearchDeps; run: Run},
): Promise<boolean> {
	const first = wanted[0]!; // a planned search has at least one
	const criteria = kind === 'season' ? seriesCriteria(series, first.seasonNumber, {wanted}) : episodeCriteria(series, first);
	sum.queries += criteria.length;
	const title = await taggedTitle(series, deps);
	const use = isByPerson(request) ? 'interactive' : 'automatic';
	const asked = {criteria, use, indexerIds: null, title, reserved, hasCopies: others.length > 0} as const;
	const {releases, indexerResults} = await searchByNumbers(asked, run.signal, deps);
	const ids = wanted.map(idOf);
	const asking = isByPerson(request) ? byPerson : byTask;
	const judging = {...asking, episodeIds: new Set(ids)};
	const judged = await rankReleases(await decideSeriesReleases(releases, {wanted: [series], ...judging}, deps), deps, wholeSeason);
	const approved = judged.filter(release => release.approved);
	const foundBy: FoundBy = {...asking, media: 'series', episodeIds: ids, ...foundFor({id: series.id, others})};
	await deps.pendingReleases.keep(waitingOf(judged), deps.now(), foundBy, judged);
	sum.releases.push(...releases);
	sum.judged.push(...judged);
	const isSearched = wasSearched({releases, indexerResults});
	if (isSearched) {
		sum.indexerResults = indexerResults;
		await deps.episodes.markSearched(ids, deps.now());
		sum.isSearched = true;
	} else if (sum.indexerResults.length === 0) {
		sum.indexerResults = indexerResults;
	}
	run.log.info(
		{seriesId: series.id, kind, found: releases.length, approved: approved.length, indexers: indexerResults.map(({status}) => status)},
		'Searched episodes',
	);
	await storeFound(searchId, {releases: approved, indexerResults}, deps);
	if (request.executionId !== undefined && wasAnswered({releases, indexerResults})) {
		// Before the grab, so that a crash during it causes no second search.
		await noteSearched(
			wanted.filter(({id}) => !sum.searchedIds.has(id)),
			request,
			deps,
		);
		sum.searchedIds = new Set([...sum.searchedIds, ...ids]);
	}
	const target = {
		seriesId: series.id,
		open,
		async judgeAgain(release: FoundRelease) {
			const isWanted = asking.byPerson || ((await deps.series.find(series.id))?.monitored ?? false);
			return isWanted ? ((await decideEpisodes([release], {wanted: [series], askedOf: () => judging}, deps))[0] ?? null) : null;
		},
	};
	await grabEpisodes(await fetchable(approved, {deps, run}), target, {deps, run});
	for (const id of ids) {
		note(id, foundForEpisode(id, ids.length === 1, {judged, attempts, indexerResults}));
	}
	return isSearched;
}
