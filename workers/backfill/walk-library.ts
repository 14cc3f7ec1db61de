import {Unavailable} from '#shared/errors.ts';
import {type FoundVideo, walkVideos} from '#shared/files/walk-videos.ts';
import {scannedFileId} from '#shared/store/scanned-file-schema.ts';
import type {TaskRun} from '../run-execution.ts';
import type {SeenIds} from './seen-ids.ts';
import {type Scan, takeIn} from './take-in.ts';

export interface Tally {
	itemsProcessed: number;
	itemsAffected: number;
}

interface Walk extends Scan {
	root: string;
	/** Where an earlier run stopped. */
	after: string | null;
	seen: SeenIds;
	tally: Tally;
	run: TaskRun;
	/** Files that the library had, for the progress. */
	expected: number;
}

/** Videos that are taken in together; the files of one folder are never divided unless there are very many. */
const batchSize = 500;
const largestBatch = 4000;
/** Milliseconds between two notes of how far the walk came. */
const saveMs = 1000;

/** Walks the whole library once. Throws Unavailable `root_folder_missing` when its root cannot be read. */
export async function walkLibrary(walk: Walk): Promise<void> {
	const {root, after, run, tally, seen, libraryId} = walk;
	let batch: FoundVideo[] = [];
	let savedAt = performance.now();
	const flush = async () => {
		const last = batch.at(-1);
		if (!last) {
			return;
		}
		const ids = batch.map(({path}) => scannedFileId(libraryId, path));
		for (const id of ids) {
			seen.add(id);
		}
		tally.itemsAffected += await takeIn(batch, ids, walk);
		tally.itemsProcessed += batch.length;
		batch = [];
		run.progress({processed: tally.itemsProcessed, total: Math.max(walk.expected, tally.itemsProcessed), message: last.relative});
		if (performance.now() - savedAt > saveMs) {
			savedAt = performance.now();
			await run.save({...tally, checkpoint: walkCheckpoint(last.relative)});
		}
	};
	const onFault = (path: string, error: unknown) => run.log.warn({err: error, path}, 'A folder of a library cannot be read');
	try {
		for await (const video of walkVideos(root, {after, signal: run.signal, onFault})) {
			const isNewFolder = folderOf(video.relative) !== folderOf(batch.at(-1)?.relative ?? '');
			if (batch.length >= largestBatch || (batch.length >= batchSize && isNewFolder)) {
				await flush();
			}
			batch.push(video);
		}
	} catch (error) {
		throw isMissing(error, root) ? rootMissing(root, error) : error;
	}
	await flush();
}

const folderOf = (relative: string) => relative.slice(0, Math.max(0, relative.lastIndexOf('/')));

function isMissing(error: unknown, root: string): boolean {
	return error instanceof Error && 'path' in error && error.path === root;
}

export function rootMissing(root: string, cause?: unknown): Unavailable {
	return new Unavailable('root_folder_missing', `The root folder ${root} cannot be read. Mount it, then start the backfill again.`, {
		cause,
	});
}

const walking = 'walk:';

/** Says in a checkpoint behind which file the walk goes on. */
export function walkCheckpoint(relative: string): string {
	return walking + relative;
}

export function readWalkCheckpoint(checkpoint: string | null): string | null {
	return checkpoint?.startsWith(walking) ? checkpoint.slice(walking.length) : null;
}
