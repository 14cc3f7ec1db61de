import {promiseJob} from '#shared/coordination/outbox.ts';
import {folderOfFile} from '#shared/domain/folders/title-folder.ts';
import {recordedFiles} from '#shared/domain/notifications/recorded-file.ts';
import type {clearLibrary} from '#shared/jobs/import.ts';
import {rejudgeSubtitles} from '#shared/jobs/subtitles.ts';
import type {MovieOnDisk} from '#shared/store/movies/movie-scan.ts';
import {leaveLibrary} from '#shared/tasks/leave-library.ts';
import {recycleBin} from '../library/disk-settings.ts';
import {recordedBeside} from '../library/files-on-disk.ts';
import {recordFileDeleted} from '../library/record-file-deleted.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler, Run} from '../runtime/handler.ts';
import {removeEpisodeFiles} from './delete-title-files.ts';

type Deps = Pick<
	WorkerDeps,
	| 'deletions'
	| 'downloads'
	| 'episodes'
	| 'events'
	| 'files'
	| 'history'
	| 'jobs'
	| 'movies'
	| 'now'
	| 'outbox'
	| 'recordedFiles'
	| 'rootFolders'
	| 'scannedFiles'
	| 'series'
	| 'settings'
	| 'taskHistory'
>;

const batchSize = 50;

/** Works title by title and detaches each one when done, so that a killed run continues with the rest. */
export const handleClearLibrary: Handler<typeof clearLibrary, keyof Deps> = async ({libraryId, removeFiles}, deps, run) => {
	await leaveLibrary(libraryId, deps);
	if (removeFiles) {
		await removeAllFiles(libraryId, deps, run);
	}
	await deps.movies.detach(libraryId);
	await deps.series.detach(libraryId);
	// Their language profile is the default one now.
	await promiseJob(rejudgeSubtitles, {libraryId: null}, deps);
};

async function removeAllFiles(libraryId: string, deps: Deps, run: Run): Promise<void> {
	await removeMovieFiles(libraryId, deps, run);
	await removeFilesOfSeries(libraryId, deps, run);
}

async function removeMovieFiles(libraryId: string, deps: Deps, run: Run): Promise<void> {
	const roots = (await deps.rootFolders.list()).map(({path}) => path);
	for (;;) {
		const movies = await deps.movies.filesInLibrary(libraryId, batchSize);
		if (movies.length === 0) {
			break;
		}
		for (const movie of movies) {
			run.signal.throwIfAborted();
			await removeFile(movie, roots, {deps, run});
			await deps.movies.detach(libraryId, [movie.id]);
		}
	}
}

async function removeFilesOfSeries(libraryId: string, deps: Deps, run: Run): Promise<void> {
	for (
		let rows = await deps.series.inLibrary(libraryId, batchSize);
		rows.length > 0;
		rows = await deps.series.inLibrary(libraryId, batchSize)
	) {
		for (const row of rows) {
			run.signal.throwIfAborted();
			await removeSeriesFiles(row, libraryId, {deps, run});
			await deps.series.detach(libraryId, [row.id]);
		}
	}
}

/** The series stays, so its episodes lose the removed files. */
async function removeSeriesFiles(
	{id, title, path}: {id: string; title: string; path: string},
	libraryId: string,
	{deps, run}: {deps: Deps; run: Run},
): Promise<void> {
	const episodes = await deps.episodes.onDisk(id);
	const wanted = {
		seriesId: id,
		title,
		folder: path,
		files: recordedFiles(episodes),
		reason: 'libraryDeleted',
		deletedId: libraryId,
	} as const;
	const left = new Set((await removeEpisodeFiles(wanted, deps, run)).left.map(each => each.path));
	const fileIds = [...new Set(episodes.flatMap(({file}) => (file && !left.has(file.path) ? [file.id] : [])))];
	if (fileIds.length > 0) {
		await deps.episodes.removeFiles({seriesId: id, fileIds}, deps.now());
	}
}

async function removeFile(
	{id, title, path: own, file}: MovieOnDisk,
	roots: readonly string[],
	{deps, run}: {deps: Deps; run: Run},
): Promise<void> {
	if (!file || (await deps.movies.ownsPath(file.path, {except: id}))) {
		return;
	}
	const bin = recycleBin(file.path, roots, deps);
	const keep = await recordedBeside(file.path, deps);
	const removal = {path: file.path, roots, folder: folderOfFile(file.path, own), keep, bin, signal: run.signal};
	const {left} = await deps.files.removeMedia(removal);
	for (const {path, reason} of left) {
		run.log.warn({title, path, reason}, 'A file of a deleted library was left where it is');
	}
	if (left.length > 0) {
		return;
	}
	// Published first: a run that dies in between finds the record again and publishes it again, under the same key.
	const gone = {title, movieId: id, file, data: {path: file.path, reason: 'libraryDeleted', recycled: bin !== null}};
	await recordFileDeleted(gone, `deleted-${file.id}-${Number(file.dateAdded)}`, deps);
	await deps.movies.dropFile(id, file.id, {unmonitor: false, at: deps.now()});
}
