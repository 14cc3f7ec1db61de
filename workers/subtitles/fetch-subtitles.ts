import {type FileSubtitles, subtitleKindKey} from '#shared/domain/media/subtitle.ts';
import {subtitleSearchKey, subtitleUpgradeKey} from '#shared/domain/searches/search-backoff.ts';
import type {ItemOutcome} from '#shared/domain/searches/search-outcome.ts';
import type {RatedSubtitle} from '#shared/domain/subtitles/found-subtitle.ts';
import {missingGoals, reaching, type SubtitleGoal, upgradeGoals} from '#shared/domain/subtitles/subtitle-goals.ts';
import {subtitleOutcome, wereSubtitlesSearched} from '#shared/domain/subtitles/subtitle-outcome.ts';
import {NotFound} from '#shared/errors.ts';
import type {FetchSubtitles, fetchSubtitles} from '#shared/jobs/subtitles.ts';
import {noteOutcome} from '../executions/note-outcome.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler, Run} from '../runtime/handler.ts';
import {type DownloadDeps, type Downloads, describe, downloadBest} from './download-subtitle.ts';
import {type FinishDeps, finishFetched, finishLeft, isStillOurs} from './finish-fetched.ts';
import {oneFileAtATime, whileFileStays} from './one-file-at-a-time.ts';
import {type SearchDeps, type SearchResult, searchProviders} from './search-subtitles.ts';
import {type SubtitledTitle, subtitledTitle} from './subtitled-title.ts';

type Deps = FinishDeps & DownloadDeps & SearchDeps & Pick<WorkerDeps, 'leases' | 'searchBackoff' | 'taskActivities'>;

/** Milliseconds to wait for another worker to finish with the same file; longer than the lease of a dead one. */
const patienceMs = 60_000;

const replaced = 'It has another file by now.';

interface FetchContext {
	deps: Deps;
	run: Pick<Run, 'log'>;
	signal: AbortSignal;
}

/** Gets what a file lacks, or better ones than it has. For a person even an unmonitored title is searched. */
export const handleFetchSubtitles: Handler<typeof fetchSubtitles, keyof Deps> = async (request, deps, run) => {
	const {owner, executionId} = request;
	const title = await unlessDeleted(subtitledTitle(owner, deps));
	const item = {executionId, mediaId: owner.id, mediaTitle: title?.name ?? (await nameOf(owner, deps)), action: 'search'} as const;
	await noteOutcome(item, {deps, run}, async () => {
		if (!title) {
			return {status: 'skipped', message: 'It has no file, or was deleted.'};
		}
		// What was downloaded already is finished all the same.
		if (isLeftAlone(title, request.reason, deps) && (await deps.fetchedSubtitles.ofFile(title.file.id)).length === 0) {
			return {status: 'skipped', message: 'It is not monitored.'};
		}
		const options = {fileId: title.file.id, patienceMs, signal: run.signal};
		const outcome = await oneFileAtATime(options, deps, signal => fetch(request, {deps, run, signal}));
		return outcome ?? {status: 'skipped', message: 'Another worker is busy with its subtitles.'};
	});
};

function isLeftAlone({isMonitored}: SubtitledTitle, reason: FetchSubtitles['reason'], {settings}: Pick<WorkerDeps, 'settings'>): boolean {
	return reason !== 'person' && !isMonitored && settings.get('subtitles.monitoredOnly');
}

/** A task may have queued the search long before. */
async function unlessDeleted<T>(title: Promise<T>): Promise<T | null> {
	try {
		return await title;
	} catch (error) {
		if (error instanceof NotFound) {
			return null;
		}
		throw error;
	}
}

async function nameOf({type, id}: FetchSubtitles['owner'], {movies, episodes}: Pick<WorkerDeps, 'movies' | 'episodes'>): Promise<string> {
	return (type === 'movie' ? await movies.find(id) : await episodes.find(id))?.title ?? id;
}

