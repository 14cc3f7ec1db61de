import {Unavailable} from '#shared/errors.ts';
import {type FoundVideo, walkVideos} from '#shared/files/walk-videos.ts';
import {scannedFileId} from '#shared/store/scanned-file-schema.ts';
import type {TaskRun} from '../run-execution.ts';
import type {SeenIds} from './seen-ids.ts';
import {type Scan, type Sorted, sortVideos, takeIn} from './take-in.ts';

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
const batchSize = 1000;
const largestBatch = 4000;
/** Milliseconds between two notes of how far the walk came. */
const saveMs = 1000;

/**
 * Walks the whole library once: while a batch of videos is compared with the library and written, the next is gathered.
 * Answers how many of the videos were remembered from before. Throws Unavailable `root_folder_missing` when the root cannot be read.
 */
export async function walkLibrary(walk: Walk): Promise<number> {
	const {root, after, run} = walk;
	const writeNext = createWriter(walk);
	let known = 0;
	let earlier: Promise<void> = Promise.resolve();
	const onFault = (path: string, error: unknown) => run.log.warn({err: error, path}, 'A part of a library cannot be read');
	try {
		for await (const batch of inBatches(walkVideos(root, {after, signal: run.signal, onFault}))) {
			const before = earlier;
			// The database is asked one thing at a time: one of its cores stays free for those who wait for an answer.
			earlier = before.then(async () => {
				const work = await sortBatch(batch, walk);
				known += work.known.size;
				await writeNext(batch, work);
			});
			// A failure is met in the next turn.
			earlier.catch(() => {});
			await before;
		}
		await earlier;
	} catch (error) {
		// Nothing may be written after the end of the run.
		await earlier.catch(() => {});
		throw isMissing(error, root) ? rootMissing(root, error) : error;
	}
	return known;
}

function sortBatch(batch: readonly FoundVideo[], walk: Walk): Promise<Sorted> {
	const ids = batch.map(({path}) => scannedFileId(walk.libraryId, path));
	for (const id of ids) {
		walk.seen.add(id);
	}
	return sortVideos(batch, ids, walk);
}

/** Writes one batch after the other, and tells how far it came. */
function createWriter(walk: Walk): (batch: readonly FoundVideo[], sorted: Sorted) => Promise<void> {
	const {run, tally, expected} = walk;
	let savedAt = performance.now();
	return async (batch, sorted) => {
		run.signal.throwIfAborted();
		tally.itemsAffected += await takeIn(sorted, walk);
		tally.itemsProcessed += batch.length;
		const last = batch.at(-1)!.relative; // no batch is empty
		run.progress({processed: tally.itemsProcessed, total: Math.max(expected, tally.itemsProcessed), message: last});
		if (performance.now() - savedAt > saveMs) {
			savedAt = performance.now();
			await run.save({...tally, checkpoint: walkCheckpoint(last)});
		}
	};
}

async function* inBatches(videos: AsyncIterable<FoundVideo>): AsyncGenerator<FoundVideo[]> {
	let batch: FoundVideo[] = [];
	for await (const video of videos) {
		const isNewFolder = folderOf(video.relative) !== folderOf(batch.at(-1)?.relative ?? '');
		if (batch.length >= largestBatch || (batch.length >= batchSize && isNewFolder)) {
			yield batch;
			batch = [];
		}
		batch.push(video);
	}
	if (batch.length > 0) {
		yield batch;
	}
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
