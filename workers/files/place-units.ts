import {dirname} from 'node:path';
import {nameKey} from '#shared/domain/file-changes/file-change.ts';
import {rootOf} from '#shared/domain/file-changes/plan-title.ts';
import {Conflict} from '#shared/errors.ts';
import {bytesToKeepFree} from '../library/disk-settings.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {recordedFiles} from './recorded-files.ts';
import type {TitleRun} from './title-run.ts';
import {overlapping, type Unit} from './units.ts';

type Files = WorkerDeps['files'];

/** Gives each file its new name; the old one stays where the disk knows second names, and where it is a copy. */
export async function placeUnits(units: readonly Unit[], title: TitleRun): Promise<void> {
	const crossing = overlapping(units);
	const plain = units.filter(unit => !crossing.has(unit));
	for (const unit of plain) {
		title.signal.throwIfAborted();
		await title.beforeStep('place');
		await placeOne(unit, title);
	}
	if (crossing.size > 0) {
		await swap([...crossing], title);
	}
}

/** Whose unfinished copies they are, as their names say. */
const partialOwner = (titleId: string) => `move-${titleId.slice(0, 8)}`;

async function placeOne({part, at, to, noted}: Unit, {deps, change, signal, save, id}: TitleRun): Promise<void> {
	const {files, settings} = deps;
	const {identity} = await files.relocate(
		{
			source: at,
			target: to,
			noted,
			placed: part.placed,
			partial: files.partialBeside(to, partialOwner(id), change.id.slice(0, 8)),
			mayCopy: change.copies || settings.get('media.importMode') !== 'hardlinkOnly',
			verify: settings.get('media.verifyMoves') === 'hash',
			keepFree: bytesToKeepFree(deps),
		},
		{
			signal,
			async beforeFinal(copy) {
				part.placed = copy;
				await save();
			},
		},
	);
	part.placed = identity;
}

/**
 * Files that want each other's names: each gets a waiting name first, and then takes its new one. The bytes have a name
 * at every moment, and a file is known by its identity, so a killed run is continued.
 */
async function swap(units: readonly Unit[], {deps: {files}, signal, beforeStep}: TitleRun): Promise<void> {
	for (const unit of units) {
		signal.throwIfAborted();
		await beforeStep('swap');
		await toWaiting(unit, units, files);
	}
	for (const {part, to, waiting, noted} of units) {
		signal.throwIfAborted();
		await beforeStep('swap');
		if ((await isAt(waiting, noted, files)) && !(await files.renameNoted(waiting, to, noted))) {
			throw new Conflict('target_exists', `${to} exists already. Move it away or scan the library.`);
		}
		part.placed = noted.identity;
	}
}

async function toWaiting({at, to, waiting, noted}: Unit, units: readonly Unit[], files: Files): Promise<void> {
	if ((await isAt(waiting, noted, files)) || ((await isAt(to, noted, files)) && (await files.hasExactName(to)))) {
		return;
	}
	const present = await files.entry(to);
	const isOurs = present === null || units.some(unit => unit.noted.identity === present.identity);
	if (!isOurs) {
		throw new Conflict('target_exists', `${to} exists already. Move it away or scan the library.`);
	}
	if (!(await files.renameNoted(at, waiting, noted))) {
		throw new Conflict('changed_on_disk', `${at} is not the file it was when the change was planned.`);
	}
}

async function isAt(path: string, {identity}: Unit['noted'], {entry}: Files): Promise<boolean> {
	return (await entry(path))?.identity === identity;
}

/** The old names go once all files of the title are recorded under their new ones. */
export async function removeOld(units: readonly Unit[], {deps: {files}, signal, beforeStep, roots}: TitleRun): Promise<void> {
	for (const {part, at, to, noted} of units) {
		signal.throwIfAborted();
		const present = await files.entry(to);
		const isPlaced = present !== null && part.placed !== null && present.identity === part.placed;
		if (!isPlaced || !(await isLeft(at, to, present.identity, files))) {
			continue;
		}
		await beforeStep('remove');
		await files.removeNoted(at, noted);
	}
	for (const folder of new Set(units.map(({at}) => dirname(at)))) {
		const root = rootOf(folder, roots);
		await (root !== undefined && files.removeEmptyFolders(folder, root));
	}
}

/** Is the old name a name of its own, and not the new one on a disk that ignores capitals? */
async function isLeft(at: string, to: string, identity: string, files: Files): Promise<boolean> {
	const old = await files.entry(at);
	const isAlike = nameKey(at) === nameKey(to);
	return old !== null && !(isAlike && old.identity === identity && !(await files.hasExactName(at)));
}

/**
 * Takes back what has got a new name and is in no record, also if its worker died before it could note that. Files that
 * have each other's names get waiting names first.
 */
export async function takeBack(units: readonly Unit[], title: OfTitle): Promise<void> {
	const {files} = title.deps;
	const isRecorded = await recordedUnits(units, title);
	const ours = new Set(units.map(({noted}) => noted.identity));
	const open = units.filter(unit => !isRecorded(unit));
	for (const unit of open) {
		await leaveNewName(unit, ours, files);
	}
	for (const {part, at, waiting, noted} of open) {
		await files.renameNoted(waiting, at, noted);
		part.placed = null;
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
export async function isPartRecorded(units: readonly Unit[], title: OfTitle): Promise<boolean> {
	return units.some(await ownRecord(title));
}

async function ownRecord(title: OfTitle): Promise<(unit: Unit) => boolean> {
	const {head} = title;
	const recorded = await recordedFiles(title);
	const paths = new Map(recorded?.files.map(file => [file.id, file.path]));
	return ({row: {fileId, to}}) => (fileId === null ? head.from !== head.to && recorded?.path === head.to : paths.get(fileId) === to);
}

/** Those that the record of the title has under their new names, or that the file of another title has taken since. */
async function recordedUnits(units: readonly Unit[], title: OfTitle): Promise<(unit: Unit) => boolean> {
	const taken = await title.deps.recordedFiles.among(units.map(({to}) => to));
	const left = new Set(units.flatMap(({at, part}) => [at, part.from]));
	const isOwn = await ownRecord(title);
	return unit => isOwn(unit) || (taken.has(unit.to) && !left.has(unit.to));
}

/** Where the old name has the data still, the new one is removed; else it becomes a waiting name. */
async function leaveNewName({part, at, to, waiting, noted}: Unit, ours: ReadonlySet<string>, files: Files): Promise<void> {
	const [old, present] = await Promise.all([files.entry(at), files.entry(to)]);
	const isOriginal = present?.identity === noted.identity;
	const isCopy = present !== null && !isOriginal && present.identity === part.placed;
	if (!isOriginal && !isCopy) {
		return;
	}
	// One entry under two spellings, on a disk that ignores capitals.
	const isOneName = isOriginal && old?.identity === present.identity && nameKey(at) === nameKey(to);
	const isOldThere = isOneName ? await files.hasExactName(at) : old?.identity === noted.identity;
	if (isOldThere) {
		const isNewThere = !isOneName || (await files.hasExactName(to));
		await (isNewThere && files.removeNoted(to, {identity: present.identity, size: null}));
	} else if (isOriginal && (old === null || ours.has(old.identity))) {
		await files.renameNoted(to, waiting, noted);
	}
}
