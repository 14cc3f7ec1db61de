import {isExpected, NotFound} from '#shared/errors.ts';
import {fetchSubtitles} from '#shared/jobs/subtitles/fetch-subtitles.ts';
import type {SubtitleOwner} from '#shared/jobs/subtitles/subtitle-owner.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {lookAtSubtitles} from './look-at-subtitles.ts';
import {type SubtitledTitle, subtitledTitle} from './subtitled-title.ts';

/** Hours for which an import is new; what an update finds unread in an old library is left to the tasks. */
const freshHours = 24;
const millisecondsPerHour = 3_600_000;

/**
 * Reads the subtitles of a title, and searches what a new import lacks. Returns false when there is nothing to read.
 * Throws Unavailable while the disk is away.
 */
export async function readSubtitlesOf(owner: SubtitleOwner, deps: WorkerDeps, signal: AbortSignal): Promise<boolean> {
	const title = await subtitledTitle(owner, deps);
	if (!title) {
		return false;
	}
	const isFirst = !title.file.subtitles;
	const read = await lookAtSubtitles(title, deps, signal);
	if (read && isFirst && read.missing.length > 0 && isSearchedAtOnce(title, deps)) {
		await deps.jobs.enqueue(fetchSubtitles, {owner, reason: 'import'});
	}
	return read !== null;
}

/** The title or the file may be gone by now, which is no failure. */
export function isGoneMeanwhile(error: unknown): boolean {
	return error instanceof NotFound && isExpected(error);
}

/** Only imported files keep something of their release, and a person who adds a library does not want it all at once. */
function isSearchedAtOnce({file, isMonitored}: SubtitledTitle, {settings, now}: WorkerDeps): boolean {
	const isNew = Number(now()) - Number(file.dateAdded) < freshHours * millisecondsPerHour;
	const isWatched = isMonitored || !settings.get('subtitles.monitoredOnly');
	return file.kept !== undefined && isNew && isWatched && settings.get('subtitles.searchOnImport');
}
