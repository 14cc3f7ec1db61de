import {hourMs} from '#shared/domain/durations.ts';
import type {SubtitleOwner} from '#shared/domain/media/subtitle.ts';
import {isExpected, NotFound} from '#shared/errors.ts';
import {fetchSubtitles, type readSubtitles, readUnreadSubtitles} from '#shared/jobs/subtitles.ts';
import {readAgain} from '#shared/store/titles/file-subtitles.ts';
import {errnoOf} from '../integrations/files/disk-failure.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {whileFileStays} from './one-file-at-a-time.ts';
import {type RefreshDeps, refreshSubtitles} from './refresh-subtitles.ts';
import {type SubtitledTitle, subtitledTitle} from './subtitled-title.ts';

/** Hours during which an import counts as new. Subtitles of older files are searched by the tasks. */
const freshHours = 24;
/** Max movies and max episodes per job. Few, so that other jobs of the pool do not wait long. */
const filesPerJob = 25;
/** A disk answers several requests at once. */
const atOnce = 4;

type Deps = RefreshDeps & Pick<WorkerDeps, 'jobs' | 'leases'>;

/** Reads the subtitles of one file. */
export const handleReadSubtitles: Handler<typeof readSubtitles, keyof Deps> = async ({owner}, deps, {signal, log}) => {
	try {
		const title = await subtitledTitle(owner, deps);
		if (title) {
			await readFirst(title, deps, signal);
		}
	} catch (error) {
		if (!(error instanceof NotFound)) {
			throw error;
		}
		log.debug({err: error, ...owner}, 'There is nothing left whose subtitles could be read');
	}
};

/** Reads the subtitles of files that have not been read yet, a few files per job. */
export const handleReadUnreadSubtitles: Handler<typeof readUnreadSubtitles, keyof Deps> = async (_payload, deps, {signal, log}) => {
	const {movies, episodes, jobs} = deps;
	const owners: SubtitleOwner[] = [
		...(await movies.unreadSubtitles(filesPerJob)).map(id => ({type: 'movie' as const, id})),
		...(await episodes.unreadSubtitles(filesPerJob)).map(id => ({type: 'episode' as const, id})),
	];
	let read = 0;
	for (let start = 0; start < owners.length; start += atOnce) {
		signal.throwIfAborted();
		const outcomes = await Promise.all(owners.slice(start, start + atOnce).map(owner => readOne(owner, deps, signal)));
		read += outcomes.filter(isRead => isRead).length;
	}
	if (read > 0) {
		await jobs.enqueue(readUnreadSubtitles, {}, {priority: 100});
	} else if (owners.length > 0) {
		log.warn({files: owners.length}, 'The subtitles of files cannot be read while their disk is away; this will be tried again');
	}
};

async function readOne(owner: SubtitleOwner, deps: Deps, signal: AbortSignal): Promise<boolean> {
	try {
		const title = await subtitledTitle(owner, deps);
		const readAt = title?.file.subtitles?.readAt ?? readAgain;
		// Another episode of the same file may have been read already.
		return title !== null && (readAt > readAgain || (await readFirst(title, deps, signal)));
	} catch (error) {
		// One odd path, such as a loop of links, must not keep the others waiting.
		if (signal.aborted || !(isExpected(error) || errnoOf(error) !== null)) {
			throw error;
		}
		deps.log.debug({err: error, ...owner}, 'The subtitles of a file cannot be read');
		return false;
	}
}

/**
 * Reads the subtitles of a title, and searches for those that a new import lacks. Returns false when the title has
 * another file by now. Throws NotFound when the file is gone, Unavailable while its disk is away.
 */
async function readFirst(title: SubtitledTitle, deps: Deps, signal: AbortSignal): Promise<boolean> {
	// A record copied from the file before an upgrade has no stamp, because the new file has not been read.
	const isFirst = (title.file.subtitles?.stamp ?? '') === '';
	const read = await whileFileStays(title, {deps, signal}, still => refreshSubtitles(still, deps, signal));
	if (read && isFirst && read.missing.length > 0 && isSearchedAtOnce(title, deps)) {
		await deps.jobs.enqueue(fetchSubtitles, {owner: title.owner, reason: 'import'});
	}
	return read !== null;
}

/**
 * Only imported files have `releaseTraits`, so adding a whole library does not start a search for each of its files.
 */
function isSearchedAtOnce({file, isMonitored}: SubtitledTitle, {settings, now}: Pick<WorkerDeps, 'settings' | 'now'>): boolean {
	const isNew = Number(now()) - Number(file.dateAdded) < freshHours * hourMs;
	const isWatched = isMonitored || !settings.get('subtitles.monitoredOnly');
	return file.releaseTraits !== undefined && isNew && isWatched && settings.get('subtitles.searchOnImport');
}
