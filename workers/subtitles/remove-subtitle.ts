import {type Subtitle, subtitleKindKey} from '#shared/domain/media/subtitle.ts';
import {subtitleSearchKey} from '#shared/domain/searches/search-backoff.ts';
import {Conflict, NotFound, Unavailable} from '#shared/errors.ts';
import type {RemoveSubtitle, removeSubtitle} from '#shared/jobs/subtitles.ts';
import {recycleBin} from '../library/disk-settings.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {blocklist} from './download-subtitle.ts';
import {type FinishDeps, finishLeft} from './finish-fetched.ts';
import {noteInHistory} from './note-in-history.ts';
import {oneFileAtATime, whileFileStays} from './one-file-at-a-time.ts';
import {refreshSubtitles} from './refresh-subtitles.ts';
import {ensureRemovable, removeBeside} from './remove-beside.ts';
import {type SubtitledTitle, subtitledTitle} from './subtitled-title.ts';

type Deps = FinishDeps & Pick<WorkerDeps, 'leases' | 'searchBackoff' | 'subtitleBlocklist'>;

/** Milliseconds that a person waits for another worker. */
const patienceMs = 25_000;

/**
 * Removes a subtitle file. What the language profile wants is missing again then: the tasks search it after
 * six hours, and take the same one unless it is on the blocklist.
 */
export const handleRemoveSubtitle: Handler<typeof removeSubtitle, keyof Deps> = async (request, deps, run) => {
	const title = await subtitledTitle(request.owner, deps);
	const options = {fileId: title?.file.id ?? '', patienceMs, signal: run.signal};
	const isDone =
		title &&
		(await oneFileAtATime(options, deps, signal => whileFileStays(title, {deps, signal}, still => remove(still, request, {deps, signal}))));
	if (!title) {
		throw unknown();
	}
	if (!isDone) {
		throw new Unavailable('subtitles_busy', 'Another worker is busy with the subtitles of this file. Try again in a minute.');
	}
};

function unknown(): NotFound {
	return new NotFound('subtitle_not_found', 'This file has no such subtitle. List its subtitles again.');
}

async function remove(
	title: SubtitledTitle,
	{subtitleId, blocklist: isBlocked}: RemoveSubtitle,
	{deps, signal}: {deps: Deps; signal: AbortSignal},
): Promise<true> {
	const {subtitles} = await finishLeft(title, {deps, signal});
	const found = subtitles?.list.find(({id}) => id === subtitleId);
	if (!found) {
		throw unknown();
	}
	const {path} = found;
	if (path === null) {
		throw new Conflict('subtitle_embedded', 'This subtitle is a track of the video and cannot be removed without changing the file.');
	}
	await ensureRemovable({path, video: title.file.path}, deps);
	// Blocking it comes first, so that it cannot come back if the worker dies in between.
	await keepFromComingBack(title, {found, isBlocked}, deps);
	const roots = (await deps.rootFolders.list()).map(root => root.path);
	const bin = recycleBin(path, roots, deps);
	if (await removeBeside({path, video: title.file.path, bin, signal}, deps)) {
		const entry = {
			path,
			language: keyOf(found),
			provider: found.provider,
			score: found.score,
			reason: isBlocked ? 'blocklisted' : 'deleted',
		};
		await noteInHistory(title, {event: 'subtitleRemoved', ...entry}, {deps});
	}
	await refreshSubtitles(title, deps, signal);
	return true;
}

function keyOf({language, ...found}: Subtitle): string | null {
	return language === null ? null : subtitleKindKey({...found, language});
}

async function keepFromComingBack(
	title: SubtitledTitle,
	{found, isBlocked}: {found: Subtitle; isBlocked: boolean},
	deps: Pick<WorkerDeps, 'subtitleBlocklist' | 'searchBackoff' | 'now'>,
): Promise<void> {
	const {source, provider, providerId, providerSubtitleId, language} = found;
	if (isBlocked && source === 'downloaded' && providerId && providerSubtitleId) {
		const what = {providerId, provider: provider ?? '', id: providerSubtitleId, releases: [], language: keyOf(found) ?? language ?? ''};
		await blocklist(title, {found: what, reason: 'Removed by a person.'}, deps);
	}
	for (const id of title.movieId === null ? title.episodeIds : [title.movieId]) {
		await deps.searchBackoff.note(subtitleSearchKey(id), deps.now(), {found: true});
	}
}
