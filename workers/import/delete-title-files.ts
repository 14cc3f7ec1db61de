import {dirname} from 'node:path';
import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import {folderOfFile} from '#shared/domain/folders/title-folder.ts';
import type {RemovedTitle} from '#shared/domain/notifications/notified-title.ts';
import type {RecordedFile} from '#shared/domain/notifications/recorded-file.ts';
import {isExpected} from '#shared/errors.ts';
import type {DeleteMovieFiles, deleteEpisodeFiles, deleteMovieFiles, takeBackImport} from '#shared/jobs/import.ts';
import type {RemovedMedia} from '../integrations/files/remove-media.ts';
import {isRecycling, recycleBin} from '../library/disk-settings.ts';
import {recordedBeside} from '../library/files-on-disk.ts';
import {removePlayerFiles} from '../library/player-files.ts';
import {recordFileDeleted} from '../library/record-file-deleted.ts';
import {onceStill} from '../library/title-lease.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler, Run} from '../runtime/handler.ts';
import {takeBackPlaced} from './place-planned.ts';

type Deps = Pick<
	WorkerDeps,
	| 'deletions'
	| 'downloads'
	| 'episodes'
	| 'fileChanges'
	| 'files'
	| 'history'
	| 'leases'
	| 'movies'
	| 'now'
	| 'playerFiles'
	| 'recordedFiles'
	| 'rootFolders'
	| 'series'
	| 'settings'
>;
export type RemovalDeps = Omit<Deps, 'fileChanges' | 'leases' | 'playerFiles' | 'series'>;

export const handleDeleteEpisodeFiles: Handler<typeof deleteEpisodeFiles, keyof Deps> = (payload, deps, run) =>
	removeFor(payload.seriesId, payload, deps, async () => {
		const {paths, files, ...series} = payload;
		const bare = paths.map(path => ({path, quality: null, qualityScore: null, episodes: []}));
		const moved = await Promise.all((files ?? bare).map(async file => ({...file, path: await placeNow(series.seriesId, file.path, deps)})));
		const folder = await placeNow(series.seriesId, series.folder, deps);
		const wanted = {...series, folder, files: moved, reason: 'deleted', deletedId: series.seriesId} as const;
		const removed = await removeEpisodeFiles(wanted, deps, run);
		await removeBeside(series.seriesId, removed, deps, run);
		return removed;
	});

export const handleDeleteMovieFiles: Handler<typeof deleteMovieFiles, keyof Deps> = (payload, deps, run) =>
	removeFor(payload.movieId, payload, deps, async () => {
		const {movieId, folder} = payload;
		const path = await placeNow(movieId, payload.path, deps);
		const wanted = {...payload, path, ...(folder !== undefined && {folder: await placeNow(movieId, folder, deps)})};
		const removed = await removeMovieFile(wanted, deps, run);
		await removeBeside(movieId, removed, deps, run);
		return removed;
	});

const nothing: RemovedMedia = {removed: [], left: []};

/** Letters of what is shown of a failure. */
const maxReason = 500;

/** A disk may be away for days: meanwhile the list of deletions says what the files wait for. */
export function removeFor(
	titleId: string,
	payload: {deletionId?: string},
	deps: Pick<Deps, 'deletions' | 'leases'>,
	remove: () => Promise<RemovedMedia>,
): Promise<RemovedMedia> {
	const noteWait = (why: string | null) =>
		payload.deletionId === undefined ? undefined : deps.deletions.noteWait(payload.deletionId, why);
	return onceStill(titleId, deps.leases, async () => {
		if (await isUndone(payload, deps)) {
			return nothing;
		}
		try {
			const removed = await remove();
			await noteWait(null);
			return removed;
		} catch (error) {
			await (isExpected(error) ? noteWait(error.message.slice(0, maxReason)) : undefined);
			throw error;
		}
	});
}

/** Once a deletion is undone, the files that were not removed yet stay. */
async function isUndone({deletionId}: {deletionId?: string}, {deletions}: Pick<Deps, 'deletions'>): Promise<boolean> {
	const deletion = deletionId === undefined ? null : await deletions.find(deletionId);
	return deletion !== null && deletion.state !== 'kept';
}

/** Notes where files are moved, for an undo of the deletion. */
const journalOf = ({deletionId}: {deletionId?: string}, {deletions}: Pick<Deps, 'deletions'>) =>
	deletionId === undefined ? {} : {beforeRecycled: (from: string, to: string) => deletions.noteFile(deletionId, {from, to})};

/** What we wrote for players goes with the title, unless something of it had to stay. */
async function removeBeside(titleId: string, {left}: RemovedMedia, deps: Deps, {signal}: Run): Promise<void> {
	const isGone = !((await deps.movies.find(titleId)) ?? (await deps.series.find(titleId)));
	await (isGone && left.length === 0 ? removePlayerFiles(titleId, deps, signal) : undefined);
}

/** The current path of a file or folder of a title, if a change of files has moved it before the title was deleted. */
async function placeNow(titleId: string, path: string, {fileChanges, files}: Pick<Deps, 'fileChanges' | 'files'>): Promise<string> {
	const to = (await files.exists(path)) ? null : await fileChanges.rows.movedTo(titleId, path);
	return to !== null && (await files.exists(to)) ? to : path;
}

