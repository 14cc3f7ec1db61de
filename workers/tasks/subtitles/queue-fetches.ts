import {numbersOf} from '#shared/domain/media/library-episode.ts';
import type {Subtitle, SubtitleOwner} from '#shared/domain/media/subtitle.ts';
import {withYear} from '#shared/domain/media/title.ts';
import {downloadsLeft, type SubtitleProvider} from '#shared/domain/subtitles/provider-record.ts';
import {type FetchSubtitles, fetchSubtitles} from '#shared/jobs/subtitles.ts';
import type {MovieWithSubtitles} from '#shared/store/movies/movie-subtitle-backlog.ts';
import type {EpisodeWithSubtitles} from '#shared/store/series/episode-subtitle-backlog.ts';
import type {TaskRun} from '../../executions/run-execution.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {priorities, queueSearch} from '../searches/queue-search.ts';
import {limitOf} from '../searches/run-plan.ts';
import {namedSeries} from '../searches/search-series-backlog.ts';
import {namedMovie} from '../searches/titles-in-line.ts';

/** What a run may plan. */
export interface Plan {
	/** Titles. */
	limit: number;
	/** Downloads that may be wanted; more than the providers have left, because many titles are searched in vain. */
	downloads: number;
}

/** Searches per run when the options set no limit. */
const usualLimit = 500;
/** Titles that are searched for each download that is left: a search costs none, and many find nothing. */
const titlesPerDownload = 5;

/** What may be planned now; null, with the reason in the activity of the run, when that is nothing. */
export async function mayPlan(run: TaskRun, {subtitleProviders, now}: Pick<WorkerDeps, 'now' | 'subtitleProviders'>): Promise<Plan | null> {
	const providers = await subtitleProviders.list();
	const reason = whyNot(providers, now());
	if (reason !== null) {
		run.note({mediaId: null, mediaTitle: null, action: 'search', status: 'notSearched', message: reason});
		return null;
	}
	const downloads = downloadsLeft(providers, now()).count * titlesPerDownload;
	const limit = limitOf(run) ?? usualLimit;
	return {limit: Math.min(limit, downloads), downloads};
}

function whyNot(providers: readonly SubtitleProvider[], now: Date): string | null {
	const enabled = providers.filter(each => each.enabled);
	if (enabled.length === 0) {
		return 'No subtitle provider is enabled. Add one at /api/subtitle-providers.';
	}
	const {count, until} = downloadsLeft(enabled, now);
	if (count > 0) {
		return null;
	}
	const broken = enabled.filter(({isLoginRefused, status}) => isLoginRefused || status === 'error');
	const end = until === null ? '' : ` until ${until.toISOString()}`;
	return broken.length === 0
		? `The subtitle providers have no downloads left${end}.`
		: `No subtitle provider can be used${end}. ${broken.map(({name, lastError}) => `${name}: ${lastError ?? 'it has failed.'}`).join(' ')}`;
}

/** Whether the caller named the title, which is then searched at once. */
export function isNamedBy(run: TaskRun): boolean {
	return namedMovie(run) !== undefined || namedSeries(run) !== undefined;
}

interface Queued {
	titles: readonly Subtitled[];
	reason: FetchSubtitles['reason'];
	/** Downloads that a title needs at most. */
	downloadsFor(title: Subtitled): number;
	plan: Plan;
}

/**
 * Queues the searches of these titles in their order, each file once, until the limit or the downloads are used up.
 * Returns how many were queued.
 */
export async function queueFetches(
	{titles, reason, downloadsFor, plan}: Queued,
	run: TaskRun,
	deps: Pick<WorkerDeps, 'jobs'>,
): Promise<number> {
	const files = new Set<string>();
	let {downloads} = plan;
	let queued = 0;
	for (const title of titles) {
		run.signal.throwIfAborted();
		if (queued >= plan.limit || downloads <= 0) {
			break;
		}
		if (files.has(title.fileId)) {
			continue;
		}
		files.add(title.fileId);
		const payload = {owner: title.owner, reason, executionId: run.executionId};
		const isCovered = await isWaiting(payload, deps);
		const {owner, name} = title;
		const what = {id: owner.id, title: name};
		const message = title.missing.length > 0 ? title.missing.join(', ') : null;
		const planned = {
			job: fetchSubtitles,
			payload,
			title: what,
			message,
			isCovered,
			isNamed: isNamedBy(run),
			priority: priorities.backlog,
			delayMs: 0,
		};
		queued += (await queueSearch(planned, run, deps)) ? 1 : 0;
		downloads -= downloadsFor(title);
		run.progress({processed: files.size, total: titles.length, message: `${queued} searches queued`});
	}
	return queued;
}

/** An earlier run has queued the title, or a person searches it right now. */
async function isWaiting(request: FetchSubtitles, {jobs}: Pick<WorkerDeps, 'jobs'>): Promise<boolean> {
	return (await jobs.isQueued(fetchSubtitles, request)) || (await jobs.isQueued(fetchSubtitles, {...request, reason: 'person'}));
}

/** A movie or episode whose subtitles a task may search. */
export interface Subtitled {
	owner: SubtitleOwner;
	/** For people. */
	name: string;
	fileId: string;
	isMonitored: boolean;
	missing: string[];
	list: Subtitle[];
}

export function ofMovie({id, title, year, fileId, monitored, missing, list}: MovieWithSubtitles): Subtitled {
	return {owner: {type: 'movie', id}, name: withYear(title, year), fileId, isMonitored: monitored, missing, list};
}

export function ofEpisode(episode: EpisodeWithSubtitles): Subtitled {
	const {id, seriesTitle, fileId, monitored, missing, list} = episode;
	return {owner: {type: 'episode', id}, name: `${seriesTitle} - ${numbersOf([episode])}`, fileId, isMonitored: monitored, missing, list};
}
