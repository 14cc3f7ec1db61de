import {dayMs, minuteMs} from '#shared/domain/durations.ts';
import {isPaused, subtitleSearchKey, subtitleUpgradeKey} from '#shared/domain/searches/search-backoff.ts';
import {upgradeGoals} from '#shared/domain/subtitles/subtitle-goals.ts';
import {type FetchSubtitles, fetchSubtitles} from '#shared/jobs/subtitles.ts';
import type {MovieWithSubtitles} from '#shared/store/movies/movie-subtitle-backlog.ts';
import type {EpisodeWithSubtitles} from '#shared/store/series/episode-subtitle-backlog.ts';
import type {TaskBody, TaskRun} from '../../executions/run-execution.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {namedSeries} from '../searches/search-series-backlog.ts';
import {batchesOf, namedMovie} from '../searches/titles-in-line.ts';
import {isNamedBy, mayPlan, ofEpisode, ofMovie, type Plan, queueFetches, type Subtitled} from './queue-fetches.ts';

type Deps = Pick<
	WorkerDeps,
	'episodes' | 'fetchedSubtitles' | 'jobs' | 'movies' | 'now' | 'searchBackoff' | 'settings' | 'subtitleProviders'
>;

/** Milliseconds after which a download that is not beside its video counts as abandoned by its worker. */
const leftMs = 15 * minuteMs;
/** Titles with such a download that one run handles. */
const maxLeft = 200;

/** Searches what the language profiles want and the files lack. */
export const searchMissingSubtitles: TaskBody<keyof Deps> = async (run, deps) => {
	await finishLeftOver(deps);
	return searchSubtitleBacklog(
		{
			movies: id => deps.movies.missingSubtitles(id),
			episodes: seriesId => deps.episodes.missingSubtitles(seriesId),
			keyOf: subtitleSearchKey,
			// A person who names a title wants it searched, monitored or not.
			reason: isNamedBy(run) ? 'person' : 'missing',
			isWanted: () => true,
			downloadsFor: ({missing}) => missing.length,
		},
		run,
		deps,
	);
};

/** Finishes downloads whose disk was away, or whose job was lost, without downloading again. */
async function finishLeftOver({fetchedSubtitles, jobs, now}: Pick<WorkerDeps, 'fetchedSubtitles' | 'jobs' | 'now'>): Promise<void> {
	for (const owner of await fetchedSubtitles.ownersBefore(new Date(Number(now()) - leftMs), maxLeft)) {
		await jobs.enqueue(fetchSubtitles, {owner, reason: 'missing'}, {priority: 50});
	}
}

/** Searches for better subtitles than those that were downloaded in the last days. */
export const searchBetterSubtitles: TaskBody<keyof Deps> = async (run, deps) => {
	const withinDays = deps.settings.get('subtitles.upgradeWithinDays');
	if (withinDays === 0) {
		const message = 'Subtitles are not upgraded: the setting subtitles.upgradeWithinDays is 0.';
		run.note({mediaId: null, mediaTitle: null, action: 'search', status: 'skipped', message});
		return {itemsProcessed: 0, itemsAffected: 0};
	}
	const now = deps.now();
	const since = new Date(Number(now) - withinDays * dayMs);
	// Only how many there are counts here; the search knows what the profile wants.
	const goalsOf = ({missing, list}: Subtitled) => upgradeGoals({missing, list, readAt: now, stamp: ''}, {withinDays, now, wishes: []});
	return searchSubtitleBacklog(
		{
			movies: id => deps.movies.downloadedSubtitles(since, id),
			episodes: seriesId => deps.episodes.downloadedSubtitles(since, seriesId),
			keyOf: subtitleUpgradeKey,
			reason: 'upgrade',
			isWanted: title => goalsOf(title).length > 0,
			downloadsFor: title => goalsOf(title).length,
		},
		run,
		deps,
	);
};

interface SubtitleBacklog {
	movies(id?: string): AsyncIterable<MovieWithSubtitles>;
	episodes(seriesId?: string): AsyncIterable<EpisodeWithSubtitles>;
	/** The id under which searches of the title are paused. */
	keyOf(id: string): string;
	reason: FetchSubtitles['reason'];
	isWanted(title: Subtitled): boolean;
	/** Downloads that a title needs at most. */
	downloadsFor(title: Subtitled): number;
}

