import type {FileChange, FileChangeRow, FileRowCode} from '#shared/domain/file-changes/file-change.ts';
import {rootOf} from '#shared/domain/file-changes/plan-title.ts';
import {Cancelled, Conflict, Invalid, NotFound, Unavailable} from '#shared/errors.ts';
import {promisePlayerFiles} from '../library/player-files.ts';
import {besideLease, titleLease} from '../library/title-lease.ts';
import {addExtras} from './add-extras.ts';
import {announceTitle} from './announce-title.ts';
import {ensureRoom, enterRoots} from './enter-roots.ts';
import {type FileMove, hasBegun, movesOf, renewCompanions} from './file-moves.ts';
import {isHalfParked, parkTitle, returnFiles} from './park-title.ts';
import {isPartRecorded, placeFiles, removeOld, takeBack} from './place-files.ts';
import {recordRows, recordWholeFolder} from './record-moved.ts';
import {isOpen, leaveFiles, skip, skipUnheld, type TitleOutcome} from './skip-title.ts';
import type {BeforeMoveStep, MoveDeps, RootChecks, TitleRun} from './title-run.ts';

/** A person has cancelled the change. */
export class CancelledByPerson extends Cancelled {}

interface RunOptions {
	/** Takes back what was begun instead of going on. */
	isCancelled?: boolean;
	/** Is done instead of giving the files their new names. */
	instead?: (title: TitleRun) => Promise<TitleOutcome>;
	/** An earlier run may have given some of its files their new names: then it cannot be left as it is. */
	mayBeBegun?: boolean;
	change: FileChange;
	roots: readonly string[];
	rootChecks: RootChecks;
	deps: MoveDeps;
	signal: AbortSignal;
	beforeStep: BeforeMoveStep;
	onPlaced?: () => void;
}

/** Milliseconds to wait for whoever has the title's files. */
const leaseWaitMs = 2000;
/** The same for a title that is begun: longer than the lease of a dead worker lasts. */
const begunWaitMs = 40_000;
/** Milliseconds in which a lease is not extended again: most titles take less, and each time waits for the disk. */
const freshMs = 1000;
/** More files than a title has. */
const maxFiles = 20_000;

/**
 * Moves and renames the files of one title, from where an earlier run stopped. Its files get their new names first, are
 * recorded then, and lose their old ones last. Throws what stops the whole change: Unavailable when a disk fails or is
 * full, and Cancelled.
 */
export async function runTitle(
	head: FileChangeRow,
	{deps, signal, isCancelled = false, mayBeBegun = false, instead = work, ...options}: RunOptions,
): Promise<TitleOutcome> {
	const key = titleLease(head.titleId);
	const maxWaitMs = mayBeBegun ? begunWaitMs : leaseWaitMs;
	const outcome = await deps.leases.with(key, {signal, maxWaitMs}, async (within, lease) => {
		const rows = await deps.fileChanges.rows.ofTitle(head.changeId, head.titleId);
		const open = rows.filter(row => row.what !== 'title' && isOpen(row));
		const [present = head] = rows.filter(({what}) => what === 'title');
		const fence = () => lease.fence({freshMs});
		const title: TitleRun = {
			...options,
			id: head.titleId,
			deps,
			head: present,
			rows: open,
			signal: within,
			async save() {
				await fence();
				await deps.fileChanges.rows.save([present, ...open]);
			},
			async saveEnd() {
				await fence();
				await deps.fileChanges.rows.saveEnd([present, ...open]);
			},
			fence,
		};
		await (isHalfParked(present, open) && parkTitle(title));
		const moves = movesOf(present, open);
		if (isCancelled && !(await isPartRecorded(moves, title))) {
			await takeBack(moves, title);
			await returnFiles(title);
			setState(title, 'planned');
			await title.save();
			return {done: 0, skipped: 0};
		}
		if ((await isBusy(title, rows)) && !(await hasBegun(present, open, deps.files))) {
			return skip(title, 'busy');
		}
		await (mayBeBegun || isCancelled ? undefined : renewCompanions(title));
		return instead(title);
	});
	if (!outcome && mayBeBegun) {
		throw new Unavailable('title_busy', `Somebody else has the files of ${head.title}. Try again in a minute.`);
	}
	return outcome ?? skipUnheld(head, deps);
}

/** Does an import hold the title, or somebody one of its files for longer than writing beside it takes? */
async function isBusy({id, head, deps: {downloads, leases}, signal}: TitleRun, rows: readonly FileChangeRow[]): Promise<boolean> {
	if (await downloads.isImporting(id, head.titleKind)) {
		return true;
	}
	for (const key of await leases.heldAmong(rows.flatMap(({fileId}) => (fileId === null ? [] : [besideLease(fileId)])))) {
		if (!(await leases.whenFree(key, {signal, maxWaitMs: leaseWaitMs}))) {
			return true;
		}
	}
	return false;
}

