import {readPath} from '#shared/domain/backfill/read-path.ts';
import {Unavailable} from '#shared/errors.ts';
import type {FoundVideo} from '#shared/files/read-folder.ts';
import {folderUnreadable, walkVideos} from '#shared/files/walk-videos.ts';
import {scannedFileId} from '#shared/store/libraries/scanned-files.ts';
import type {TaskRun} from '../executions/run-execution.ts';
import {changedFile} from '../library/changed-file.ts';
import {dropEpisodeFile} from '../library/drop-file.ts';
import {noteFoldersOfSeries} from '../library/note-changed-folders.ts';
import {recordEpisodeFiles} from '../library/record-episode-files.ts';
import type {SeenFile} from '../library/seen-file.ts';
import {whileStill} from '../library/title-lease.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {MissingFiles} from './missing-files.ts';

type Deps = Pick<
	WorkerDeps,
	'episodes' | 'files' | 'folderReaders' | 'history' | 'leases' | 'log' | 'mediaInfo' | 'movies' | 'now' | 'rootFolders' | 'series'
>;

interface SeriesOnDisk {
	id: string;
	title: string;
	/** The series' own folder. */
	path: string;
}

interface ScanWork {
	run: TaskRun;
	deps: Deps;
	missing: MissingFiles;
}

/**
 * Compares the files of a series with its folder. Returns how many records changed; missing files are only remembered.
 * New files are handled first, so that a renamed file does not count as lost.
 */
export async function scanSeries({id, title, path}: SeriesOnDisk, {run, deps, missing}: ScanWork): Promise<number> {
	const recorded = await deps.episodes.sizesOf(id);
	const found = await videosIn(path, {run, deps});
	const fresh = found.filter(video => video.size > 0 && !recorded.has(video.path)).map(video => toSeen(video, path));
	const {changed} =
		fresh.length > 0
			? await recordEpisodeFiles(
					fresh.map(file => ({file, titleId: id})),
					deps,
				)
			: {changed: 0};
	if (changed > 0) {
		run.note({mediaId: id, mediaTitle: title, action: 'fileFound', status: 'completed', message: `${changed} new`});
	}
	await noteFoldersOfSeries(id, deps);
	const corrected = await correctSizes(
		id,
		found.filter(({path: each, size}) => size > 0 && (recorded.get(each) ?? size) !== size),
		{run, deps},
	);
	const there = new Set(found.map(video => video.path));
	for (const lost of [...recorded.keys()].filter(each => !there.has(each))) {
		if (!(await deps.files.exists(lost).catch(() => true))) {
			await missing.add({path: lost, folder: path, drop: () => drop({id, title, path: lost}, {run, deps})});
		}
	}
	return changed + corrected;
}

/** Somebody may have converted files, or taken tracks out of them. Returns how many records were corrected. */
async function correctSizes(seriesId: string, videos: readonly FoundVideo[], {run, deps}: Pick<ScanWork, 'run' | 'deps'>): Promise<number> {
	if (videos.length === 0) {
		return 0;
	}
	const having = await deps.episodes.onDisk(seriesId);
	let corrected = 0;
	for (const {path, size} of videos) {
		run.signal.throwIfAborted();
		const own = having.filter(({file}) => file?.path === path);
		const file = own[0]?.file;
		if (file) {
			const row = {seriesId, episodeIds: own.map(({id}) => id), file: await changedFile(file, size, deps), replaces: []};
			const outcome = await whileStill(seriesId, deps.leases, () => deps.episodes.recordFile(row, deps.now()));
			corrected += Number(outcome === 'recorded');
		}
	}
	return corrected;
}

async function drop({id, title, path}: SeriesOnDisk, {run, deps}: Pick<ScanWork, 'run' | 'deps'>): Promise<boolean> {
	const isDropped = (await whileStill(id, deps.leases, () => dropEpisodeFile({seriesId: id, path}, deps))) ?? false;
	if (isDropped) {
		run.note({mediaId: id, mediaTitle: title, action: 'fileDeleted', status: 'completed', message: path});
	}
	return isDropped;
}

async function videosIn(path: string, {run: {signal, log}, deps}: Pick<ScanWork, 'run' | 'deps'>): Promise<FoundVideo[]> {
	const onFault = (folder: string, reason: string) => log.warn({path: folder, reason}, 'A folder of a series cannot be read');
	try {
		return (await Array.fromAsync(walkVideos(path, {readers: deps.folderReaders, after: null, signal, onFault}))).flat();
	} catch (error) {
		if (!(error instanceof Unavailable && error.code === folderUnreadable)) {
			throw error;
		}
		// A series without files has no folder yet.
		log.debug({err: error, path}, 'The folder of a series cannot be read');
		return [];
	}
}

/** The path includes the series folder, because the file name may hold only a number. */
function toSeen(video: FoundVideo, folder: string): SeenFile {
	const name = folder.slice(folder.lastIndexOf('/') + 1);
	return {id: scannedFileId(folder, video.path), video, read: readPath(`${name}/${video.relative}`, 'tv')};
}
