import type {Operations} from '#api/http/operation.ts';
import {pageOf, success} from '#api/http/route.ts';
import {
	type FileChange,
	type FileChangeRow,
	type FileTotals,
	fileChangeKinds,
	fileChangeStates,
	fileRowCodes,
	fileRowStates,
} from '#shared/domain/file-changes/file-change.ts';
import {filesTaskId} from '#shared/domain/tasks/tasks.ts';
import type {RenamedFile} from '#shared/jobs/disks.ts';
import {flag, integer, oneOf, orNull, stamps, text, textOrNull, timestampOrNull} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';

const totals = viewOf<FileTotals>()({
	titles: integer.description('Titles of which something changes.'),
	files: integer.description('Files that get another name or place.'),
	bytes: integer.description('Bytes of all these files.'),
	done: integer.description('Files that have it.'),
	skipped: integer.description('Files that stay, each with a code.'),
	failed: integer.description('Files that failed.'),
	linkedFiles: integer.description('Files that share their data with others, such as those of torrents.'),
	linkedBytes: integer.description('Bytes of these files, which stay on the old disk for the torrents if they are moved to another one.'),
});

const states = oneOf(fileChangeStates).description('`planned` waits for its start; `undone` was made and taken back.');

export const fileChange = viewOf<FileChange>()(
	{
		id: text,
		kind: oneOf(fileChangeKinds).description('`undo` takes another change back.'),
		state: states,
		to: textOrNull.description('Where the folders of the titles go; null if they stay in their root folders.'),
		path: textOrNull.description('The new folder of the only title; null for others.'),
		folders: flag.description('Whether the folders of the titles get the names of the templates, too.'),
		copies: flag.description('Whether hard links may become copies.'),
		totals,
		title: from(textOrNull, ({title}: FileChange) => title ?? null),
		message: textOrNull.description('Why it failed; null otherwise.'),
		taskId: from(text, ({id}: FileChange) => filesTaskId(id)),
		requestedBy: textOrNull.description('Who asked for it; null for the service.'),
		undoOf: textOrNull.description('Id of the change that it takes back; null for others.'),
		plannedAt: timestampOrNull.description('When the plan was made; null until then.'),
		startedAt: timestampOrNull.description('When it began; null until then.'),
		endedAt: timestampOrNull.description('When it ended; null until then.'),
		...stamps,
	},
	'FileChange',
);

const code = orNull(oneOf(fileRowCodes)).description(
	'Why the file stays where it is; null if nothing keeps it there. `busy`: an import or another change had its title; `changed_on_disk`: it is not the file it was when the change was planned; `needs_copies`: it shares its data with a torrent and would have to be copied.',
);

interface Follower {
	from: string;
	to: string;
}
const follower = viewOf<Follower>()({
	from: text.description('Path before.'),
	to: text.description('Path afterwards.'),
});

export const fileChangeRow = viewOf<FileChangeRow>()(
	{
		id: text,
		movieId: from(textOrNull, ({titleKind, titleId}: FileChangeRow) => (titleKind === 'movie' ? titleId : null)),
		seriesId: from(textOrNull, ({titleKind, titleId}: FileChangeRow) => (titleKind === 'series' ? titleId : null)),
		title: text,
		fileId: from(text, (row: FileChangeRow) => row.fileId ?? ''),
		from: text.description('Path before the change.'),
		to: text.description('Path after it.'),
		size: integer,
		state: oneOf(fileRowStates).description('`placed` and `recorded` are on their way.'),
		code,
		companions: from(follower.list, (row: FileChangeRow) => row.companions),
	},
	'FileChangeRow',
);

const renamedFile = viewOf<RenamedFile>()(
	{
		fileId: text,
		from: text.description('Path now.'),
		to: text.description('Path that the templates give it.'),
		code,
		companions: follower.list,
	},
	'RenamedFile',
);

export const renamePreview = viewOf<{files: readonly RenamedFile[]; total: number}>()({
	files: renamedFile.list,
	total: integer.description('Number of such files.'),
});

export const begunChange = viewOf<FileChange>()({
	success,
	id: from(text.description('Id of the change of files.'), ({id}: FileChange) => id),
	taskId: from(text, ({id}: FileChange) => filesTaskId(id)),
	state: states,
});

export const fileChangesOperations: Operations = {
	'GET /api/file-changes': {
		id: 'listFileChanges',
		summary: 'List renames and moves of files, newest first',
		replies: {200: pageOf('fileChanges', fileChange)},
	},
	'POST /api/file-changes': {
		id: 'planFileChange',
		summary: 'Plan to rename or move the files of titles',
		replies: {201: begunChange.schema},
	},
	'GET /api/file-changes/:id': {id: 'getFileChange', summary: 'Show a rename or move of files', replies: {200: fileChange.schema}},
	'GET /api/file-changes/:id/files': {
		id: 'listChangedFiles',
		summary: 'List the files of a rename or move, with their names before and after',
		replies: {200: pageOf('files', fileChangeRow)},
	},
	'POST /api/file-changes/:id/start': {
		id: 'startFileChange',
		summary: 'Make a planned change of files',
		replies: {202: begunChange.schema},
		failures: [409],
	},
	'POST /api/file-changes/:id/cancel': {
		id: 'cancelFileChange',
		summary: 'Stop a change of files after the titles it is at',
		replies: {202: begunChange.schema},
		failures: [409],
	},
	'POST /api/file-changes/:id/retry': {
		id: 'retryFileChange',
		summary: 'Continue a change of files that failed, was cancelled, or left files for a reason that has passed',
		replies: {202: begunChange.schema},
		failures: [409],
	},
	'POST /api/file-changes/:id/undo': {
		id: 'undoFileChange',
		summary: 'Give files their earlier names and places, up to 30 days later',
		replies: {202: begunChange.schema},
		failures: [409],
	},
	'GET /api/library/movies/:id/rename': {
		id: 'previewMovieRename',
		summary: 'Show the name that the templates give the file of a movie',
		replies: {200: renamePreview.schema},
	},
	'GET /api/library/series/:id/rename': {
		id: 'previewSeriesRename',
		summary: 'Show the names that the templates give the files of a series',
		replies: {200: renamePreview.schema},
	},
};
