import {minuteMs} from '#shared/domain/durations.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import {wantedEpisodes} from '#shared/domain/searches/wanted-episodes.ts';
import {type SearchEpisodes, type SearchMovie, searchEpisodes, searchMovie} from '#shared/jobs/search.ts';
import type {TitleCopy} from '#shared/store/titles/title-copies.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Run} from '../runtime/handler.ts';

/** A title, and the copies of it in other libraries. */
export interface AmongCopies {
	id: string;
	metaId: number;
	others: readonly TitleCopy[];
}

/** The copies of a title in other libraries; none for nearly every title. */
export async function othersOf(
	{id, metaId}: Pick<AmongCopies, 'id' | 'metaId'>,
	titles: {copiesOf(metaIds: readonly number[]): Promise<TitleCopy[]>},
): Promise<TitleCopy[]> {
	return (await titles.copiesOf([metaId])).filter(copy => copy.id !== id);
}

/** How a title with copies was found: for them nobody has searched. */
export const foundFor = ({id, others}: Pick<AmongCopies, 'id' | 'others'>): {titleId?: string} => (others.length > 0 ? {titleId: id} : {});

/** Milliseconds that a search waits for that of another copy, whose answers it reads then. */
const maxWaitMs = 3 * minuteMs;

/** Runs one search of a work at a time, so that the second finds the answers that the first leaves. */
export async function oneOfCopies<T>(
	kind: 'movie' | 'series',
	{metaId, others}: AmongCopies,
	{deps: {leases}, run}: {deps: Pick<WorkerDeps, 'leases'>; run: Run},
	search: () => Promise<T>,
): Promise<T> {
	if (others.length === 0) {
		return search();
	}
	const lease = await leases.acquire(`search-${kind}-${metaId}`, {signal: run.signal, maxWaitMs});
	try {
		return await search();
	} finally {
		await lease?.release();
	}
}

type QueueDeps = Pick<WorkerDeps, 'episodes' | 'jobs' | 'movies' | 'now' | 'qualityProfiles' | 'searchBackoff' | 'series'>;

/** Before whatever else a task has queued, so that the answers are still kept. */
const priority = 40;

/** Queues the due copies of a movie that a task has searched right behind it. They cost no query. */
export async function queueOtherMovies(
	{reason, executionId, behindCopy}: SearchMovie,
	others: readonly TitleCopy[],
	{jobs, movies, searchBackoff, now}: QueueDeps,
): Promise<void> {
	const ids = others.filter(({monitored}) => monitored).map(({id}) => id);
	if (ids.length === 0 || executionId === undefined || behindCopy) {
		return;
	}
	const wanted = await (reason === 'missing' ? movies.missingOf(ids, now()) : movies.belowCutoffOf(ids));
	const paused = await searchBackoff.paused(ids, now());
	for (const {id} of wanted.filter(each => !paused.has(each.id))) {
		const payload = {movieId: id, reason, executionId, behindCopy: true};
		// One that waits for its turn would come when the answers are gone.
		await jobs.takeWaiting(searchMovie, payload, () => true);
		await jobs.enqueue(searchMovie, payload, {priority});
	}
}

/** The same for the episodes that a task has searched. */
export async function queueOtherSeries(
	{reason, executionId, behindCopy}: SearchEpisodes,
	{others, searched}: {others: readonly TitleCopy[]; searched: readonly Episode[]},
	{episodes, jobs, qualityProfiles, searchBackoff, series, now}: QueueDeps,
): Promise<void> {
	const ids = others.filter(({monitored}) => monitored).map(({id}) => id);
	if (ids.length === 0 || executionId === undefined || behindCopy || searched.length === 0) {
		return;
	}
	const numberOf = ({seasonNumber, episodeNumber}: Episode) => `${seasonNumber}x${episodeNumber}`;
	const numbers = new Set(searched.map(numberOf));
	for (const {id, qualityProfileId} of await series.getMany(ids)) {
		const profile = await qualityProfiles.getOrDefault(qualityProfileId);
		const asked = {reason, seasonNumber: null, episodeIds: null};
		const wanted = wantedEpisodes(await episodes.ofSeries(id), asked, {profile, now: now()}).filter(each => numbers.has(numberOf(each)));
		const paused = await searchBackoff.paused(
			wanted.map(each => each.id),
			now(),
		);
		const episodeIds = wanted.filter(each => !paused.has(each.id)).map(each => each.id);
		if (episodeIds.length > 0) {
			const payload = {seriesId: id, seasonNumber: null, episodeIds, reason, executionId, behindCopy: true};
			await jobs.takeWaiting(searchEpisodes, payload, () => true);
			await jobs.enqueue(searchEpisodes, payload, {priority});
		}
	}
}