async function removeMovieFile(payload: DeleteMovieFiles, deps: RemovalDeps, run: Run): Promise<RemovedMedia> {
	const {movieId, title, path, media, file} = payload;
	const result = await removeMovieMedia(payload, deps, run);
	// A file that was gone already may be one that an earlier run removed, which died before it could tell.
	if (result.left.length === 0) {
		const data = {path, reason: 'deleted', recycled: isRecycling(deps)};
		const gone = {title, movieId, data, ...(file && {file}), ...(media && {media})};
		await recordFileDeleted(gone, `deleted:${movieId}:${path}`, deps);
	}
	return result;
}

/** Removes the file of a movie and the files that follow it, without telling of it. */
export async function removeMovieMedia(payload: DeleteMovieFiles, deps: RemovalDeps, {signal, log}: Run): Promise<RemovedMedia> {
	const {movieId, title, path, folder} = payload;
	// The title may have been added again in the meantime, with its file found where it was.
	if (await deps.movies.ownsPath(path, {except: movieId})) {
		return {removed: [], left: [{path, reason: 'another movie has it as its file'}]};
	}
	if ((await deps.downloads.plannedAt([path], {except: movieId})).size > 0) {
		return {removed: [], left: [{path, reason: 'an import puts the file of another movie there'}]};
	}
	const roots = (await deps.rootFolders.list()).map(root => root.path);
	const bin = recycleBin(path, roots, deps);
	const keep = await recordedBeside(path, deps);
	const own = folderOfFile(path, folder ?? dirname(path));
	const result = await deps.files.removeMedia({path, roots, folder: own, keep, bin, signal, ...journalOf(payload, deps)});
	for (const {path: left, reason} of result.left) {
		log.warn({title, path: left, reason}, 'A file of a movie was left where it is');
	}
	return result;
}

/** An import that still runs finds its item gone and takes back itself what it places from then on. */
export const handleTakeBackImport: Handler<typeof takeBackImport, 'downloads' | 'files' | 'recordedFiles' | 'rootFolders'> = async (
	{queueItemId, placed},
	deps,
) => {
	if (!(await deps.downloads.find(queueItemId))) {
		await takeBackPlaced(placed, deps);
	}
};

export interface EpisodeFiles {
	seriesId: string;
	title: string;
	/** The series' own folder. */
	folder: string;
	files: readonly RecordedFile[];
	/** The series, if it is deleted. */
	media?: RemovedTitle;
	reason: 'deleted' | 'libraryDeleted';
	/** Id of the series or library that was deleted. Each of its files is reported once. */
	deletedId: string;
	/** The deletion of the series, by which it can be undone. */
	deletionId?: string;
}

/** Removes files of a series with the files that follow them, and publishes each removal. */
export async function removeEpisodeFiles(wanted: EpisodeFiles, deps: RemovalDeps, run: Run): Promise<RemovedMedia> {
	return removeEpisodeMedia(wanted, deps, {...run, onGone: file => tell(file, wanted, deps)});
}

/** The same without telling of it; `onGone` is called for each file that is gone, also by an earlier run. */
export async function removeEpisodeMedia(
	wanted: Omit<EpisodeFiles, 'media' | 'reason' | 'deletedId'>,
	deps: RemovalDeps,
	{signal, log, onGone}: Run & {onGone: (file: RecordedFile) => Promise<unknown>},
): Promise<RemovedMedia> {
	const {title, seriesId, files} = wanted;
	const all: RemovedMedia = {removed: [], left: []};
	const paths = files.map(({path}) => path);
	// The title may have been added again in the meantime, with its files found where they were.
	const owned = await deps.episodes.pathsOwned(paths, {except: seriesId});
	const planned = await deps.downloads.plannedAt(paths, {except: seriesId});
	for (const file of files) {
		signal.throwIfAborted();
		const {removed, left} =
			owned.has(file.path) || planned.has(file.path)
				? {removed: [], left: [{path: file.path, reason: 'another series has it as a file'}]}
				: await removeOne(file.path, wanted, {deps, signal});
		all.removed.push(...removed);
		all.left.push(...left);
		// A file that was gone already may be one that an earlier run removed, which died before it could tell.
		if (left.length === 0) {
			await onGone(file);
		}
	}
	for (const {path, reason} of all.left) {
		log.warn({title, path, reason}, 'A file of a series was left where it is');
	}
	return all;
}

async function removeOne(
	path: string,
	{folder, ...wanted}: Pick<EpisodeFiles, 'folder' | 'deletionId'>,
	{deps, signal}: {deps: RemovalDeps; signal: AbortSignal},
): Promise<RemovedMedia> {
	if (!isWithinFolder(path, folder)) {
		return {removed: [], left: [{path, reason: 'it lies outside the folder of its series'}]};
	}
	const roots = (await deps.rootFolders.list()).map(root => root.path);
	const bin = recycleBin(path, roots, deps);
	const keep = await recordedBeside(path, deps);
	return deps.files.removeMedia({path, roots, folder, keep, bin, signal, ...journalOf(wanted, deps)});
}

function tell(
	file: RecordedFile,
	{seriesId, title, media, reason, deletedId}: EpisodeFiles,
	deps: Pick<WorkerDeps, 'history' | 'now' | 'settings'>,
): Promise<void> {
	const {path, episodes} = file;
	const data = {path, reason, recycled: isRecycling(deps)};
	const gone = {title, seriesId, episodeIds: episodes.map(({id}) => id), file, data, ...(media && {media: {...media, episodes}})};
	return recordFileDeleted(gone, `deleted:${deletedId}:${path}`, deps);
}
