import type {FetchSubtitles} from '#shared/jobs/subtitles.ts';
import type {MovieWithSubtitles} from '#shared/store/movies/movie-subtitle-backlog.ts';
import type {EpisodeWithSubtitles} from '#shared/store/series/episode-subtitle-backlog.ts';
import type {TaskRun} from '../../executions/run-execution.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {namedMovie} from '../searches/due-movies.ts';
import {namedSeries} from '../searches/search-series-backlog.ts';
import {chooseLongest} from './choose-longest.ts';
import {isNamedBy, mayPlan, type Plan, queueFetches} from './queue-fetches.ts';
import {ofEpisode, ofMovie, type Subtitled} from './subtitled.ts';

export interface SubtitleBacklog {
	movies(id?: string): AsyncIterable<MovieWithSubtitles>;
	episodes(seriesId?: string): AsyncIterable<EpisodeWithSubtitles>;
	/** Under which a search of the title rests. */
	keyOf(id: string): string;
	reason: FetchSubtitles['reason'];
	isWanted(title: Subtitled): boolean;
	/** Downloads that a title needs at most. */
	downloadsFor(title: Subtitled): number;
}

/**
 * Queues searches of subtitles, the longest unsearched first, movies and episodes in turns, and no more than the
 * providers let us download. A title named by the caller is searched alone, even if it rests.
 */
export async function searchSubtitleBacklog(backlog: SubtitleBacklog, run: TaskRun, deps: WorkerDeps) {
	const plan = await mayPlan(run, deps);
	if (!plan) {
		return {itemsProcessed: 0, itemsAffected: 0};
	}
	const [movieId, seriesId] = [namedMovie(run), namedSeries(run)];
	const none = {chosen: [], looked: 0};
	const movies = seriesId === undefined ? await choose(converted(backlog.movies(movieId), ofMovie), {backlog, plan}, {run, deps}) : none;
	const episodes =
		movieId === undefined ? await choose(converted(backlog.episodes(seriesId), ofEpisode), {backlog, plan}, {run, deps}) : none;
	const titles = inTurns(movies.chosen, episodes.chosen);
	const {reason, downloadsFor} = backlog;
	const itemsAffected = await queueFetches({titles, reason, downloadsFor, plan}, run, deps);
	return {itemsProcessed: movies.looked + episodes.looked, itemsAffected};
}

function choose(
	titles: AsyncIterable<Subtitled>,
	{backlog, plan}: {backlog: SubtitleBacklog; plan: Plan},
	{run, deps}: {run: TaskRun; deps: WorkerDeps},
) {
	const isNamed = isNamedBy(run);
	const monitoredOnly = !isNamed && deps.settings.get('subtitles.monitoredOnly');
	const choice = {
		titles,
		keyOf: backlog.keyOf,
		// Episodes that share a file are planned once, so a few more than the limit are chosen.
		limit: plan.limit * 2,
		ignoreRests: isNamed,
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

function inTurns(movies: readonly Subtitled[], episodes: readonly Subtitled[]): Subtitled[] {
	const most = Math.max(movies.length, episodes.length);
	return Array.from({length: most}, (_, index) => [movies[index], episodes[index]])
		.flat()
		.filter(title => title !== undefined);
}
