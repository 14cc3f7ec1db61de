import {Conflict} from '#shared/errors.ts';
import {bytesToKeepFree} from '../library/disk-settings.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
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

async function placeOne({part, at, to, noted}: Unit, {deps, change, signal, save, id}: TitleRun): Promise<void> {
	const {files, settings} = deps;
	const {identity} = await files.relocate(
		{
			source: at,
			target: to,
			noted,
			placed: part.placed,
			partial: files.partialBeside(to, `move-${id.slice(0, 8)}`, change.id.slice(0, 8)),
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

/** Takes back what has got a new name and is in no record: the old name is there still, or it is given back. */
export async function takeBack(units: readonly Unit[], {deps}: Pick<TitleRun, 'deps'>): Promise<void> {
	const {files, movies, episodes} = deps;
	const tos = units.map(({to}) => to);
	const recorded = (await movies.recordedAmong(tos)).union(await episodes.recordedAmong(tos));
	for (const {part, at, to, waiting, noted} of units) {
		await files.renameNoted(waiting, at, noted);
		if (part.placed === null || recorded.has(to)) {
			continue;
		}
		const [old, present] = await Promise.all([files.entry(at), files.entry(to)]);
		const isSafe = old !== null && old.identity === noted.identity;
		if (isSafe && present !== null && present.identity === part.placed) {
			await files.removeNoted(to, {identity: part.placed, size: null});
		} else if (old === null) {
			await files.renameNoted(to, at, {identity: part.placed, size: null});
		}
		part.placed = null;
	}
}
