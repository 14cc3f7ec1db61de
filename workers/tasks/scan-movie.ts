import {dirname} from 'node:path';
import {mediaFileOf, renamedFile} from '#shared/domain/backfill/media-file-of.ts';
import {isOnDisc, readPath} from '#shared/domain/backfill/read-path.ts';
import {folderOfFile} from '#shared/domain/folders/title-folder.ts';
import {chooseFilm} from '#shared/domain/imports/extras.ts';
import {isLibraryFolder, isLibraryVideo, isTooLittle} from '#shared/domain/imports/sort-files.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {isExpected} from '#shared/errors.ts';
import {scannedFileId} from '#shared/store/libraries/scanned-files.ts';
import type {MovieOnDisk} from '#shared/store/movies/movie-scan.ts';
import type {TaskRun} from '../executions/run-execution.ts';
import {changedFile} from '../library/changed-file.ts';
import {dropMovieFile} from '../library/drop-file.ts';
import {isFilesMissing} from '../library/files-on-disk.ts';
import {noteFolderOfMovie} from '../library/note-changed-folders.ts';
import {whileStill} from '../library/title-lease.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {MissingFiles} from './missing-files.ts';

type Deps = Pick<
	WorkerDeps,
	'episodes' | 'files' | 'history' | 'leases' | 'log' | 'mediaInfo' | 'movies' | 'now' | 'recordedFiles' | 'settings'
>;

interface Scan {
	run: TaskRun;
	deps: Deps;
	missing: MissingFiles;
}

/**
 * Compares a movie's record with the disk. Returns whether anything changed; a missing file is only remembered. A
 * failing disk changes nothing.
 */
export async function scanMovie(movie: MovieOnDisk, {run, deps, missing}: Scan): Promise<boolean> {
	try {
		if (movie.file && (await deps.files.exists(movie.file.path))) {
			await noteFolderOfMovie({id: movie.id, file: movie.file}, deps);
			return await correctSize({...movie, file: movie.file}, {run, deps});
		}
		for (const folder of foldersOf(movie)) {
			if (await recordNewFile(movie, folder, {run, deps, missing})) {
				run.note({mediaId: movie.id, mediaTitle: movie.title, action: 'fileFound', status: 'completed', message: folder});
				return true;
			}
		}
		if (movie.file) {
			await missing.add(missingFile({...movie, file: movie.file}, {run, deps}));
		}
		return false;
	} catch (error) {
		if (run.signal.aborted || !isExpected(error) || isFilesMissing(error)) {
			throw error;
		}
		run.log.warn({err: error, movieId: movie.id}, 'A movie could not be compared with the disk');
		return false;
	}
}

/** Somebody may have converted the file, or taken tracks out of it. Returns whether its record was corrected. */
async function correctSize({id, title, file}: MovieOnDisk & {file: MediaFile}, {run, deps}: Pick<Scan, 'run' | 'deps'>): Promise<boolean> {
	const found = await deps.files.entry(file.path);
	if (found?.kind !== 'file' || found.size === file.size || found.size === 0) {
		return false;
	}
	const changed = await changedFile(file, found.size, deps);
	const write = () => deps.movies.replaceFile(id, changed, {replaces: file.id, at: deps.now()});
	const isCorrected = (await whileStill(id, deps.leases, write)) ?? false;
	if (isCorrected) {
		run.note({mediaId: id, mediaTitle: title, action: 'fileFound', status: 'completed', message: file.path});
	}
	return isCorrected;
}

function missingFile({id, title, file}: {id: string; title: string; file: MediaFile}, {run, deps}: Pick<Scan, 'run' | 'deps'>) {
	const {path} = file;
	return {
		path,
		folder: dirname(path),
		async drop() {
			const isDropped = (await whileStill(id, deps.leases, () => dropMovieFile({id, title, file}, deps))) ?? false;
			if (isDropped) {
				run.note({mediaId: id, mediaTitle: title, action: 'fileDeleted', status: 'completed', message: path});
			}
			return isDropped;
		},
	};
}

/** Where a file of the movie may be: where its last one was, if not directly in the root, and where imports put it. */
function foldersOf({file, path, rootFolderPath}: MovieOnDisk): string[] {
	const last = file ? folderOfFile(file.path, path) : path;
	return last === path || last === rootFolderPath ? [path] : [last, path];
}

/** Neither an extra, nor a part of a disc. */
function isFilm(relative: string): boolean {
	const folders = relative.split('/');
	const name = folders.pop() ?? '';
	return isLibraryVideo(name) && folders.every(isLibraryFolder) && !isOnDisc(relative);
}

async function recordNewFile(movie: MovieOnDisk, folder: string, {run, deps, missing}: Scan): Promise<boolean> {
	const {file: recorded} = movie;
	// Of a file whose disk may only be away, nothing but the file itself takes the place: a person has moved it.
	const mayBe = (size: number) => !recorded || missing.isBelow(recorded.path) || size === recorded.size;
	const listed = (await deps.files.exists(folder)) ? await deps.files.list(folder, run.signal) : [];
	const videos = listed
		.filter(({relative, size, isLink}) => !isLink && isFilm(relative) && !isTooLittle(relative, size) && mayBe(size))
		.sort((a, b) => b.size - a.size);
	// Several films may share a folder.
	const taken =
		videos.length > 0
			? await deps.recordedFiles.among(
					videos.map(({path}) => path),
					'movie',
				)
			: null;
	const [largest, ...others] = videos.filter(({path}) => !taken?.has(path));
	if (!largest) {
		return false;
	}
	const {video} = chooseFilm({...movie, tvMetaId: null}, [largest, ...others]);
	const at = deps.now();
	const id = scannedFileId(movie.libraryId ?? movie.rootFolderPath, video.path);
	const found = mediaFileOf({id, path: video.path, size: video.size, dateAdded: at}, readPath(video.relative, 'movie'));
	// The recorded file is gone, otherwise we would not search for another.
	const file = (movie.file && renamedFile(movie.file, found)) ?? found;
	return deps.movies.replaceFile(movie.id, file, {replaces: movie.file?.id ?? null, at});
}
