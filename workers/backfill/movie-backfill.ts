import {join} from 'node:path';
import type {ReadPath} from '#shared/domain/backfill/read-path.ts';
import {filmFolder} from '#shared/domain/folders/title-folder.ts';
import {lookupKeys} from '#shared/domain/matching/lookup-keys.ts';
import {matchMovie} from '#shared/domain/matching/match-movie.ts';
import {createTitleIndex, type TitleIndex} from '#shared/domain/matching/title-index.ts';
import type {Library} from '#shared/domain/media/library.ts';
import type {MovieDetails} from '#shared/domain/media/movie.ts';
import {movieFolder} from '#shared/domain/naming/movie-path.ts';
import {Conflict} from '#shared/errors.ts';
import {movieNaming} from '#shared/settings/settings.ts';
import type {MovieTitle} from '#shared/store/movies/movies.ts';
import {chooseFolder} from '#shared/store/titles/title-folders.ts';
import {dropMovieFile} from '../library/drop-file.ts';
import type {SeenFile} from '../library/seen-file.ts';
import {recordStill, whileStill} from '../library/title-lease.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {copyOf, inCopies, lookUpTitle, type MediaBackfill} from './media-backfill.ts';
import {recordMovieFiles} from './record-movie-files.ts';

type Deps = Pick<
	WorkerDeps,
	| 'files'
	| 'history'
	| 'importExclusions'
	| 'leases'
	| 'metadata'
	| 'movies'
	| 'now'
	| 'recordedFiles'
	| 'rootFolders'
	| 'series'
	| 'settings'
>;

export interface LibraryPlace {
	library: Library;
	/** The library's root folder. */
	root: string;
}

const isMatched = (row: readonly [SeenFile, MovieTitle | null]): row is readonly [SeenFile, MovieTitle] => row[1] !== null;

const workOf = ({readings}: ReadPath, index: TitleIndex<MovieTitle>): MovieTitle | null =>
	readings.map(parsed => matchMovie(index, parsed)).find(entry => entry !== null) ?? null;

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
		const index = await indexOf(files.map(({read}) => read));
		const works = new Map(files.map(file => [file, workOf(file.read, index)] as const).filter(isMatched));
		return inCopies(works, {index, libraryId: library.id}, movies);
	}

	async function indexOf(reads: readonly ReadPath[]): Promise<TitleIndex<MovieTitle>> {
		const readings = reads.flatMap(read => read.readings.map(parsed => ({parsed})));
		return createTitleIndex(await movies.byKeys(lookupKeys(readings)));
	}

	/** Keeps the folder that the film lies in, unless another title claims it. A film directly in the root has none. */
	function folderOf(details: MovieDetails, {video}: SeenFile, isCopy: boolean): Promise<string> {
		const folder = filmFolder(video.relative) || movieFolder(details, movieNaming(deps.settings));
		return chooseFolder({path: join(root, folder), root, metaId: details.metaId, library: isCopy ? library.name : null}, deps);
	}

	return {
		mode: 'movie',
		match,
		recordedAmong: paths => deps.recordedFiles.among(paths, 'movie'),
		async withFile(titleIds) {
			const paths = await movies.pathsOf(await movies.notElsewhere(titleIds, library.id));
			return new Set([...paths].flatMap(([id, path]) => (path === null ? [] : [id])));
		},
		record: rows => recordStill(rows, deps.leases, still => recordMovieFiles(still, deps)),
		async lookUp(read, signal) {
			const known = workOf(read, await indexOf([read]));
			const source = {
				findByImdbId: (id: string) => metadata.findByImdbId(id, 'movie', signal),
				findByTvMetaId: async () => null,
				search: (title: string, year: number | null) => metadata.searchMovies(title, year, signal),
				match: matchMovie,
			};
			return known ? {metaId: known.metaId} : lookUpTitle(read, source);
		},
		async ensureTitle(metaId, file, signal) {
			const copies = await movies.copiesOf([metaId]);
			const known = await movies.find(copyOf(file.video.path, copies, library.id) ?? '');
			if (known) {
				return {...known, isNew: false};
			}
			if (await importExclusions.has('movie', metaId, library.id)) {
				return null;
			}
			const details = await metadata.movie(metaId, signal);
			try {
				const path = await folderOf(details, file, copies.length > 0);
				const usualDelayDays = deps.settings.get('media.availabilityDelayDays');
				return {...(await movies.add(details, {...choice, path, usualDelayDays}, now())), isNew: true};
			} catch (error) {
				const added = error instanceof Conflict ? await movies.findInLibrary(metaId, library.id) : null;
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
