import {companionTarget} from '#shared/domain/file-changes/companion-target.ts';
import type {ChangedCompanion, FileChange, FileChangeRow} from '#shared/domain/file-changes/file-change.ts';
import {Invalid} from '#shared/errors.ts';
import type {NewRow} from '#shared/store/libraries/file-change-rows.ts';
import {whyNotFolder} from '#shared/store/titles/title-folders.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {rebased} from './file-moves.ts';

export type PlanDeps = Pick<
	WorkerDeps,
	| 'customFormats'
	| 'episodes'
	| 'fileChanges'
	| 'files'
	| 'jobs'
	| 'libraries'
	| 'log'
	| 'movies'
	| 'now'
	| 'recordedFiles'
	| 'rootFolders'
	| 'series'
	| 'settings'
	| 'taskHistory'
>;

/** Takes the rows of each of some titles, and sets their numbers. */
export type AddRows = (titles: readonly (readonly NewRow[])[]) => Promise<void>;

/** Titles that are read and looked at together. */
const atOnce = 32;

/**
 * The rows of a change backwards: what was made goes back to where it was. A file that is not the one any more that was
 * put there is listed, and stays.
 */
export async function planUndo(undo: FileChange, add: AddRows, deps: PlanDeps, signal: AbortSignal): Promise<void> {
	const {fileChanges} = deps;
	const original = undo.undoOf === null ? null : await fileChanges.find(undo.undoOf);
	if (!original) {
		throw new Invalid('file_change_not_found', 'The change that is to be undone is forgotten.');
	}
	// Each title asks for them, and they are the same for all.
	const listed = await deps.rootFolders.list();
	const fixed = {...deps, rootFolders: {...deps.rootFolders, list: async () => listed}};
	for await (const titles of titlesOf(original.id, deps)) {
		signal.throwIfAborted();
		const undone = await Promise.all(titles.map(rows => undoneRows(rows, undo.id, fixed)));
		await add(undone.filter(rows => rows.length > 0));
	}
}

async function undoneRows(rows: readonly FileChangeRow[], changeId: string, deps: PlanDeps): Promise<NewRow[]> {
	const back = await Promise.all(madeOf(rows).map(row => backwards(row, changeId, deps)));
	const all = whole(await withLater(back, deps));
	const isNamed = (await Promise.all(all.map(row => isInWay(row, deps)))).includes(true);
	return all.map(row => (isNamed && row.what === 'title' ? {...row, awaits: true} : row));
}

/** Has another title the old name of a file by now? It may leave it in this very undo. */
async function isInWay({what, state, from, to, identity, titleId}: NewRow, deps: PlanDeps): Promise<boolean> {
	const present = what === 'file' && state === 'planned' && from !== to ? await deps.files.entry(to) : null;
	const isOther = present !== null && present.identity !== identity;
	return isOther && (await deps.recordedFiles.called(to)).some(({id, path}) => id !== titleId && path === to);
}

/** A title none of whose files can go back keeps its folder in its record, too: that is where its files are. */
function whole(rows: readonly NewRow[]): NewRow[] {
	const stuck = rows.find(({what}) => what === 'file');
	const isStuck =
		stuck !== undefined &&
		rows.every(({what, state, way}) => (what === 'title' ? way === 'files' : what !== 'file' || state === 'skipped'));
	return rows.map(row => (isStuck ? {...row, state: 'skipped', code: row.code ?? stuck.code} : row));
}

/** What was put beside a video since, such as its subtitles, goes back with it where nothing has its name. */
async function withLater(rows: readonly NewRow[], {files}: Pick<PlanDeps, 'files'>): Promise<NewRow[]> {
	const known = new Set(rows.flatMap(({from, companions}) => [from, ...companions.map(each => each.from)]));
	const all: NewRow[] = [];
	for (const row of rows) {
		const isGoing = row.what === 'file' && row.state === 'planned';
		const later = isGoing ? (await files.companionsOf(row.from, [], {links: true})).filter(path => !known.has(path)) : [];
		const companions = [...row.companions];
		for (const from of later) {
			const to = companionTarget(from, row);
			const [present, taken] = await Promise.all([files.entry(from), files.entry(to)]);
			if (present && !taken && !known.has(to)) {
				known.add(from).add(to);
				companions.push({from, to, identity: present.identity, placed: null});
			}
		}
		all.push({...row, companions});
	}
	return all;
}

