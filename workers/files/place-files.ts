import {dirname} from 'node:path';
import {nameKey} from '#shared/domain/file-changes/file-change.ts';
import {rootOf} from '#shared/domain/file-changes/plan-title.ts';
import {Conflict} from '#shared/errors.ts';
import {bytesToKeepFree} from '../library/disk-settings.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {type FileMove, overlapping} from './file-moves.ts';
import {recordedFiles} from './recorded-files.ts';
import type {TitleRun} from './title-run.ts';

type Files = WorkerDeps['files'];

/** Gives each file its new name; the old one stays where the disk knows second names, and where it is a copy. */
export async function placeFiles(moves: readonly FileMove[], title: TitleRun): Promise<void> {
	const crossing = overlapping(moves);
	const plain = moves.filter(move => !crossing.has(move));
	for (const move of plain) {
		title.signal.throwIfAborted();
		await title.beforeStep('place');
		await placeOne(move, title);
	}
	if (crossing.size > 0) {
		await swap([...crossing], title);
	}
}

/** Whose unfinished copies they are, as their names say. */
const partialOwner = (titleId: string) => `move-${titleId.slice(0, 8)}`;

async function placeOne({journal, source, to, expected}: FileMove, {deps, change, signal, save, id}: TitleRun): Promise<void> {
	const {files, settings} = deps;
	const {identity} = await files.relocate(
		{
			source,
			target: to,
			expected,
			placed: journal.placed,
			partial: files.partialBeside(to, partialOwner(id), change.id.slice(0, 8)),
			mayCopy: change.copies || settings.get('media.importMode') !== 'hardlinkOnly',
			verify: settings.get('media.verifyMoves') === 'hash',
			keepFree: bytesToKeepFree(deps),
		},
		{
			signal,
			async beforeFinal(copy) {
				journal.placed = copy;
				await save();
			},
		},
	);
	journal.placed = identity;
}

/**
 * Files that want each other's names: each gets a temporary name first, and then its new one. The bytes have a name
 * at every moment, and a file is known by its identity, so a killed run is continued.
 */
async function swap(moves: readonly FileMove[], {deps: {files}, signal, beforeStep}: TitleRun): Promise<void> {
	for (const move of moves) {
		signal.throwIfAborted();
		await beforeStep('swap');
		await toWaiting(move, moves, files);
	}
	for (const {journal, to, temporary, expected} of moves) {
		signal.throwIfAborted();
		await beforeStep('swap');
		if ((await isAt(temporary, expected, files)) && !(await files.renameExpected(temporary, to, expected))) {
			throw new Conflict('target_exists', `${to} exists already. Move it away or scan the library.`);
		}
		journal.placed = expected.identity;
	}
}

async function toWaiting({source, to, temporary, expected}: FileMove, moves: readonly FileMove[], files: Files): Promise<void> {
	if ((await isAt(temporary, expected, files)) || ((await isAt(to, expected, files)) && (await files.hasExactName(to)))) {
		return;
	}
	const present = await files.entry(to);
	const isOurs = present === null || moves.some(move => move.expected.identity === present.identity);
	if (!isOurs) {
		throw new Conflict('target_exists', `${to} exists already. Move it away or scan the library.`);
	}
	if (!(await files.renameExpected(source, temporary, expected))) {
		throw new Conflict('changed_on_disk', `${source} is not the file it was when the change was planned.`);
	}
}

async function isAt(path: string, {identity}: FileMove['expected'], {entry}: Files): Promise<boolean> {
	return (await entry(path))?.identity === identity;
}

/** The old names go once all files of the title are recorded under their new ones. */
export async function removeOld(moves: readonly FileMove[], {deps: {files}, signal, beforeStep, roots}: TitleRun): Promise<void> {
	for (const {journal, source, to, expected} of moves) {
		signal.throwIfAborted();
		const present = await files.entry(to);
		const isPlaced = present !== null && journal.placed !== null && present.identity === journal.placed;
		if (!isPlaced || !(await isLeft(source, to, present.identity, files))) {
			continue;
		}
		await beforeStep('remove');
		await files.removeExpected(source, expected);
	}
	for (const folder of new Set(moves.map(({source}) => dirname(source)))) {
		const root = rootOf(folder, roots);
		await (root !== undefined && files.removeEmptyFolders(folder, root));
	}
}

