import type {GrabTarget} from '#shared/domain/downloads/queue-item.ts';
import {type ChosenScope, type Pause, pausedText, pauseOfMove, pauseOfTitle} from '#shared/domain/pauses.ts';
import {Unavailable} from '#shared/errors.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

type Deps = Pick<WorkerDeps, 'now' | 'pauses'>;

/** Why a task does nothing; null if nothing is paused as a whole. */
export async function whyAllPaused({pauses, now}: Deps): Promise<string | null> {
	const active = await pauses.active(now());
	const all = active.find(({scope}) => scope === 'all');
	const move = pauseOfMove(active);
	return all ? pausedText('Everything', all) : move && pausedText(move.what, move);
}

/** Why no task searches or grabs for titles of this library; null if they may. */
export async function whyPaused(libraryId: string | null, {pauses, now}: Deps): Promise<string | null> {
	const found = pauseOfTitle(libraryId, await pauses.active(now()));
	return found && pausedText(found.what, found);
}

/** The things of this scope that are paused themselves, each with its text; not because everything is. */
export async function pausedOnes(scope: Exclude<ChosenScope, 'all'>, what: string, {pauses, now}: Deps): Promise<Map<string, string>> {
	const own = (await pauses.active(now())).filter(
		(each): each is Pause & {targetId: string} => each.scope === scope && each.targetId !== null,
	);
	return new Map(own.map(each => [each.targetId, pausedText(what, each)]));
}

/** Nothing is grabbed by itself while its title is paused. Throws Unavailable `paused`. */
export async function refusePaused({movieId, seriesId}: GrabTarget, deps: Deps & Pick<WorkerDeps, 'movies' | 'series'>): Promise<void> {
	const title = movieId ? await deps.movies.find(movieId) : await deps.series.find(seriesId ?? '');
	const reason = await whyPaused(title?.libraryId ?? null, deps);
	if (reason !== null) {
		throw new Unavailable('paused', reason);
	}
}