/** The rows of some titles at a time, in order; those of a title begin with itself. */
async function* titlesOf(changeId: string, {fileChanges}: Pick<PlanDeps, 'fileChanges'>): AsyncGenerator<FileChangeRow[][]> {
	for (let after = -1; ; ) {
		const heads = await fileChanges.rows.titles(changeId, after, atOnce);
		const titles = await Promise.all(heads.map(({titleId}) => fileChanges.rows.ofTitle(changeId, titleId)));
		yield titles.map(rows => rows.toSorted((a, b) => Number(b.what === 'title') - Number(a.what === 'title')));
		if (heads.length < atOnce) {
			return;
		}
		after = heads.at(-1)?.number ?? after;
	}
}

/** What was made of a title, and what was only put aside, with the names before that. */
function madeOf(rows: readonly FileChangeRow[]): FileChangeRow[] {
	const [head] = rows;
	const aside = rows.filter(({what, state, originalPath = null}) => what === 'file' && state !== 'done' && originalPath !== null);
	const made = rows.filter(({state}) => state === 'done').map(row => asBefore(row, head ?? row));
	const isHeadMade = head === undefined || head.state === 'done' || aside.length === 0;
	return [
		...(isHeadMade ? [] : [{...head, to: head.from, toRoot: head.fromRoot, way: null}]),
		...made,
		...aside.map(row => asBefore({...row, to: row.from, companions: row.companions.map(each => ({...each, to: each.from}))}, head ?? row)),
	];
}

/** A row of a title that was put aside meanwhile, with the names that it had before that. */
function asBefore(row: FileChangeRow, {from, originalPath = null}: FileChangeRow): FileChangeRow {
	if (row.what === 'file' && row.originalPath) {
		return {...row, from: row.originalPath, companions: row.companions.map(each => ({...each, from: each.originalPath ?? each.from}))};
	}
	if (originalPath === null) {
		return row;
	}
	const before = (path: string) => rebased(path, {way: 'folder', from, to: originalPath});
	return {...row, from: before(row.from), companions: row.companions.map(each => ({...each, from: before(each.from)}))};
}

const turned = ({from, to, identity, placed}: ChangedCompanion): ChangedCompanion => ({
	from: to,
	to: from,
	identity: placed ?? identity,
	placed: null,
});

async function backwards(
	row: FileChangeRow,
	changeId: string,
	deps: Pick<PlanDeps, 'files' | 'movies' | 'rootFolders' | 'series'>,
): Promise<NewRow> {
	const {files} = deps;
	const {id: _, placed, from, to, fromRoot, toRoot, identity, companions, way, what, awaits, temporaryPath, originalPath, ...rest} = row;
	const present = to === '' ? null : await files.entry(to);
	const isTitle = what === 'title';
	const expected = placed ?? identity;
	const isThere = present !== null && (isTitle || (present.size === row.size && present.identity === expected));
	// Whoever has the folder by now may leave it in this very undo.
	const isTaken = isTitle && from !== to && (await whyNotFolder(from, row.titleId, deps)) !== null;
	const code = isThere || (isTitle && (way !== 'folder' || from === to)) ? null : present === null ? 'file_missing' : 'changed_on_disk';
	return {
		...rest,
		changeId,
		what,
		from: to,
		to: from,
		fromRoot: toRoot,
		toRoot: fromRoot,
		identity: isTitle ? (present?.identity ?? null) : expected,
		links: present?.links ?? 0,
		companions: companions.map(turned),
		// A folder that had something in it before keeps that.
		way: way === 'files' ? 'files' : null,
		state: code === null ? 'planned' : 'skipped',
		code,
		...(isTaken && {awaits: true}),
	};
}
