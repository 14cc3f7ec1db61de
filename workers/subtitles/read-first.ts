import {hourMs} from '#shared/domain/durations.ts';
import {NotFound} from '#shared/errors.ts';
import {fetchSubtitles} from '#shared/jobs/subtitles.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {lookAtSubtitles} from './look-at-subtitles.ts';
import type {SubtitledTitle} from './subtitled-title.ts';

/** Hours for which an import is new; what an update finds unread in an old library is left to the tasks. */
const freshHours = 24;

/**
 * Reads the subtitles of a title, and searches what a new import lacks. Returns false when the title has another file
 * by now. Throws NotFound when the file is gone, Unavailable while its disk is away.
 */
export async function readFirst(title: SubtitledTitle, deps: WorkerDeps, signal: AbortSignal): Promise<boolean> {
	// What an upgrade has taken over has no stamp, because nobody has looked at the new file.
	const isFirst = (title.file.subtitles?.stamp ?? '') === '';
	const read = await lookAtSubtitles(title, deps, signal);
	if (read && isFirst && read.missing.length > 0 && isSearchedAtOnce(title, deps)) {
		await deps.jobs.enqueue(fetchSubtitles, {owner: title.owner, reason: 'import'});
	}
	return read !== null;
}

/** The title or the file may be gone by now, which is no failure. */
export function isGoneMeanwhile(error: unknown): boolean {
	return error instanceof NotFound;
}

/** Only imported files keep something of their release. A whole library is not searched at once when it is added. */
function isSearchedAtOnce({file, isMonitored}: SubtitledTitle, {settings, now}: WorkerDeps): boolean {
	const isNew = Number(now()) - Number(file.dateAdded) < freshHours * hourMs;
	const isWatched = isMonitored || !settings.get('subtitles.monitoredOnly');
	return file.kept !== undefined && isNew && isWatched && settings.get('subtitles.searchOnImport');
}
