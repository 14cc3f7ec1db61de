import {readPath} from '#shared/domain/backfill/read-path.ts';
import type {GrabTarget, QueueItem} from '#shared/domain/downloads/queue-item.ts';
import type {DownloadedFile} from '#shared/domain/imports/sort-files.ts';
import {lookupKeys} from '#shared/domain/matching/lookup-keys.ts';
import {isWholeSeason} from '#shared/domain/matching/match-episodes.ts';
import {matchMovie} from '#shared/domain/matching/match-movie.ts';
import {readerOfEpisodes} from '#shared/domain/matching/match-numbered.ts';
import {matchSeries} from '#shared/domain/matching/match-series.ts';
import {createTitleIndex} from '#shared/domain/matching/title-index.ts';
import {toManualItem} from '#shared/store/downloads/manual-item.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';

/** The item that the import of this file would have if its name is right. It is not stored. */
export async function guessItem(
	file: DownloadedFile,
	within: string,
	deps: Pick<WorkerDeps, 'episodes' | 'movies' | 'now' | 'series'>,
): Promise<QueueItem> {
	const subject = await guessSubject(file.relative, deps);
	const choice = {path: file.path, within, quality: null, languages: null, releaseGroup: null, mode: 'hardlink' as const};
	const {addresses: _, ...item} = toManualItem({...choice, ...subject}, deps.now());
	return {...item, import: null, followUp: null, id: '', updatedAt: item.added};
}

/** An episode's name is the clearer one, so series come first. */
async function guessSubject(relative: string, deps: Pick<WorkerDeps, 'episodes' | 'movies' | 'series'>): Promise<GrabTarget> {
	return (await guessEpisodes(relative, deps)) ?? (await guessMovie(relative, deps)) ?? {movieId: null, seriesId: null, episodeIds: []};
}

async function guessEpisodes(relative: string, {series, episodes}: Pick<WorkerDeps, 'episodes' | 'series'>): Promise<GrabTarget | null> {
	const {readings, tvMetaId} = readPath(relative, 'tv');
	const keys = lookupKeys(readings.map(parsed => ({parsed})));
	const index = createTitleIndex(await series.byKeys({...keys, tvMetaIds: tvMetaId === null ? [] : [tvMetaId]}));
	for (const parsed of readings) {
		const found = matchSeries(index, parsed, {imdbId: null, metaId: null, tvMetaId});
		if (found && !isWholeSeason(parsed, found)) {
			const held = readerOfEpisodes(await episodes.ofSeries(found.id), found)(parsed);
			return {movieId: null, seriesId: found.id, episodeIds: held.episodes.map(({id}) => id)};
		}
	}
	return null;
}

async function guessMovie(relative: string, {movies}: Pick<WorkerDeps, 'movies'>): Promise<GrabTarget | null> {
	const {readings} = readPath(relative, 'movie');
	const index = createTitleIndex(await movies.byKeys(lookupKeys(readings.map(parsed => ({parsed})))));
	const found = readings.map(parsed => matchMovie(index, parsed)).find(movie => movie !== null);
	return found ? {movieId: found.id, seriesId: null, episodeIds: []} : null;
}