/**
 * Queues searches of subtitles, the longest unsearched first, movies and episodes in turns, and no more than the
 * providers let us download. A title named by the caller is searched alone, even if it is paused.
 */
async function searchSubtitleBacklog(
	backlog: SubtitleBacklog,
	run: TaskRun,
	deps: Pick<WorkerDeps, 'jobs' | 'now' | 'searchBackoff' | 'settings' | 'subtitleProviders'>,
) {
	const plan = await mayPlan(run, deps);
	if (!plan) {
		return {itemsProcessed: 0, itemsAffected: 0};
	}
	const [movieId, seriesId] = [namedMovie(run), namedSeries(run)];
	const none = {chosen: [], looked: 0};
	const movies = seriesId === undefined ? await choose(converted(backlog.movies(movieId), ofMovie), {backlog, plan}, {run, deps}) : none;
	const episodes =
		movieId === undefined ? await choose(converted(backlog.episodes(seriesId), ofEpisode), {backlog, plan}, {run, deps}) : none;
	const titles = interleaved(movies.chosen, episodes.chosen);
	const {reason, downloadsFor} = backlog;
	const itemsAffected = await queueFetches({titles, reason, downloadsFor, plan}, run, deps);
	return {itemsProcessed: movies.looked + episodes.looked, itemsAffected};
}

function choose(
	titles: AsyncIterable<Subtitled>,
	{backlog, plan}: {backlog: SubtitleBacklog; plan: Plan},
	{run, deps}: {run: TaskRun; deps: Pick<WorkerDeps, 'now' | 'searchBackoff' | 'settings'>},
) {
	const isNamed = isNamedBy(run);
	const monitoredOnly = !isNamed && deps.settings.get('subtitles.monitoredOnly');
	const choice = {
		titles,
		keyOf: backlog.keyOf,
		// Episodes that share a file are planned once, so a few more than the limit are chosen.
		limit: plan.limit * 2,
		ignoreBackoff: isNamed,
		isWanted: (title: Subtitled) => (title.isMonitored || !monitoredOnly) && backlog.isWanted(title),
		signal: run.signal,
		progress: (looked: number) =>
			run.progress({processed: looked, total: null, message: 'Looking for what was not searched for the longest'}),
	};
	return chooseLongest(choice, deps);
}

async function* converted<Row>(rows: AsyncIterable<Row>, convert: (row: Row) => Subtitled): AsyncGenerator<Subtitled> {
	for await (const row of rows) {
		yield convert(row);
	}
}

function interleaved(movies: readonly Subtitled[], episodes: readonly Subtitled[]): Subtitled[] {
	const max = Math.max(movies.length, episodes.length);
	return Array.from({length: max}, (_, index) => [movies[index], episodes[index]])
		.flat()
		.filter(title => title !== undefined);
}

interface Choice {
	titles: AsyncIterable<Subtitled>;
	/** The id under which searches of the title are paused. */
	keyOf(id: string): string;
	limit: number;
	ignoreBackoff: boolean;
	isWanted(title: Subtitled): boolean;
	signal: AbortSignal;
	/** Called from time to time with the number of titles checked. */
	progress(looked: number): void;
}

/** The titles that were not searched for the longest time, those that never were first. At most `limit`. */
async function chooseLongest(choice: Choice, {searchBackoff, now}: Pick<WorkerDeps, 'searchBackoff' | 'now'>) {
	const never: Subtitled[] = [];
	let due: {title: Subtitled; nextSearchAt: Date}[] = [];
	let looked = 0;
	for await (const batch of batchesOf(choice.titles)) {
		choice.signal.throwIfAborted();
		looked += batch.length;
		const wanted = batch.filter(choice.isWanted);
		const waits = await searchBackoff.waits(wanted.map(({owner}) => choice.keyOf(owner.id)));
		for (const title of wanted) {
			const nextSearchAt = waits.get(choice.keyOf(title.owner.id));
			if (!nextSearchAt) {
				never.push(title);
			} else if (choice.ignoreBackoff || !isPaused(nextSearchAt, now())) {
				due.push({title, nextSearchAt});
			}
		}
		due = due.toSorted((a, b) => Number(a.nextSearchAt) - Number(b.nextSearchAt)).slice(0, choice.limit);
		choice.progress(looked);
		if (never.length >= choice.limit) {
			break;
		}
	}
	return {chosen: [...never, ...due.map(({title}) => title)].slice(0, choice.limit), looked};
}
