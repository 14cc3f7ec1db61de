import {type FileChangeRow, type FileRowCode, openRowStates} from '#shared/domain/file-changes/file-change.ts';
import {maximumSegmentBytes, truncateBytes} from '#shared/domain/naming/safe-name.ts';
import {announceTitle} from './announce-title.ts';
import {enterRoots} from './enter-roots.ts';
import {recordWholeFolder} from './record-moved.ts';
import type {MoveDeps, TitleRun} from './title-run.ts';
import {rebased} from './units.ts';

export interface TitleOutcome {
	done: number;
	skipped: number;
}

export const isOpen = ({state}: FileChangeRow) => (openRowStates as readonly string[]).includes(state);

const filesIn = (rows: readonly FileChangeRow[], state: FileChangeRow['state']) =>
	rows.filter(row => row.what === 'file' && row.state === state).length;

/** Leaves a title where it is. */
export async function skip(title: TitleRun, code: FileRowCode): Promise<TitleOutcome> {
	for (const row of [title.head, ...title.rows]) {
		row.state = 'skipped';
		row.code = code;
	}
	await title.save();
	return {done: 0, skipped: title.rows.filter(({what}) => what === 'file').length};
}

/**
 * Leaves the names of files as they are in a folder that has its new name, and is recorded so: what only came along
 * with it is done, and an undo takes all of it back.
 */
export async function leaveFiles(title: TitleRun, code: FileRowCode): Promise<TitleOutcome> {
	const {head, rows} = title;
	const stuck = rows.filter(row => rebased(row.from, head) !== row.to);
	title.rows = rows.filter(row => !stuck.includes(row));
	await announceTitle(title);
	for (const row of [head, ...title.rows]) {
		row.state = 'done';
	}
	for (const row of stuck) {
		row.state = 'skipped';
		row.code = code;
		row.from = rebased(row.from, head);
		row.companions = row.companions.map(each => ({...each, from: rebased(each.from, head)}));
	}
	await title.deps.fileChanges.rows.save([head, ...rows]);
	return {done: filesIn(rows, 'done'), skipped: filesIn(rows, 'skipped')};
}

/** Another change, or a deletion, has the title. */
export async function skipUnheld(head: FileChangeRow, {fileChanges}: MoveDeps): Promise<TitleOutcome> {
	const rows = (await fileChanges.rows.ofTitle(head.changeId, head.titleId)).filter(isOpen);
	await fileChanges.rows.save(rows.map(row => ({...row, state: 'skipped' as const, code: 'busy' as const})));
	return {done: 0, skipped: rows.filter(({what}) => what === 'file').length};
}

/** A worker has died while it put the title aside. */
export const isHalfParked = ({parked = null, from}: FileChangeRow) => parked !== null && parked !== from;

/**
 * Puts the folder of a title aside, and records it there, because another title waits for its place and it waits, in
 * the end, for that of the other. Its rows begin there from then on. May be repeated after a crash. False if it cannot
 * be.
 */
export async function parkTitle(title: TitleRun): Promise<boolean> {
	const {head, rows, deps} = title;
	await enterRoots(title);
	const {from} = head;
	head.parked ??= await freeName(from, deps.files);
	const aside: FileChangeRow = {...head, to: head.parked, toRoot: head.fromRoot, way: 'folder'};
	await title.save();
	const outcome = head.identity === null ? 'missing' : await deps.files.renameFolder(from, aside.to, head.identity);
	if (outcome !== 'renamed' && outcome !== 'missing') {
		head.parked = null;
		await title.save();
		return false;
	}
	await title.fence();
	await recordWholeFolder({...title, head: aside});
	for (const part of rows.flatMap(row => [row, ...row.companions])) {
		part.from = rebased(part.from, aside);
	}
	await deps.fileChanges.rows.save(rows);
	head.origin = from;
	head.from = aside.to;
	await title.save();
	return true;
}

const ending = ' (moving)';

async function freeName(folder: string, files: TitleRun['deps']['files']): Promise<string> {
	const above = folder.slice(0, folder.lastIndexOf('/') + 1);
	const name = truncateBytes(folder.slice(above.length), maximumSegmentBytes - 2 * ending.length).trimEnd();
	for (let number = 1; ; number += 1) {
		const path = `${above}${name}${ending}${number === 1 ? '' : ` ${number}`}`;
		if ((await files.entry(path)) === null) {
			return path;
		}
	}
}
