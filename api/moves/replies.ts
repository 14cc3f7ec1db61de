import type {Operations} from '#api/http/operation.ts';
import {done, pageOf} from '#api/http/route.ts';
import {uploadOperations} from '#api/http/uploads.ts';
import {
	type Move,
	type MoveChoice,
	type MoveCode,
	type MoveComparison,
	type MoveFolder,
	type MoveNote,
	type MoveRow,
	type MoveSource,
	type MoveTotal,
	moveCodes,
	moveKinds,
	moveOutcomes,
	movePrograms,
	moveStates,
	type PathMapping,
	sentencesOf,
	titleChanges,
} from '#shared/domain/moves/move.ts';
import type {MoveSourceTested} from '#shared/jobs/moves.ts';
import {flag, integer, oneOf, orNull, stamps, text, textOrNull, texts, timestampOrNull} from '#shared/presenters/fields.ts';
import {from, plainView, viewOf} from '#shared/presenters/view.ts';

const codes = Object.keys(moveCodes) as MoveCode[];
const outcome = oneOf(moveOutcomes).description(
	'`comes` as it is, `comesChanged` with something left out, `exists` here already, `needsYou` before it can come, or `cannot` come.',
);
const kind = oneOf(moveKinds).description('What it is; `other` counts what is not taken over.');

const tableCount = viewOf<{table: string; rows: number}>()({
	table: text.description('Name of the table in the database.'),
	rows: integer.description('Its rows.'),
});
const warning = viewOf<{code: string; message: string}>()({
	code: text.description('`log_missing`, `schema_newer`, `database_damaged` or `backup_missing`.'),
	message: text.description('What it means, in a sentence.'),
});
const source = viewOf<MoveSource>()(
	{
		uploads: texts.description('Ids of its files, or of what was read of its address.'),
		url: textOrNull.description('Where the program answers; null for files.'),
		readAt: timestampOrNull.description('When it was read over its API; null for files, and until then.'),
		program: orNull(oneOf(movePrograms)).description('The program that it is from; null until it was read.'),
		schemaVersion: textOrNull.description('The number of its database schema, or the revision of Bazarr; null until it was read.'),
		counts: tableCount.list,
		warnings: warning.list,
	},
	'MoveSource',
);
const mapping = viewOf<PathMapping>()({
	from: text.description('A folder as the other program sees it.'),
	to: text.description('The same folder as this service sees it.'),
});
const choice = viewOf<MoveChoice>()({
	source: integer.description('Place of its program in the sources, from 0.'),
	kind: oneOf(moveKinds).description('What it is.'),
	id: text.description('Its id in the other program.'),
	take: flag.description('Whether it comes.'),
});
const folder = viewOf<MoveFolder>()(
	{
		from: text.description('A root folder as the other program sees it.'),
		to: textOrNull.description('Where it is here; null until somebody says it.'),
		isGiven: flag.description('Whether somebody said it. Otherwise most of its files were found there.'),
		checked: integer.description('Files that were looked for.'),
		found: integer.description('Those of them that are there with the same size.'),
	},
	'MoveFolder',
);
const total = viewOf<MoveTotal>()({kind, outcome, rows: integer.description('Rows of this kind with this outcome.')});
const codeCount = viewOf<{code: string; rows: number}>()({
	code: text.description('Code of a note.'),
	rows: integer.description('Rows with such a note.'),
});

const comparedTitle = viewOf<MoveComparison['titles'][number]>()({
	source: integer.description('Place of its program in the sources, from 0.'),
	sourceId: text.description('Its id in the program.'),
	title: text,
	change: oneOf(titleChanges).description('`added` and `changed` titles come with the take-over; one that is `gone` there stays here.'),
});
const titleCounts = plainView({
	added: integer.description('New titles.'),
	changed: integer.description('Titles with another file, flag, tag, profile or folder.'),
	gone: integer.description('Titles that the program has no more.'),
});
const comparison = viewOf<MoveComparison>()(
	{
		state: oneOf(['reading', 'ready', 'failed']).description('Whether the programs are being read, were read, or could not be.'),
		at: timestampOrNull.description('When they were read again; null until then.'),
		counts: {...titleCounts, schema: titleCounts.schema.description('How many titles have changed, and how.')},
		titles: {...comparedTitle.list, schema: comparedTitle.list.schema.description('The first 500 of them.')},
		message: textOrNull.description('Why it failed or waits; null otherwise.'),
	},
	'MoveComparison',
);

