import type {TaskRun} from '../executions/run-execution.ts';
import {acceptMissing, filesMissing} from '../library/files-on-disk.ts';
import {areManyMissing} from '../library/recognise-root.ts';
import type {Assigned} from '../library/seen-file.ts';
import type {SeenIds} from './seen-ids.ts';
import {record, type Scan, toSeenFile} from './take-in.ts';
import {rootMissing, type Tally} from './walk-library.ts';

interface Sweep extends Scan {
	root: string;
	/** Identity of the root folder when the run began. */
	rootId: string | null;
	/** Files the library had before. */
	expected: number;
	seen: SeenIds;
	tally: Tally;
	run: TaskRun;
}

const batchSize = 500;

/** Throws Unavailable when the root folder is no longer the one that was walked. */
async function ensureRoot({root, rootId, deps}: Sweep): Promise<void> {
	const id = await deps.files.folderId(root);
	if (id === null || id !== rootId) {
		throw rootMissing(root);
	}
}

async function isMissing({id, path}: {id: string; path: string}, {seen, deps}: Sweep): Promise<boolean> {
	return !seen.has(id) && !(await deps.files.exists(path).catch(() => true));
}

/** Throws Unavailable when so many files are missing that their disk must be. */
async function ensureFew(sweep: Sweep): Promise<void> {
	const {libraryId, deps, expected, root, run} = sweep;
	let missing = 0;
	for await (const file of deps.scannedFiles.all(libraryId)) {
		missing += Number(await isMissing(file, sweep));
		run.signal.throwIfAborted();
		if (areManyMissing(missing, expected)) {
			await ensureRoot(sweep);
			throw filesMissing({root, missing, total: expected});
		}
	}
}

/**
 * Forgets files that are no longer on the disk. Only files that the walk did not see are checked, and a file is dropped
 * only if it is really absent. If the title has another file, that one takes its place.
 * Throws Unavailable `root_folder_missing` or `files_missing` when a disk is probably not there.
 */
export async function dropVanished(sweep: Sweep): Promise<void> {
	const {libraryId, kind, deps, tally, run} = sweep;
	if (run.options[acceptMissing] !== true) {
		await ensureFew(sweep);
	}
	const gone: string[] = [];
	const losers = new Set<string>();
	const forget = async () => {
		await takeInBehind([...losers], sweep);
		await deps.scannedFiles.remove(gone.splice(0));
		losers.clear();
	};
	for await (const {id, path, state, titleId} of deps.scannedFiles.all(libraryId)) {
		if (!(await isMissing({id, path}, sweep))) {
			continue;
		}
		run.signal.throwIfAborted();
		await ensureRoot(sweep);
		if (state === 'recorded' && titleId !== null && (await kind.drop(titleId, path))) {
			run.note({mediaId: titleId, mediaTitle: null, action: 'fileDeleted', status: 'completed', message: path});
			tally.itemsAffected += 1;
		}
		if (state === 'recorded' && titleId !== null) {
			losers.add(titleId);
		}
		gone.push(id);
		if (gone.length >= batchSize) {
			await forget();
		}
	}
	await forget();
}

/** Takes in files that were left out earlier because their title had a better one. */
async function takeInBehind(titleIds: readonly string[], sweep: Sweep): Promise<void> {
	const {libraryId, kind, deps, seen, tally, root} = sweep;
	const behind = titleIds.length > 0 ? await deps.scannedFiles.behind(libraryId, titleIds) : [];
	const rows: Assigned[] = [];
	for (const row of behind) {
		if (row.titleId !== null && (seen.has(row.id) || (await deps.files.exists(row.path).catch(() => false)))) {
			rows.push({file: toSeenFile(row, {root, mode: kind.mode}), titleId: row.titleId});
		}
	}
	tally.itemsAffected += await record(rows, sweep);
}
