import type {Episode} from '#shared/domain/media/library-episode.ts';
import {wantedEpisodes} from '#shared/domain/media/wanted-episodes.ts';
import type {QualityProfile} from '#shared/domain/quality/profiles.ts';
import {type SearchEpisodes, searchEpisodes, searchesOfPerson} from '#shared/jobs/search/search-episodes.ts';
import type {BacklogSeries} from '#shared/store/series/series-backlog.ts';
import type {TaskRun} from '../executions/run-execution.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {queueSearch} from './queue-search.ts';
import {limitOf} from './search-backlog.ts';

/** Episodes per job. */
const mostEpisodes = 1000;

interface SeriesBacklog {
	series: AsyncIterable<BacklogSeries>;
	reason: Exclude<SearchEpisodes['reason'], 'manual'>;
	/** Limits the search to the episodes this task is about. */
	isMeant?: (episode: Episode) => boolean;
}

/** Queues one search per series for its wanted episodes. After each unsuccessful search an episode rests longer. */
export async function searchSeriesBacklog({series, reason, isMeant = () => true}: SeriesBacklog, run: TaskRun, deps: WorkerDeps) {
	const limit = limitOf(run);
	const profiles = new Map((await deps.qualityProfiles.list()).map(profile => [profile.id, profile]));
	const fallback = await deps.qualityProfiles.getDefault();
	let itemsProcessed = 0;
	let itemsAffected = 0;
	for await (const {id, title, qualityProfileId} of series) {
		run.signal.throwIfAborted();
		const due = await dueEpisodes({id, reason, isMeant, profile: profiles.get(qualityProfileId) ?? fallback}, run, deps);
		itemsProcessed += 1;
		if (due.length > 0) {
			const payload = {seriesId: id, seasonNumber: null, episodeIds: due, reason, executionId: run.executionId};
			const isCovered = await isWaiting(payload, deps);
			const message = `${due.length} episodes`;
			const isNamed = namedSeries(run) !== undefined;
			const isQueued = await queueSearch({job: searchEpisodes, payload, title: {id, title}, message, isCovered, isNamed}, run, deps);
			itemsAffected += isQueued ? 1 : 0;
		}
		run.progress({processed: itemsProcessed, total: null, message: `${itemsAffected} searches queued`});
		if (itemsAffected >= limit) {
			break;
		}
	}
	return {itemsProcessed, itemsAffected};
}

/** An earlier run has queued the series, or a person searches all of it right now. */
async function isWaiting(wish: SearchEpisodes, {jobs}: WorkerDeps): Promise<boolean> {
	const found = await Promise.all([wish, ...searchesOfPerson(wish)].map(each => jobs.isQueued(searchEpisodes, each)));
	return found.includes(true);
}

interface Question {
	id: string;
	reason: SeriesBacklog['reason'];
	isMeant: (episode: Episode) => boolean;
	profile: QualityProfile;
}

async function dueEpisodes({id, reason, isMeant, profile}: Question, {options}: TaskRun, deps: WorkerDeps): Promise<string[]> {
	const all = await deps.episodes.ofSeries(id);
	const wish = {reason, seasonNumber: null, episodeIds: null};
	const wanted = wantedEpisodes(all, wish, {profile, now: deps.now()}).filter(isMeant);
	const ids = wanted.map(episode => episode.id).slice(0, mostEpisodes);
	// A series named by the caller is searched even if its episodes rest.
	const resting = options['seriesId'] === undefined ? await deps.searchBackOff.resting(ids, deps.now()) : new Set();
	return ids.filter(each => !resting.has(each));
}

/** The series id the caller named, if any. */
export function namedSeries({options}: TaskRun): string | undefined {
	return typeof options['seriesId'] === 'string' ? options['seriesId'] : undefined;
}