interface ShownMove extends Move {
	totals: MoveTotal[];
	codes: ReadonlyMap<string, number>;
	moved: number;
}
export const move = viewOf<Move>()(
	{
		id: text,
		state: oneOf(moveStates).description(
			'`planned` means that the report is complete, and nothing else was written. `completed` means that everything is here, `takingOver` that the last changes come, `takenOver` that nothing is held back any more, `undone` that it was taken back.',
		),
		sources: source.list,
		pathMappings: from(mapping.list, ({mappings}: Move) => mappings),
		folders: folder.list,
		choices: from(
			{...choice.list, schema: choice.list.schema.description('What a person has chosen to leave out.')},
			({choices = []}: Move) => choices,
		),
		message: textOrNull.description('Why it failed or waits; null otherwise.'),
		failure: from(
			textOrNull.description('What kind of fault ended it, such as `not_a_database`; null unless it failed.'),
			({state, failure = null}: Move) => (state === 'failed' ? failure : null),
		),
		comparison: {
			...comparison.orNull,
			schema: comparison.orNull.schema.description('What has changed in the other programs since; null until somebody asks.'),
		},
		requestedBy: textOrNull.description('Who asked for it.'),
		plannedAt: timestampOrNull.description('When the report was complete; null until then.'),
		endedAt: timestampOrNull.description('When it was made or taken over; null until then. From then on it can be undone for 30 days.'),
		...stamps,
	},
	'Move',
);
export const shownMove = viewOf<ShownMove>()(
	{
		...move.fields,
		totals: total.list,
		codes: from(codeCount.list, (shown: ShownMove) => [...shown.codes].map(([code, rows]) => ({code, rows}))),
		moved: integer.description('Titles that are in the library now, those that were there before included.'),
		summary: from(texts.description('The report in sentences.'), (shown: ShownMove) => sentencesOf(shown.totals, shown.codes)),
	},
	'ShownMove',
);

const note = viewOf<MoveNote>()({
	code: oneOf(codes).description('What it is about.'),
	detail: text.description('A sentence for people.'),
	names: from(
		texts.description('Settings whose values the program did not tell, as it calls them; they can be sent as `secrets`.'),
		({names}: MoveNote) => names ?? [],
	),
});
export const moveRow = viewOf<MoveRow>()(
	{
		source: integer.description('Place of its program in the sources, from 0.'),
		program: oneOf(movePrograms).description('The program that has it.'),
		kind,
		sourceId: text.description('Its id in the program.'),
		title: text,
		outcome,
		ourId: from(
			textOrNull.description('Id of what it is here, such as that of the movie; null until it was moved, and for settings their key.'),
			({ourId}: MoveRow) => ourId ?? null,
		),
		notes: note.list,
	},
	'MoveRow',
);

export const sourceTest = viewOf<MoveSourceTested>()(
	{
		program: oneOf(movePrograms).description('The program that answers.'),
		version: textOrNull.description('Its version; null if it does not tell one.'),
		schemaVersion: textOrNull.description('The number of its database schema; null for Bazarr.'),
		secrets: flag.description('Whether its keys and passwords can be read, too.'),
		details: texts.description('What else is to be known of it.'),
	},
	'MoveSourceTest',
);

const path = '/api/moves';
export const movesOperations: Operations = {
	...uploadOperations(`${path}/uploads`, 'a backup or database of another program', [
		...(['beginMoveUpload', 'uploadMovePiece', 'getMoveUpload', 'deleteMoveUpload'] as const),
	]),
	[`POST ${path}/sources/test`]: {
		id: 'testMoveSource',
		summary: 'Try the address of a program to move in from',
		replies: {200: sourceTest.schema},
	},
	[`GET ${path}`]: {
		id: 'listMoves',
		summary: 'List plans of moving in from other programs, newest first',
		replies: {200: pageOf('moves', move)},
	},
	[`POST ${path}`]: {
		id: 'planMove',
		summary: 'Plan to move in from Radarr, Sonarr, Prowlarr and Bazarr; nothing but the plan is written',
		replies: {201: move.schema},
		failures: [409],
	},
	[`GET ${path}/:id`]: {id: 'getMove', summary: 'Show a plan of moving in', replies: {200: shownMove.schema}},
	[`PUT ${path}/:id`]: {
		id: 'replanMove',
		summary: 'Say where folders are, what is left out, and what is not told, and plan again',
		replies: {200: move.schema},
		failures: [409],
	},
	[`POST ${path}/:id/start`]: {
		id: 'startMove',
		summary: 'Make a planned move: root folders, libraries, tags, formats, profiles, and titles with their files where they lie',
		replies: {202: move.schema},
		failures: [409],
	},
	[`POST ${path}/:id/cancel`]: {id: 'cancelMove', summary: 'Give up a move', replies: {200: done.schema}, failures: [409]},
	[`POST ${path}/:id/compare`]: {
		id: 'compareMove',
		summary: 'Read the other programs again and show what has changed there since the move',
		replies: {202: move.schema},
		failures: [409],
	},
	[`POST ${path}/:id/take-over`]: {
		id: 'takeOverMove',
		summary: 'Bring what has changed since, adopt running downloads, and end what a move holds back, once the other programs are stopped',
		replies: {202: move.schema},
		failures: [409],
	},
	[`POST ${path}/:id/undo`]: {
		id: 'undoMove',
		summary: 'Take back a move that was made, within 30 days: what it added goes unless it was changed since; files stay',
		replies: {202: move.schema},
		failures: [409],
	},
	[`GET ${path}/:id/report`]: {
		id: 'listMoveRows',
		summary: 'List what a plan of moving in says of each thing',
		replies: {200: pageOf('rows', moveRow)},
	},
	[`GET ${path}/:id/report.csv`]: {
		id: 'downloadMoveReport',
		summary: 'Download the whole report of a plan of moving in',
		replies: {200: {mediaType: 'text/csv', description: 'A line for each row, with its notes in the last columns.'}},
	},
};
