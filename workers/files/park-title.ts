import {companionTarget} from '#shared/domain/file-changes/companion-target.ts';
import type {ChangedCompanion, FileChangeRow} from '#shared/domain/file-changes/file-change.ts';
import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import {byteLength, maximumSegmentBytes, truncateBytes} from '#shared/domain/naming/safe-name.ts';
import {Conflict, NotFound} from '#shared/errors.ts';
import {enterRoots} from './enter-roots.ts';
import {movesOf, rebased} from './file-moves.ts';
import {placeFiles, removeOld, takeBack} from './place-files.ts';
import {recordRows, recordWholeFolder} from './record-moved.ts';
import type {TitleRun} from './title-run.ts';

const isBegun = ({temporaryPath = null, from}: FileChangeRow) => temporaryPath !== null && temporaryPath !== from;

/** A worker has died while it put the title, or files of it, aside. */
export const isHalfParked = (head: FileChangeRow, rows: readonly FileChangeRow[]) => isBegun(head) || rows.some(isBegun);

/**
 * Gives the folder of a title, and its files outside of that, temporary names and records them there: another title
 * waits for their names, and this one waits, directly or not, for those of the other. Its rows begin there from then
 * on. May be repeated after a crash. False if it is impossible.
 */
export async function parkTitle(title: TitleRun): Promise<boolean> {
	const {head, rows, deps} = title;
	await enterRoots(title);
	const hasFolder = isBegun(head) || (head.from !== head.to && (head.temporaryPath ?? null) === null);
	const beside = rows.filter(({what, from, temporaryPath = null}) => what === 'file' && temporaryPath === null && !isWithin(from, head));
	const names = await Promise.all(beside.map(({from}) => freeName(from, deps.files, fileNameOf)));
	if (names.includes(null) || (hasFolder && !(await parkFolder(title)))) {
		return false;
	}
	for (const [index, row] of beside.entries()) {
		row.temporaryPath = names[index] ?? null;
	}
	if (!(await moveAside(title))) {
		return false;
	}
	head.temporaryPath ??= head.from;
	await title.save();
	return true;
}

const isWithin = (path: string, {from, to}: FileChangeRow) => from !== '' && from !== to && isWithinFolder(path, from);

/** Files that were put aside get their old names back, unless something else has them by now. */
export async function returnFiles(title: TitleRun): Promise<void> {
	const {head, rows, deps} = title;
	if (rows.every(({originalPath = null}) => originalPath === null)) {
		return;
	}
	for (const row of rows) {
		const {originalPath = null, companions} = row;
		const places = originalPath === null ? [] : [originalPath, ...companions.flatMap(each => each.originalPath ?? [])];
		const found = await Promise.all(places.map(path => deps.files.entry(path)));
		if (originalPath !== null && found.every(entry => entry === null)) {
			row.temporaryPath = originalPath;
		}
	}
	await moveAside(title);
	if (!head.originalPath && rows.every(({originalPath = null}) => originalPath === null)) {
		head.temporaryPath = null;
		await title.save();
	}
}

async function parkFolder(title: TitleRun): Promise<boolean> {
	const {head, rows, deps} = title;
	const {from} = head;
	head.temporaryPath ??= await freeName(from, deps.files, folderNameOf);
	if (head.temporaryPath === null) {
		return false;
	}
	const aside: FileChangeRow = {...head, to: head.temporaryPath, toRoot: head.fromRoot, way: 'folder'};
	await title.save();
	const outcome = head.identity === null ? 'missing' : await deps.files.renameFolder(from, aside.to, head.identity);
	if (outcome !== 'renamed' && outcome !== 'missing') {
		head.temporaryPath = null;
		await title.save();
		return false;
	}
	await title.fence();
	await recordWholeFolder({...title, head: aside});
	for (const part of rows.flatMap(row => [row, ...row.companions])) {
		part.from = rebased(part.from, aside);
	}
	await deps.fileChanges.rows.save(rows);
	head.originalPath = from;
	head.from = aside.to;
	await title.save();
	return true;
}

/** Gives the files that have a place aside that place, and records them there. */
async function moveAside(title: TitleRun): Promise<boolean> {
	const {head} = title;
	const begun = title.rows.filter(isBegun);
	if (begun.length === 0) {
		return true;
	}
	await title.save();
	const stays: FileChangeRow = {...head, to: head.from, toRoot: head.fromRoot, way: 'files'};
	const aside: TitleRun = {...title, head: stays, rows: begun.map(goingAside), save: async () => {}};
	const moves = movesOf(stays, aside.rows);
	try {
		await placeFiles(moves, aside);
		await title.beforeStep('record');
		await title.fence();
		await recordRows(aside);
	} catch (error) {
		if (!(error instanceof Conflict || error instanceof NotFound)) {
			throw error;
		}
		await takeBack(moves, aside);
		for (const row of begun) {
			row.temporaryPath = row.originalPath ? row.from : null;
		}
		await title.save();
		return false;
	}
	await title.fence();
	await removeOld(moves, aside);
	for (const row of begun) {
		settle(row, aside.rows.find(({id}) => id === row.id) ?? null);
	}
	await title.save();
	return true;
}

/** The row of a file on its way to its place aside, or back from there. */
function goingAside(row: FileChangeRow): FileChangeRow {
	const to = row.temporaryPath ?? row.from;
	const isReturn = row.originalPath === to;
	const companions = row.companions.map(
		(each): ChangedCompanion => ({
			...each,
			to: isReturn ? (each.originalPath ?? each.from) : companionTarget(each.from, {from: row.from, to}),
			placed: null,
		}),
	);
	return {...row, to, companions, placed: null};
}

/** Notes where the file and those that follow it are now; null if the title has it no longer. */
function settle(row: FileChangeRow, moved: FileChangeRow | null): void {
	if (moved === null) {
		row.state = 'skipped';
		row.code = 'title_changed';
		row.temporaryPath = null;
		return;
	}
	const isReturn = row.originalPath === moved.to;
	row.companions = row.companions.map((each, index) => ({
		...each,
		from: moved.companions[index]?.to ?? each.from,
		originalPath: isReturn ? null : each.from,
	}));
	row.originalPath = isReturn ? null : row.from;
	row.temporaryPath = isReturn ? null : moved.to;
	row.from = moved.to;
}

const mark = '(moving)';

/** Names that are tried. */
const maxNames = 100;
const numbered = (number: number) => (number === 1 ? '' : ` ${number}`);

const folderNameOf = (name: string, number: number) => `${name} ${mark}${numbered(number)}`;
/** In front, because the end of a file's name says what it is: `Film - part2.mkv`. */
const fileNameOf = (name: string, number: number) => `${mark}${numbered(number)} ${name}`;

/** Null if all of them are taken, as on a disk that has whatever it is asked for. */
async function freeName(
	path: string,
	files: TitleRun['deps']['files'],
	nameOf: (name: string, number: number) => string,
): Promise<string | null> {
	const above = path.slice(0, path.lastIndexOf('/') + 1);
	const own = path.slice(above.length);
	const dot = nameOf === fileNameOf && own.lastIndexOf('.') > 0 ? own.lastIndexOf('.') : own.length;
	const ending = own.slice(dot);
	const name = truncateBytes(own.slice(0, dot), maximumSegmentBytes - 2 * mark.length - byteLength(ending)).trimEnd();
	for (let number = 1; number <= maxNames; number += 1) {
		const free = `${above}${nameOf(`${name}${ending}`, number)}`;
		if ((await files.entry(free)) === null) {
			return free;
		}
	}
	return null;
}
