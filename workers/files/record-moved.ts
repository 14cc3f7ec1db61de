import {Conflict} from '#shared/errors.ts';
import {scannedFileId} from '#shared/store/libraries/scanned-files.ts';
import type {MovedFile} from '#shared/store/titles/moved-file.ts';
import {movesOf, rebased} from './file-moves.ts';
import {takeBack} from './place-files.ts';
import {recordedFiles} from './recorded-files.ts';
import type {TitleRun} from './title-run.ts';

/** Files of a series that are recorded in one step. */
const stepSize = 200;

/**
 * Records every file of a title whose folder was renamed as a whole, whatever its row says, and the folder itself last.
 */
export async function recordWholeFolder(title: TitleRun): Promise<void> {
	const {head, deps} = title;
	const recorded = await recordedFiles(title);
	if (recorded === null) {
		// The deletion of the title looks for its files where they were.
		await (head.identity !== null && deps.files.renameFolder(head.to, head.from, head.identity));
		head.way = null;
		throw titleChanged();
	}
	const moved = recorded.files.flatMap((file): MovedFile[] => {
		const to = rebased(file.path, head);
		const subtitles = new Map(
			(file.subtitles?.list ?? []).flatMap(({path}) => (path === null ? [] : [[path, rebased(path, head)] as const])),
		);
		return to === file.path ? [] : [{fileId: file.id, from: [file.path], to, subtitles}];
	});
	await record(title, moved);
}

/** Records the files of a title that have their new names, and its own folder. */
export async function recordRows(title: TitleRun): Promise<void> {
	const {head, rows} = title;
	const extras = new Map(rows.flatMap(({what, from, to}) => (what === 'extra' ? [[from, to] as const] : [])));
	const moved = rows.flatMap((row): MovedFile[] => {
		if (row.what !== 'file') {
			return [];
		}
		const subtitles = new Map(extras);
		for (const {from, to} of row.companions) {
			subtitles.set(from, to);
			subtitles.set(rebased(from, head), to);
		}
		return [{fileId: row.fileId ?? '', from: [row.from, rebased(row.from, head)], to: row.to, subtitles}];
	});
	await record(title, moved);
}

async function record(title: TitleRun, moved: readonly MovedFile[]): Promise<void> {
	const {id, head, deps} = title;
	const at = deps.now();
	const isMoved = head.from !== head.to || head.fromRoot !== head.toRoot;
	if (head.titleKind === 'movie') {
		const [file = null] = moved;
		const folder = isMoved ? {rootFolderPath: head.toRoot, path: head.to} : null;
		const movie = await deps.movies.moveFile(id, {file, folder}, at);
		if (!movie) {
			throw titleChanged();
		}
		await forgetScanned(movie.libraryId, moved, deps);
		return;
	}
	const series = await deps.series.find(id);
	if (!series) {
		throw titleChanged();
	}
	for (let start = 0; start < moved.length; start += stepSize) {
		const some = moved.slice(start, start + stepSize);
		const recorded = await deps.episodes.moveFiles(id, some, at);
		await leave(
			some.filter(({fileId}) => !recorded.has(fileId)),
			title,
		);
	}
	await forgetScanned(series.libraryId, moved, deps);
	await deps.series.change(id, isMoved ? {path: head.to, rootFolderPath: head.toRoot} : {}, at);
}

/** A backfill that remembers the old places would take them for missing files, and many of them for a missing disk. */
async function forgetScanned(libraryId: string | null, moved: readonly MovedFile[], {scannedFiles}: TitleRun['deps']): Promise<void> {
	await (libraryId !== null && moved.length > 0
		? scannedFiles.remove(moved.flatMap(({from, to}) => from.filter(path => path !== to).map(path => scannedFileId(libraryId, path))))
		: undefined);
}

/** Files that their episodes have no longer: they get their old names back. */
async function leave(lost: readonly MovedFile[], title: TitleRun): Promise<void> {
	const ids = new Set(lost.map(({fileId}) => fileId));
	const rows = title.rows.filter(({fileId}) => fileId !== null && ids.has(fileId));
	if (rows.length === 0) {
		return;
	}
	await takeBack(movesOf(title.head, rows), title);
	for (const row of rows) {
		row.state = 'skipped';
		row.code = 'title_changed';
	}
	await title.save();
	title.rows = title.rows.filter(row => !rows.includes(row));
}

const titleChanged = () => new Conflict('title_changed', 'The title is gone, or has another file by now.');
