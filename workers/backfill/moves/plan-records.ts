import {basename} from 'node:path';
import {toLabel} from '#shared/domain/media/tags.ts';
import type {SourceFacts} from '#shared/domain/moves/judge-movie.ts';
import {foreignPath} from '#shared/domain/moves/map-paths.ts';
import {type MoveFolder, type MoveNote, programNames} from '#shared/domain/moves/move.ts';
import {profileColumns, readProfile, type SourceProfile} from '#shared/domain/moves/source-profiles.ts';
import {jsonOf, type SourceRow, textOf, wholeOf} from '#shared/domain/moves/source-titles.ts';
import type {NewCustomFormat} from '#shared/domain/quality/custom-format.ts';
import type {Program} from '#shared/domain/quality/exported-codes.ts';
import {importCustomFormats} from '#shared/domain/quality/import-custom-format.ts';
import {brokenPatterns, isOfOtherDialect} from '#shared/patterns/read-pattern.ts';
import type {ArrDatabase} from '../../integrations/arr-databases/read-database.ts';
import type {PlannedRow} from './plan-titles.ts';

/** Rows of small tables that are read. */
const most = 5000;

export interface SourceRecords {
	roots: string[];
	tags: Map<number, string>;
	profiles: SourceProfile[];
	formats: SourceRow[];
}

export async function readRecords(source: ArrDatabase, program: Program): Promise<SourceRecords> {
	const roots = await source.list('RootFolders', ['Id', 'Path'], most);
	const tags = await source.list('Tags', ['Id', 'Label'], most);
	const profiles = source.tables['QualityProfiles'] === undefined ? 'Profiles' : 'QualityProfiles';
	return {
		roots: roots.flatMap(({Path}) => (typeof Path === 'string' && Path !== '' ? [Path.slice(0, 4096)] : [])),
		tags: new Map(tags.flatMap(({Id, Label}) => (wholeOf(Id) === null ? [] : [[Number(Id), textOf(Label) ?? ''] as const]))),
		profiles: (await source.list(profiles, profileColumns, most)).flatMap(row => readProfile(row, program) ?? []),
		formats: await source.list('CustomFormats', ['Id', 'Name', 'Specifications', 'IncludeCustomFormatWhenRenaming'], most),
	};
}

export function factsOf(
	{roots, tags, profiles}: SourceRecords,
	{sharedFolders, folders, coming, now}: Pick<SourceFacts, 'coming' | 'now' | 'sharedFolders'> & {folders: readonly MoveFolder[]},
): SourceFacts {
	const named = (which: (folder: MoveFolder) => boolean) => new Set(folders.filter(which).map(({from}) => foreignPath(from)));
	return {
		lost: named(({to}) => to === null),
		away: named(isAway),
		roots,
		tagIds: new Set(tags.keys()),
		profileIds: new Set(profiles.map(({id}) => id)),
		profiles: new Map(profiles.map(({id, profile}) => [id, profile])),
		sharedFolders,
		coming,
		now,
	};
}

export function planFolders(folders: readonly MoveFolder[]): PlannedRow[] {
	return folders.map(({from, to, checked, found}) => ({
		sourceId: from,
		title: from,
		notes: folderNotes({from, to, checked, found}),
	}));
}

export const planLibraries = (folders: readonly MoveFolder[]): PlannedRow[] =>
	folders.flatMap(({from, to}) => (to === null ? [] : [{sourceId: from, title: basename(to) || to, notes: []}]));

/** Of fewer files that are there, a disk is away. */
const enough = 0.9;

/** Of a folder with few or no files, nothing can be said. */
export const isAway = ({checked, found}: Pick<MoveFolder, 'checked' | 'found'>): boolean => checked > 0 && found < checked * enough;

function folderNotes({from, to, checked, found}: Pick<MoveFolder, 'from' | 'to' | 'checked' | 'found'>): MoveNote[] {
	if (to === null) {
		return [{code: 'path_unmapped', detail: `Say where ${from} is here; its files were not found anywhere.`}];
	}
	return isAway({checked, found})
		? [
				{
					code: 'disk_away',
					detail: `Only ${found} of ${checked} files were found in ${to} with the same size. Mount its disk, or say where ${from} is.`,
				},
			]
		: [];
}

export function planTags({tags}: SourceRecords): PlannedRow[] {
	return [...tags].map(([id, label]) => ({
		sourceId: String(id),
		title: label,
		notes: toLabel(label) === '' ? [{code: 'field_unsupported', detail: 'A tag here needs a Latin letter or a digit.'}] : [],
	}));
}

export const planProfiles = ({profiles}: SourceRecords): PlannedRow[] =>
	profiles.map(({id, profile, notes}) => ({sourceId: String(id), title: profile.name, notes}));

export async function planFormats({formats}: SourceRecords, program: Program): Promise<PlannedRow[]> {
	const rows: PlannedRow[] = [];
	for (const row of formats) {
		const {name, notes} = await readFormat(row, program);
		rows.push({sourceId: String(row['Id']), title: name, notes});
	}
	return rows;
}

/** A custom format in our form; null for one that is not understood. With notes it does not come. */
export async function readFormat(
	row: SourceRow,
	program: Program,
): Promise<{name: string; format: NewCustomFormat | null; notes: MoveNote[]}> {
	const name = textOf(row['Name']) ?? `Format ${row['Id']}`;
	const {formats: read, failures} = importCustomFormats(asExported(row, name), program);
	const patterns = read.flatMap(({conditions}) => conditions.flatMap(({value}) => (typeof value === 'string' ? [value] : [])));
	const notes: MoveNote[] = [
		...failures.map(({error}) => ({code: 'kind_unsupported' as const, detail: `It is not understood: ${error}.`})),
		...[...(await brokenPatterns(patterns))].map(pattern => ({
			code: isOfOtherDialect(pattern) ? ('pattern_not_portable' as const) : ('pattern_invalid' as const),
			detail: `Its pattern ${pattern.slice(0, 200)} does not work here.`,
		})),
	];
	return {name, format: read[0] ?? null, notes};
}

/** What the program would export of the row. */
function asExported(row: SourceRow, name: string): object {
	const read = jsonOf(row['Specifications']);
	const specifications = (Array.isArray(read) ? read : []).flatMap((each: {type?: unknown; body?: Record<string, unknown>} | null) =>
		each?.body
			? [
					{
						name: each.body['name'],
						implementation: each.type,
						negate: each.body['negate'],
						required: each.body['required'],
						fields: each.body,
					},
				]
			: [],
	);
	return {name, specifications, includeCustomFormatWhenRenaming: Number(row['IncludeCustomFormatWhenRenaming']) === 1};
}

/** What other tables are for a person. */
const others: Readonly<Record<string, string>> = {
	LanguageProfiles: 'Language profiles',
	PendingReleases: 'Waiting releases',
	Users: 'Users',
	CustomFilters: 'Saved filters',
};

/** What has no place in a plan yet, counted by table. */
export function planOthers({program, tables}: Pick<ArrDatabase, 'program' | 'tables'>): PlannedRow[] {
	return Object.entries(tables).flatMap(([table, rows]) => {
		const name = others[table];
		const detail = `${rows} ${rows === 1 ? 'entry' : 'entries'} of ${programNames[program]} ${rows === 1 ? 'is' : 'are'} not taken over; set up here what you need of them.`;
		return name && rows > 0 ? [{sourceId: table, title: name, notes: [{code: 'kind_unsupported' as const, detail}]}] : [];
	});
}
