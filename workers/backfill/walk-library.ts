import {Unavailable} from '#shared/errors.ts';
import type {FoundVideo} from '#shared/files/read-folder.ts';
import {folderUnreadable, walkVideos} from '#shared/files/walk-videos.ts';
import {scannedFileId} from '#shared/store/libraries/scanned-files.ts';
import type {TaskRun} from '../executions/run-execution.ts';
import type {SeenIds} from './seen-ids.ts';
import {type Scan, type Sorted, sortVideos, takeIn} from './take-in.ts';

export interface Tally {
	itemsProcessed: number;
	itemsAffected: number;
}

interface Walk extends Scan {
	root: string;
	/** The last file of an earlier run, after which this one continues. Null at the start. */
	after: string | null;
	seen: SeenIds;
	tally: Tally;
	run: TaskRun;
	/** Files the library had before, used for the progress. */
	expected: number;
}

/** Videos per batch. One folder's files stay in one batch unless there are more than `largestBatch`. */
const batchSize = 300;
const largestBatch = 3000;
/** Milliseconds between two saved checkpoints. */
const saveMs = 1000;

/**
 * Walks the whole library once, batch by batch. Each batch is compared with the library and written while separate
 * threads read the next folders.
 * Nothing else runs in parallel, so that a machine with two cores keeps one for user requests.
 * Returns how many of the videos were known before. Throws Unavailable `root_folder_missing` when
 * the root cannot be read.
 */
export async function walkLibrary(walk: Walk): Promise<number> {
	const {root, after, run, deps} = walk;
	const write = createWriter(walk);
	let known = 0;
	const onFault = (path: string, reason: string) => run.log.warn({path, reason}, 'Part of a library cannot be read');
	try {
		for await (const batch of inBatches(walkVideos(root, {readers: deps.folderReaders, after, signal: run.signal, onFault}))) {
			const sorted = await sortBatch(batch, walk);
			known += sorted.known.size;
			await write(batch, sorted);
		}
	} catch (error) {
		throw error instanceof Unavailable && error.code === folderUnreadable ? rootMissing(root, error) : error;
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

/** Writes the batches one after the other and reports the progress. */
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

/** Keeps the videos of one folder together. */
async function* inBatches(folders: AsyncIterable<FoundVideo[]>): AsyncGenerator<FoundVideo[]> {
	let batch: FoundVideo[] = [];
	for await (const videos of folders) {
		for (let start = 0; start < videos.length; start += largestBatch) {
			batch.push(...videos.slice(start, start + largestBatch));
			if (batch.length >= batchSize) {
				yield batch;
				batch = [];
			}
		}
	}
	if (batch.length > 0) {
		yield batch;
	}
}

export function rootMissing(root: string, cause?: unknown): Unavailable {
	return new Unavailable('root_folder_missing', `The root folder ${root} cannot be read. Mount it, then start the backfill again.`, {
		cause,
	});
}

const walking = 'walk:';

/** The checkpoint that makes a later run continue after this file. */
export function walkCheckpoint(relative: string): string {
	return walking + relative;
}

export function readWalkCheckpoint(checkpoint: string | null): string | null {
	return checkpoint?.startsWith(walking) ? checkpoint.slice(walking.length) : null;
}
