import {type ChangedCompanion, type FileChangeRow, nameKey} from '#shared/domain/file-changes/file-change.ts';
import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import type {ExpectedFile} from '../integrations/files/files.ts';
import {temporaryName} from '../integrations/files/relocate.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {TitleRun} from './title-run.ts';

/** One file that gets another name: that of a row, or one that follows it. */
export interface FileMove {
	row: FileChangeRow;
	/** What stores how far this file is. */
	journal: FileChangeRow | ChangedCompanion;
	/** Where it is before it is moved itself: its folder may have been renamed. */
	source: string;
	to: string;
	expected: ExpectedFile;
	/** The name that it has while another file still has the new one. */
	temporary: string;
}

/** The path of a file after its title's folder was renamed as a whole. */
export function rebased(path: string, {way, from, to}: Pick<FileChangeRow, 'way' | 'from' | 'to'>): string {
	return way === 'folder' && from !== '' && isWithinFolder(path, from) ? to + path.slice(from.length) : path;
}

/** The files that the rows of a title still have to put somewhere, or have put there and not recorded. */
export function movesOf(head: FileChangeRow, rows: readonly FileChangeRow[]): FileMove[] {
	return rows.flatMap(row => {
		const parts = [row, ...row.companions].filter(({from, to}) => rebased(from, head) !== to);
		return parts.map((journal, index) => ({
			row,
			journal,
			source: rebased(journal.from, head),
			to: journal.to,
			expected: {identity: journal.identity ?? '', size: journal === row ? row.size : null},
			temporary: temporaryName(journal.to, `${row.id}-${index}`),
		}));
	});
}

/**
 * Those whose new name another of them still has, and those that have it: circles, chains, and names that differ only
 * in capitals.
 */
export function overlapping(moves: readonly FileMove[]): Set<FileMove> {
	const froms = new Set(moves.map(({source}) => nameKey(source)));
	const tos = new Set(moves.map(({to}) => nameKey(to)));
	return new Set(moves.filter(({source, to}) => froms.has(nameKey(to)) || tos.has(nameKey(source))));
}

type FileProbe = Pick<WorkerDeps['files'], 'entry' | 'hasExactName'>;

/**
 * Files beside a video may have been written again since the plan, as files for players are, or be gone. The video is
 * renamed all the same, with those that are there now. Only for a title of which nothing has been changed yet.
 */
export async function renewCompanions({head, rows, deps: {files}, save}: TitleRun): Promise<void> {
	// What was put aside meanwhile has been looked at before.
	const looked = head.way === null && !head.temporaryPath && !head.originalPath ? rows.filter(({companions}) => companions.length > 0) : [];
	let isOther = false;
	for (const row of looked) {
		// On a disk that is away everything seems to be gone.
		if ((await files.entry(row.from))?.size !== row.size) {
			continue;
		}
		const found = await Promise.all(row.companions.map(({from}) => files.entry(from)));
		if (row.companions.some(({identity}, index) => found[index]?.identity !== identity)) {
			isOther = true;
			row.companions = row.companions.flatMap((each, index) => {
				const identity = found[index]?.identity;
				return identity === undefined ? [] : [{...each, identity}];
			});
		}
	}
	await (isOther ? save() : undefined);
}

/** Has the title's own folder its new name, although the journal may not say so because the worker died? */
export async function isFolderMoved({way, from, to, identity}: FileChangeRow, files: FileProbe): Promise<boolean> {
	if (way !== null || from === to || identity === null) {
		return way === 'folder';
	}
	return (await files.entry(to))?.identity === identity && files.hasExactName(to);
}

/** Does any file of the title have its new name already, noted or not? Then it cannot be left as it is. */
export async function hasBegun(head: FileChangeRow, rows: readonly FileChangeRow[], files: FileProbe): Promise<boolean> {
	if (await isFolderMoved(head, files)) {
		return true;
	}
	for (const {journal, source, to, temporary, expected} of movesOf(head, rows)) {
		const [present, halfway] = await Promise.all([files.entry(to), files.entry(temporary)]);
		const isThere = present?.identity === expected.identity && (nameKey(source) !== nameKey(to) || (await files.hasExactName(to)));
		if (journal.placed !== null || halfway !== null || isThere) {
			return true;
		}
	}
	return false;
}