async function work(title: TitleRun): Promise<TitleOutcome> {
	try {
		await title.beforeStep('begin');
		return await moveTitle(title);
	} catch (error) {
		// After a stop for longer than the lease lasts, another worker has the files and may have moved them.
		await title.fence();
		const code = codeOf(error);
		if (code !== null) {
			await refuseAway(code, title);
			await takeBack(movesOf(title.head, title.rows), title);
			return title.head.way === 'folder' ? leaveFiles(title, code) : skip(title, code);
		}
		if (error instanceof CancelledByPerson || title.signal.reason instanceof CancelledByPerson) {
			await takeBack(movesOf(title.head, title.rows), title);
			await title.save();
			throw new CancelledByPerson();
		}
		await title.save().catch(() => {});
		throw error;
	}
}

/** A disk that is away has none of its files: that stops the whole change. */
async function refuseAway(code: FileRowCode, title: TitleRun): Promise<void> {
	if (code === 'file_missing' || code === 'changed_on_disk') {
		await enterRoots(title).catch(async error => {
			await title.save().catch(() => {});
			throw error;
		});
	}
}

/** What keeps one title from being moved, and not the others; null for all else. */
function codeOf(error: unknown): FileRowCode | null {
	if (error instanceof NotFound && error.code === 'file_missing') {
		return 'file_missing';
	}
	if (error instanceof Unavailable && error.code === 'too_little_space') {
		return 'too_little_space';
	}
	if (error instanceof Conflict || error instanceof Invalid) {
		return codes[error.code] ?? null;
	}
	return null;
}

const codes: Readonly<Record<string, FileRowCode>> = {
	target_exists: 'target_exists',
	target_blocked: 'target_exists',
	changed_on_disk: 'changed_on_disk',
	needs_copies: 'needs_copies',
	title_changed: 'title_changed',
};

async function moveTitle(title: TitleRun): Promise<TitleOutcome> {
	const {head, deps, beforeStep, rows} = title;
	await enterRoots(title);
	await moveFolder(title);
	if (head.way === 'files') {
		await addExtras(title);
	}
	const moves = movesOf(head, rows);
	await ensureRoom(moves, title);
	await placeFiles(moves, title);
	await note('placed', moves, title);
	title.onPlaced?.();
	// What lies in a folder that was renamed as a whole was recorded with it.
	if (moves.length > 0 || head.way !== 'folder') {
		await recordFiles(moves, title);
	}
	await beforeStep('end');
	await announceTitle(title);
	await promisePlayerFiles({kind: head.titleKind, id: title.id}, deps);
	setState(title, 'done');
	head.state = 'done';
	await title.saveEnd();
	deps.log.debug({titleId: title.id, changeId: head.changeId}, 'The files of a title have their new names');
	return {done: rows.filter(({what}) => what === 'file').length, skipped: 0};
}

/** Records the files under their new names, and removes the old ones then. */
async function recordFiles(moves: readonly FileMove[], title: TitleRun): Promise<void> {
	const {head, beforeStep, roots} = title;
	await beforeStep('record');
	if (rootOf(head.from, roots) !== rootOf(head.to, roots)) {
		// Where a disk has gone meanwhile, the copies lie on the one below it.
		await enterRoots(title);
	}
	await title.fence();
	await recordRows(title);
	await note('recorded', moves, title);
	await title.fence();
	await removeOld(moves, title);
}

/**
 * What has a new name without being a copy is known by that name and its identity, so only copies are written down
 * before the title is done.
 */
async function note(state: FileChangeRow['state'], moves: readonly FileMove[], title: TitleRun): Promise<void> {
	setState(title, state);
	await (moves.some(({journal, expected}) => journal.placed !== expected.identity) ? title.save() : undefined);
}

function setState({rows}: TitleRun, state: FileChangeRow['state']): void {
	for (const row of rows) {
		row.state = state;
	}
}

/** Renames the title's folder as a whole where that is possible. Otherwise its files are moved one by one. */
async function moveFolder(title: TitleRun): Promise<void> {
	const {head, deps, signal, beforeStep} = title;
	if (head.from === head.to || head.way === 'files') {
		return;
	}
	if (head.way === null && (await hasForeignFiles(title))) {
		head.way = 'files';
		return;
	}
	const identity = head.identity ?? (await deps.files.entry(head.from))?.identity ?? null;
	if (identity === null) {
		// There is no folder, and so no file: only the record changes.
		head.way = 'files';
		return;
	}
	signal.throwIfAborted();
	await beforeStep('folder');
	const outcome = await deps.files.renameFolder(head.from, head.to, identity);
	if (outcome === 'changed') {
		throw new Conflict('changed_on_disk', `${head.from} is not the folder it was when the change was planned.`);
	}
	head.identity = identity;
	head.way = outcome === 'renamed' ? 'folder' : 'files';
	await title.save();
	if (head.way === 'folder') {
		await beforeStep('recordFolder');
		await title.fence();
		await recordWholeFolder(title);
	}
}

/** Does another title have a file in this title's folder? It must not come along. */
async function hasForeignFiles({id, head, deps: {movies, episodes, recordedFiles}}: TitleRun): Promise<boolean> {
	const found = await recordedFiles.below(head.from, maxFiles);
	if (found.length === 0 || found.some(({kind}) => kind !== head.titleKind)) {
		return found.length > 0;
	}
	const own = head.titleKind === 'movie' ? [(await movies.placeOf(id))?.file?.path] : ((await episodes.pathsOf([id])).get(id) ?? []);
	return !new Set(found.map(({path}) => path)).isSubsetOf(new Set<string | undefined>(own));
}
