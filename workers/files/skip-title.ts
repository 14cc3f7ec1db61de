import {type FileChangeRow, type FileRowCode, openRowStates} from '#shared/domain/file-changes/file-change.ts';
import {announceTitle} from './announce-title.ts';
import {rebased} from './file-moves.ts';
import type {MoveDeps, TitleRun} from './title-run.ts';

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