/** Is the old name a name of its own, and not the new one on a disk that ignores capitals? */
async function isLeft(source: string, to: string, identity: string, files: Files): Promise<boolean> {
	const old = await files.entry(source);
	const isAlike = nameKey(source) === nameKey(to);
	return old !== null && !(isAlike && old.identity === identity && !(await files.hasExactName(source)));
}

/**
 * Takes back what has got a new name and is in no record, also if its worker died before it could write that down.
 * Files that have each other's names get temporary names first.
 */
export async function takeBack(moves: readonly FileMove[], title: OfTitle): Promise<void> {
	const {files} = title.deps;
	const isRecorded = await recordedMoves(moves, title);
	const ours = new Set(moves.map(({expected}) => expected.identity));
	const open = moves.filter(move => !isRecorded(move));
	for (const move of open) {
		await leaveNewName(move, ours, files);
	}
	for (const {journal, source, temporary, expected} of open) {
		await files.renameExpected(temporary, source, expected);
		journal.placed = null;
	}
	for (const folder of new Set(open.map(({to}) => dirname(to)))) {
		const root = rootOf(folder, title.roots);
		if (root !== undefined && (await files.isFolder(folder))) {
			await files.sweepPartials(folder, partialOwner(title.id));
			await files.removeEmptyFolders(folder, root);
		}
	}
}

type OfTitle = Pick<TitleRun, 'id' | 'head' | 'deps' | 'roots'>;

/** Has the record of the title one of these under its new name? Then the title is brought to its end. */
export async function isPartRecorded(moves: readonly FileMove[], title: OfTitle): Promise<boolean> {
	return moves.some(await ownRecord(title));
}

async function ownRecord(title: OfTitle): Promise<(move: FileMove) => boolean> {
	const {head} = title;
	const recorded = await recordedFiles(title);
	const paths = new Map(recorded?.files.map(file => [file.id, file.path]));
	return ({row: {fileId, to}}) => (fileId === null ? head.from !== head.to && recorded?.path === head.to : paths.get(fileId) === to);
}

/** Those that the record of the title has under their new names, or that the file of another title has taken since. */
async function recordedMoves(moves: readonly FileMove[], title: OfTitle): Promise<(move: FileMove) => boolean> {
	const taken = await title.deps.recordedFiles.among(moves.map(({to}) => to));
	const left = new Set(moves.flatMap(({source, journal}) => [source, journal.from]));
	const isOwn = await ownRecord(title);
	return move => isOwn(move) || (taken.has(move.to) && !left.has(move.to));
}

/** Where the old name has the data still, the new one is removed; else it becomes a temporary one. */
async function leaveNewName({journal, source, to, temporary, expected}: FileMove, ours: ReadonlySet<string>, files: Files): Promise<void> {
	const [old, present] = await Promise.all([files.entry(source), files.entry(to)]);
	const isOriginal = present?.identity === expected.identity;
	const isCopy = present !== null && !isOriginal && present.identity === journal.placed;
	if (!isOriginal && !isCopy) {
		return;
	}
	// One entry under two spellings, on a disk that ignores capitals.
	const isOneName = isOriginal && old?.identity === present.identity && nameKey(source) === nameKey(to);
	const isOldThere = isOneName ? await files.hasExactName(source) : old?.identity === expected.identity;
	if (isOldThere) {
		const isNewThere = !isOneName || (await files.hasExactName(to));
		await (isNewThere && files.removeExpected(to, {identity: present.identity, size: null}));
	} else if (isOriginal && (old === null || ours.has(old.identity))) {
		await files.renameExpected(to, temporary, expected);
	}
}
