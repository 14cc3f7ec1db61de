import {join} from 'node:path';
import {chooseFilm} from '#shared/domain/imports/film-parts.ts';
import type {DownloadedFile} from '#shared/domain/imports/sort-files.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {NamedFile} from '#shared/domain/naming/file-values.ts';
import {movieFile} from '#shared/domain/naming/movie-path.ts';
import {movieNaming} from '#shared/settings/naming.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {MediaImport} from './media-import.ts';
import {refuse} from './refusal.ts';
import {rootOf} from './root-of.ts';

/** A movie's download always belongs to that movie: the release was judged when it was grabbed. */
export const movieImport: MediaImport = {
	async findTargets(item, videos, deps) {
		const {movieId} = item.target;
		const movie = movieId ? await deps.movies.find(movieId) : null;
		if (!movie) {
			throw refuse(item.release.title, {
				code: 'no_title',
				message: 'Its movie is no longer in the library. Add it again, or remove the download.',
			});
		}
		const others = (rest: readonly DownloadedFile[]) =>
			rest.map(video => ({video, reason: 'It is not the film itself.', claim: 'mayBeExtra' as const}));
		if (item.import?.files.length) {
			return {targets: [], refused: others(videos)};
		}
		const root = await rootOf(movie, deps);
		const profile = await deps.qualityProfiles.getOrDefault(movie.qualityProfileId);
		const {video, furtherParts, rest} = chooseFilm({...movie, tvMetaId: null}, videos);
		const naming = movieNaming(deps.settings);
		const target = {
			video,
			furtherParts,
			media: {kind: 'movie' as const, movieId: movie.id},
			profile,
			originalLanguage: movie.originalLanguage,
			present: movie.file ? [movie.file] : [],
			root,
			pathOf: (file: NamedFile) => join(movie.path, movieFile(movie, file, naming)),
		};
		return {targets: [target], refused: others(rest)};
	},
	async lacking({target: {movieId}, import: progress}, {movies}) {
		const movie = movieId && !progress?.files.length ? await movies.find(movieId) : null;
		return movie && movie.file === null ? [movie.title] : [];
	},
	async record({media, file, replaces}, deps) {
		const {movies, now} = deps;
		if (media.kind !== 'movie') {
			return 'changed';
		}
		if (await movies.replaceFile(media.movieId, file, {replaces: replaces[0]?.id ?? null, at: now()})) {
			return 'recorded';
		}
		const present = (await movies.find(media.movieId))?.file ?? null;
		const isOurs = present?.id === file.id || (await takeOver(media.movieId, {file, present}, deps));
		return isOurs ? 'recorded' : 'changed';
	},
};

/** A scan, or an import of the same download, may have recorded our file as soon as it had its final name. */
async function takeOver(
	movieId: string,
	{file, present}: {file: MediaFile; present: MediaFile | null},
	{movies, now}: Pick<WorkerDeps, 'movies' | 'now'>,
): Promise<boolean> {
	return present?.path === file.path && (await movies.replaceFile(movieId, file, {replaces: present.id, at: now()}));
}
