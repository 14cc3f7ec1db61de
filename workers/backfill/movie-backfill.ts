import {join} from 'node:path';
import {filmFolder} from '#shared/domain/folders/title-folder.ts';
import {lookupKeys} from '#shared/domain/matching/lookup-keys.ts';
import {matchMovie} from '#shared/domain/matching/match-movie.ts';
import {createTitleIndex} from '#shared/domain/matching/title-index.ts';
import type {Library} from '#shared/domain/media/library.ts';
import type {MovieDetails} from '#shared/domain/media/movie.ts';
import {movieFolder} from '#shared/domain/naming/movie-path.ts';
import {Conflict} from '#shared/errors.ts';
import {movieNaming} from '#shared/settings/naming.ts';
import {chooseFolder} from '#shared/store/titles/title-folders.ts';
import {dropMovieFile} from '../library/drop-movie-file.ts';
import type {SeenFile} from '../library/seen-file.ts';
import {recordStill, whileStill} from '../library/title-lease.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {lookUpTitle, type MediaBackfill} from './media-backfill.ts';
import {recordMovieFiles} from './record-movie-files.ts';

type Deps = Pick<
	WorkerDeps,
	'files' | 'history' | 'importExclusions' | 'leases' | 'metadata' | 'movies' | 'now' | 'rootFolders' | 'series' | 'settings'
>;

export interface LibraryPlace {
	library: Library;
	/** The library's root folder. */
	root: string;
}

export function createMovieBackfill({library, root}: LibraryPlace, deps: Deps): MediaBackfill {
	const {movies, importExclusions, metadata, now} = deps;
	const choice = {
		monitored: library.monitored,
		minimumAvailability: 'released' as const,
		rootFolderPath: root,
		qualityProfileId: library.qualityProfileId,
		libraryId: library.id,
		searchOnAdd: false,
		addedBy: {kind: 'backfill' as const, id: library.id},
	};

	async function match(files: readonly SeenFile[]): Promise<Map<SeenFile, string>> {
		const readings = files.flatMap(({read}) => read.readings.map(parsed => ({parsed})));
		const index = createTitleIndex(await movies.byKeys(lookupKeys(readings)));
		const found = new Map<SeenFile, string>();
		for (const file of files) {
			const matched = file.read.readings.map(parsed => matchMovie(index, parsed)).find(entry => entry !== null);
			if (matched) {
				found.set(file, matched.id);
			}
		}
		return found;
	}

	/** Keeps the folder that the film lies in, unless another title claims it. A film directly in the root has none. */
	function folderOf(details: MovieDetails, {video}: SeenFile): Promise<string> {
		const folder = filmFolder(video.relative) || movieFolder(details, movieNaming(deps.settings));
		return chooseFolder({path: join(root, folder), root, metaId: details.metaId}, deps);
	}

	return {
		mode: 'movie',
		match,
		recordedAmong: paths => movies.recordedAmong(paths),
		withFile: async titleIds => new Set([...(await movies.pathsOf(titleIds))].flatMap(([id, path]) => (path === null ? [] : [id]))),
		record: rows => recordStill(rows, deps.leases, still => recordMovieFiles(still, deps)),
		lookUp: (read, signal) =>
			lookUpTitle(read, {
				findByImdbId: id => metadata.findByImdbId(id, 'movie', signal),
				findByTvMetaId: async () => null,
				search: (title, year) => metadata.searchMovies(title, year, signal),
				match: matchMovie,
			}),
		async ensureTitle(metaId, file, signal) {
			const known = await movies.findByMetaId(metaId);
			if (known) {
				return {...known, isNew: false};
			}
			if (await importExclusions.has('movie', metaId, library.id)) {
				return null;
			}
			const details = await metadata.movie(metaId, signal);
			try {
				const path = await folderOf(details, file);
				const usualDelayDays = deps.settings.get('media.availabilityDelayDays');
				return {...(await movies.add(details, {...choice, path, usualDelayDays}, now())), isNew: true};
			} catch (error) {
				const added = error instanceof Conflict ? await movies.findByMetaId(metaId) : null;
				if (!added) {
					throw error;
				}
				return {...added, isNew: false};
			}
		},
		async drop(titleId, path) {
			const movie = await movies.find(titleId);
			if (movie?.file?.path !== path) {
				return false;
			}
			const {file} = movie;
			return (await whileStill(titleId, deps.leases, () => dropMovieFile({...movie, file}, deps))) ?? false;
		},
	};
}
