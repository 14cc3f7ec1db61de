import {filmFolder} from '#shared/domain/folders/title-folder.ts';
import {matchMovie} from '#shared/domain/matching/match-movie.ts';
import type {MovieDetails} from '#shared/domain/media/movie.ts';
import {movieFolder} from '#shared/domain/naming/movie-path.ts';
import {movieNaming} from '#shared/settings/settings.ts';
import type {MovieTitle} from '#shared/store/movies/movies.ts';
import {dropMovieFile} from '../library/drop-file.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {createMediaBackfill, type LibraryPlace, type MediaBackfill} from './media-backfill.ts';
import {recordMovieFiles} from './record-movie-files.ts';

type Deps = Parameters<typeof createMediaBackfill>[2] & Pick<WorkerDeps, 'files' | 'history' | 'now' | 'settings'>;

export function createMovieBackfill(place: LibraryPlace, deps: Deps): MediaBackfill {
	const {movies, metadata, settings, now} = deps;
	return createMediaBackfill<MovieTitle, MovieDetails>(
		place,
		{
			mode: 'movie',
			kind: 'movie',
			titles: movies,
			match: matchMovie,
			async withFile(titleIds) {
				const paths = await movies.pathsOf(await movies.notElsewhere(titleIds, place.library.id));
				return new Set([...paths].flatMap(([id, path]) => (path === null ? [] : [id])));
			},
			record: rows => recordMovieFiles(rows, deps),
			findByTvMetaId: async () => null,
			search: metadata.searchMovies,
			details: metadata.movie,
			// A film directly in the root folder has none of its own.
			folderOf: (details, relative) => filmFolder(relative) || movieFolder(details, movieNaming(settings)),
			add(details, choice) {
				const usualDelayDays = settings.get('media.availabilityDelayDays');
				return movies.add(details, {...choice, minimumAvailability: 'released', usualDelayDays}, now());
			},
			async drop(titleId, path) {
				const movie = await movies.find(titleId);
				return movie?.file?.path === path && (await dropMovieFile({...movie, file: movie.file}, deps));
			},
		},
		deps,
	);
}
