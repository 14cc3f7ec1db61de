import {randomUUID} from 'node:crypto';
import type {GrabbedRelease, QueueItem, Sending} from '#shared/domain/downloads/queue-item.ts';
import {Conflict} from '#shared/errors.ts';
import type {NewQueueItem} from '#shared/store/downloads/downloads.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** The worker that stores an intent sends it. Another may take over at any time; the token says whose turn it is. */
export function newSending(key: string | null, token: string = randomUUID()): Sending {
	return {key, token, tries: 1, until: new Date(0)};
}

/**
 * Stores the intent to grab a release. `rival` is the item that already stands for the release.
 * Throws Conflict `release_already_grabbed` when it was imported and its file is in the library.
 */
export async function storeIntent(item: NewQueueItem, deps: WorkerDeps): Promise<{intent: QueueItem} | {rival: QueueItem}> {
	const {downloads} = deps;
	if ((await wasImported(item.release, deps)) && (await hasItsFile(item, deps))) {
		throw alreadyGrabbed(item.release);
	}
	// The second round follows a rival that went away, or that no longer counts, between two calls.
	for (let round = 1; ; round += 1) {
		try {
			return {intent: await downloads.add(item)};
		} catch (error) {
			const rival = error instanceof Conflict ? await downloads.holderOf(item.release) : null;
			if (!(error instanceof Conflict) || round === 3) {
				throw error;
			}
			if (rival && rival.state !== 'imported') {
				return {rival};
			}
			if (rival && (await hasItsFile(rival, deps))) {
				throw error;
			}
			if (rival) {
				await downloads.freeImported(rival.id);
			}
		}
	}
}

export function alreadyGrabbed({title}: Pick<GrabbedRelease, 'title'>): Conflict {
	return new Conflict('release_already_grabbed', `${title} has already been grabbed.`);
}

async function wasImported({guid, indexerId}: GrabbedRelease, {history}: WorkerDeps): Promise<boolean> {
	const grabs = await history.grabsOf([{guid, infoHash: null}]);
	return grabs.some(grab => grab.indexerId === indexerId && grab.outcome === 'imported');
}

/** Does each title of the release still have the file that came from it? What vanished may be fetched again. */
async function hasItsFile({release, target}: Pick<QueueItem, 'release' | 'target'>, {movies, episodes}: WorkerDeps): Promise<boolean> {
	const {movieId, episodeIds} = target;
	const held = movieId ? await movies.getMany([movieId]) : await episodes.getMany(episodeIds);
	return held.length > 0 && held.every(({file}) => file?.releaseTitle === release.title);
}
