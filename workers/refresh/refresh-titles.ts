import {refreshAfterLoss} from '#shared/domain/media/next-refresh.ts';
import {type delayMovies, mapNumbers, type refreshDue, refreshMovie, refreshSeries} from '#shared/jobs/refresh.ts';
import {noteOutcome} from '../executions/note-outcome.ts';
import {promisePlayerFiles} from '../library/player-files.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {retag} from './apply-auto-tags.ts';
import {inOrderOfSeries} from './episode-orders.ts';
import {goneText, keepIfGoneAtProvider} from './title-gone-at-provider.ts';

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

/**
 * Updates the title and its copies in other libraries with the provider's current data, which is asked for once. A
 * title that is gone there keeps its old data.
 */
export const handleRefreshMovie: Handler<typeof refreshMovie, keyof Deps> = async ({movieId, executionId}, deps, run) => {
	const {movies, metadata, settings, now} = deps;
	const asked = await movies.get(movieId);
	const {metaId, title} = asked;
	const copies = askedFirst(asked, await movies.findCopies(metaId));
	await noteOutcome({executionId, mediaId: movieId, mediaTitle: title, action: 'refresh'}, {deps, run}, () =>
		keepIfGoneAtProvider(
			async () => {
				const details = await metadata.movie(metaId, run.signal, 'fresh');
				for (const {id} of copies) {
					await movies.refresh(id, details, now(), settings.get('media.availabilityDelayDays'));
					await retag(id, 'movies', deps, run.signal);
					await promisePlayerFiles({kind: 'movie', id}, deps);
				}
			},
			async () => {
				for (const {id} of copies) {
					await movies.postponeRefresh(id, refreshAfterLoss(now()));
				}
				run.log.warn({movieId, metaId}, goneText);
			},
		),
	);
};

/** A job that dies in between leaves the others due. */
const askedFirst = <Title extends {id: string}>(asked: Title, copies: readonly Title[]): Title[] => [
	asked,
	...copies.filter(({id}) => id !== asked.id),
];

/** Like `handleRefreshMovie`, including new seasons and episodes. */
export const handleRefreshSeries: Handler<typeof refreshSeries, keyof Deps> = async ({seriesId, executionId}, deps, run) => {
	const {series, metadata, jobs, now} = deps;
	const asked = await series.get(seriesId);
	const {metaId, title} = asked;
	const copies = askedFirst(asked, await series.findCopies(metaId));
	await noteOutcome({executionId, mediaId: seriesId, mediaTitle: title, action: 'refresh'}, {deps, run}, () =>
		keepIfGoneAtProvider(
			async () => {
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
			},
			async () => {
				for (const {id} of copies) {
					await series.postponeRefresh(id, refreshAfterLoss(now()));
				}
				run.log.warn({seriesId, metaId}, goneText);
			},
		),
	);
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