async function fetch({owner, reason}: FetchSubtitles, context: FetchContext): Promise<ItemOutcome> {
	const {deps, run, signal} = context;
	// Read again, because another worker may have changed it while this one waited.
	const known = await unlessDeleted(subtitledTitle(owner, deps));
	const left =
		known && (await whileFileStays(known, {deps, signal}, async still => ({title: still, ...(await finishLeft(still, {deps, signal}))})));
	if (!left?.subtitles) {
		return {status: 'skipped', message: replaced};
	}
	const {title, subtitles, finished} = left;
	const goals = isLeftAlone(title, reason, deps)
		? []
		: reason === 'upgrade'
			? await upgradesOf(title, subtitles, deps)
			: missingGoals(subtitles, title.profile.subtitles);
	const before = finished.map(describe);
	if (goals.length === 0) {
		return before.length > 0
			? {status: 'completed', message: `Finished what an earlier run had downloaded: ${before.join('; ')}.`}
			: {status: 'skipped', message: reason === 'upgrade' ? 'None of its subtitles is to be upgraded.' : 'Nothing is missing.'};
	}
	const wanted = {kinds: goals.map(({kind}) => kind), standIns: goals.flatMap(({standIn}) => standIn ?? [])};
	const found = await searchProviders(title, wanted, {deps, signal});
	const progress: Progress = {
		downloads: {usedUp: new Map(), unusable: new Set(), failed: [], suspects: []},
		downloaded: [],
		missing: subtitles.missing,
		isReplaced: false,
	};
	try {
		await reachGoals({title, goals, rated: found.rated, reason, subtitles, progress}, context);
	} finally {
		// A title whose subtitles cannot be written is left alone for a while too, because each try costs a download.
		await (signal.aborted || noteSearch(title, {reason, found, progress}, deps));
	}
	const {downloads, downloaded, missing} = progress;
	run.log.info({title: title.name, found: found.rated.length, downloaded}, 'Searched subtitles');
	if (progress.isReplaced) {
		return {status: 'skipped', message: replaced};
	}
	const usedUp = [...downloads.usedUp.values()];
	return subtitleOutcome({...found, failed: downloads.failed, usedUp, missing, downloaded: [...before, ...downloaded]});
}

interface Search {
	title: SubtitledTitle;
	goals: readonly SubtitleGoal[];
	rated: readonly RatedSubtitle[];
	reason: string;
	subtitles: FileSubtitles;
	progress: Progress;
}

/** Filled while goals are reached, so that it is known even when a step fails. */
interface Progress {
	downloads: Downloads;
	/** For people. */
	downloaded: string[];
	missing: string[];
	/** The title has another file by now, for which the found subtitles were not made. */
	isReplaced: boolean;
}

/** Downloads the best subtitle for each goal and puts it beside the file. */
async function reachGoals({title, goals, rated, reason, subtitles, progress}: Search, {deps, signal}: FetchContext): Promise<void> {
	const {downloads, downloaded} = progress;
	let seen = subtitles;
	for (const goal of goals) {
		// What was just downloaded may be all that is wanted.
		if (goal.over === null && !seen.missing.includes(subtitleKindKey(goal.kind))) {
			continue;
		}
		const candidates = reaching(goal, rated);
		const fetched = await downloadBest(title, {goal, candidates, reason, downloads}, {deps, signal});
		if (!fetched) {
			continue;
		}
		const {subtitles: after} = await whileFileStays(title, {deps, signal}, still => finishFetched(still, {fetched, seen}, {deps, signal}));
		if (!after) {
			progress.isReplaced = true;
			break;
		}
		downloaded.push(describe(fetched));
		seen = after;
		progress.missing = after.missing;
	}
}

async function upgradesOf(
	{profile}: SubtitledTitle,
	subtitles: FileSubtitles,
	{settings, now}: Pick<WorkerDeps, 'settings' | 'now'>,
): Promise<SubtitleGoal[]> {
	const withinDays = settings.get('subtitles.upgradeWithinDays');
	const goals = upgradeGoals(subtitles, {withinDays, now: now(), wishes: profile.subtitles});
	const isOpen = await Promise.all(goals.map(({over}) => over !== null && isStillOurs(over)));
	return goals.filter((_, index) => isOpen[index]);
}

/** After a search that found nothing the next one is later. A title that only lacks downloads has not been searched. */
async function noteSearch(
	{owner, episodeIds}: SubtitledTitle,
	{reason, found, progress}: {reason: FetchSubtitles['reason']; found: SearchResult; progress: Progress},
	{searchBackoff, now}: Pick<WorkerDeps, 'searchBackoff' | 'now'>,
): Promise<void> {
	const keyOf = reason === 'upgrade' ? subtitleUpgradeKey : subtitleSearchKey;
	if (reason === 'person' || progress.isReplaced || progress.downloads.usedUp.size > 0 || !wereSubtitlesSearched(found.providerResults)) {
		return;
	}
	for (const id of owner.type === 'movie' ? [owner.id] : episodeIds) {
		await searchBackoff.note(keyOf(id), now(), {found: progress.downloaded.length > 0});
	}
}
