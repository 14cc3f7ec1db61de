import type {SubtitleOwner} from '#shared/domain/subtitles/subtitle-owner.ts';
import {isExpected} from '#shared/errors.ts';
import {readUnreadSubtitles} from '#shared/jobs/subtitles.ts';
import {readAgain} from '#shared/store/titles/file-subtitles.ts';
import {errnoOf} from '../integrations/files/disk-failure.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {readFirst} from './read-first.ts';
import {subtitledTitle} from './subtitled-title.ts';

/** Movies, and episodes, per job. Few, so that other work of the pool does not wait long. */
const filesPerJob = 25;
/** A disk answers several requests at once. */
const atOnce = 4;

export const handleReadUnreadSubtitles: Handler<typeof readUnreadSubtitles> = async (_payload, deps, {signal, log}) => {
	const owners = await unreadOwners(deps);
	let read = 0;
	for (let start = 0; start < owners.length; start += atOnce) {
		signal.throwIfAborted();
		const outcomes = await Promise.all(owners.slice(start, start + atOnce).map(owner => readOne(owner, deps, signal)));
		read += outcomes.filter(isRead => isRead).length;
	}
	if (read > 0) {
		await deps.jobs.enqueue(readUnreadSubtitles, {}, {priority: 100});
	} else if (owners.length > 0) {
		log.warn({files: owners.length}, 'The subtitles of files cannot be read while their disk is away; it is tried again');
	}
};

async function unreadOwners({movies, episodes}: WorkerDeps): Promise<SubtitleOwner[]> {
	const ofMovies = await movies.unreadSubtitles(filesPerJob);
	const ofEpisodes = await episodes.unreadSubtitles(filesPerJob);
	return [...ofMovies.map(id => ({type: 'movie' as const, id})), ...ofEpisodes.map(id => ({type: 'episode' as const, id}))];
}

async function readOne(owner: SubtitleOwner, deps: WorkerDeps, signal: AbortSignal): Promise<boolean> {
	try {
		const title = await subtitledTitle(owner, deps);
		const readAt = title?.file.subtitles?.readAt ?? readAgain;
		// Another episode of the same file may have had its turn.
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
