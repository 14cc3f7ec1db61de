import {refreshAfterLoss} from '#shared/domain/media/next-refresh.ts';
import {NotFound} from '#shared/errors.ts';
import {type delayMovies, mapNumbers, type refreshDue, refreshMovie, refreshSeries} from '#shared/jobs/refresh.ts';
import {noteOutcome} from '../executions/note-outcome.ts';
import {promisePlayerFiles} from '../library/player-files.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler, Run} from '../runtime/handler.ts';
import {retag} from './apply-auto-tags.ts';
import {inOrderOfSeries} from './episode-orders.ts';

type Deps = Pick<
	WorkerDeps,
	| 'autoTags'
	| 'episodes'
	| 'jobs'
	| 'log'
	| 'metadata'
	| 'movies'
	| 'now'
	| 'otherNumbers'
	| 'outbox'
	| 'series'
	| 'settings'
	| 'taskActivities'
>;

const goneText = 'The provider no longer has this title; it stays as it is.';

interface Copies<Title> {
	get(id: string): Promise<Title>;
	findCopies(metaId: number): Promise<Title[]>;
	postponeRefresh(id: string, at: Date): Promise<void>;
}

/**
 * Updates a title and its copies in other libraries with the provider's current data, which is asked for once. The
 * provider answers 404 for a title that it has removed: that keeps its old data.
 */
async function refreshCopies<Title extends {id: string; metaId: number; title: string}>(
	{id, executionId, titles}: {id: string; executionId: string | undefined; titles: Copies<Title>},
	{deps, run}: {deps: Pick<Deps, 'log' | 'now' | 'taskActivities'>; run: Run},
	refresh: (copies: readonly Title[], metaId: number) => Promise<void>,
): Promise<void> {
	const asked = await titles.get(id);
	const {metaId, title} = asked;
	// A job that dies in between leaves the others due.
	const copies = [asked, ...(await titles.findCopies(metaId)).filter(copy => copy.id !== id)];
	await noteOutcome({executionId, mediaId: id, mediaTitle: title, action: 'refresh'}, {deps, run}, async () => {
		try {
			await refresh(copies, metaId);
			return {status: 'completed', message: 'It was refreshed.'};
		} catch (error) {
			if (!(error instanceof NotFound)) {
				throw error;
			}
			for (const copy of copies) {
				await titles.postponeRefresh(copy.id, refreshAfterLoss(deps.now()));
			}
			run.log.warn({mediaId: id, metaId}, goneText);
			return {status: 'failed', message: goneText};
		}
	});
}

export const handleRefreshMovie: Handler<typeof refreshMovie, keyof Deps> = async ({movieId, executionId}, deps, run) => {
	const {movies, metadata, settings, now} = deps;
	await refreshCopies({id: movieId, executionId, titles: movies}, {deps, run}, async (copies, metaId) => {
		const details = await metadata.movie(metaId, run.signal, 'fresh');
		for (const {id} of copies) {
			await movies.refresh(id, details, now(), settings.get('media.availabilityDelayDays'));
			await retag(id, 'movies', deps, run.signal);
			await promisePlayerFiles({kind: 'movie', id}, deps);
		}
	});
};

/** Including new seasons and episodes. */
export const handleRefreshSeries: Handler<typeof refreshSeries, keyof Deps> = async ({seriesId, executionId}, deps, run) => {
	const {series, metadata, jobs, now} = deps;
	await refreshCopies({id: seriesId, executionId, titles: series}, {deps, run}, async (copies, metaId) => {
		const fresh = await metadata.series(metaId, run.signal, 'fresh');
		for (const copy of copies) {
			const {details, order} = await inOrderOfSeries(copy, fresh, deps, run.signal);
			const changes = await series.refresh(copy.id, details, now(), order);
			await retag(copy.id, 'tv', deps, run.signal);
			await promisePlayerFiles({kind: 'series', id: copy.id}, deps);
			run.log.debug({seriesId: copy.id, ...changes}, 'Refreshed a series');
			if (changes && changes.added > 0 && (await series.isNumbered(copy.id))) {
				await jobs.enqueue(mapNumbers, {seriesId: copy.id}, {priority});
			}
		}
	});
};

/** Lower priority than anything a person waits for. */
const priority = 50;

/** Titles that are still queued from the last time are not queued twice, because their jobs have a key. */
export const handleRefreshDue: Handler<typeof refreshDue, keyof Deps> = async (
	{limit, executionId},
	{movies, series, jobs, now},
	{signal},
) => {
	const [dueMovies, dueSeries] = [await movies.dueForRefresh(now(), limit), await series.dueForRefresh(now(), limit)];
	const execution = executionId === undefined ? {} : {executionId};
	for (const seriesId of dueSeries) {
		signal.throwIfAborted();
		await jobs.enqueue(refreshSeries, {seriesId, ...execution}, {priority});
	}
	for (const movieId of dueMovies) {
		signal.throwIfAborted();
		await jobs.enqueue(refreshMovie, {movieId, ...execution}, {priority});
	}
	return {movies: dueMovies.length, series: dueSeries.length};
};

/** Writes only movies whose value differs, so that a second run costs little and a killed one continues. */
export const handleDelayMovies: Handler<typeof delayMovies, 'movies' | 'settings'> = async (
	_payload,
	{movies, settings},
	{signal, log},
) => {
	// This process may learn of a changed setting later than the queue asks for it.
	await settings.load();
	const days = settings.get('media.availabilityDelayDays');
	let changed = 0;
	for await (const ids of movies.withOtherDelay(days)) {
		signal.throwIfAborted();
		await movies.setUsualDelay(ids, days);
		changed += ids.length;
	}
	log.info({days, changed}, 'Worked out again since when movies are available');
};
