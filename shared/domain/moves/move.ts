export const moveStates = [
	'planning',
	'planned',
	'running',
	'completed',
	'failed',
	'cancelled',
	'takingOver',
	'takenOver',
	'undoing',
	'undone',
] as const;
export type MoveState = (typeof moveStates)[number];

export const movePrograms = ['radarr', 'sonarr', 'prowlarr', 'bazarr'] as const;
export type MoveProgram = (typeof movePrograms)[number];

export const programNames: Readonly<Record<MoveProgram, string>> = {
	radarr: 'Radarr',
	sonarr: 'Sonarr',
	prowlarr: 'Prowlarr',
	bazarr: 'Bazarr',
};

/** What rows of a plan are about. */
export const moveKinds = [
	'setting',
	'rootFolder',
	'library',
	'tag',
	'customFormat',
	'qualityProfile',
	'qualityDefinition',
	'languageProfile',
	'downloadClient',
	'remotePathMapping',
	'proxy',
	'indexer',
	'delayProfile',
	'releaseProfile',
	'notification',
	'importList',
	'autoTag',
	'collection',
	'movie',
	'series',
	'exclusion',
	'blocklist',
	'history',
	'subtitle',
	'subtitleProvider',
	'other',
] as const;
export type MoveKind = (typeof moveKinds)[number];

/** Worst last: the outcome of a row is the worst of its notes. */
export const moveOutcomes = ['comes', 'exists', 'comesChanged', 'needsYou', 'cannot'] as const;
export type MoveOutcome = (typeof moveOutcomes)[number];

/** What the code of a note makes of its row. `comes`: it is only said. */
export const moveCodes = {
	setting_changes: 'comes',
	merged: 'comes',
	noted: 'comes',
	switched_off: 'comes',
	would_search: 'comes',
	would_replace: 'comes',
	second_file: 'comes',
	already_here: 'exists',
	changed_here: 'exists',
	setting_differs: 'exists',
	weak_match: 'comesChanged',
	number_given: 'comesChanged',
	date_unusable: 'comesChanged',
	dangling_file: 'comesChanged',
	dangling_profile: 'comesChanged',
	dangling_tag: 'comesChanged',
	episode_renumbered: 'comesChanged',
	episode_unmatched: 'comesChanged',
	field_unsupported: 'comesChanged',
	file_missing: 'comesChanged',
	file_outside_roots: 'comesChanged',
	file_without_episode: 'comesChanged',
	folder_shared: 'comesChanged',
	json_unreadable: 'comesChanged',
	quality_unknown: 'comesChanged',
	quality_without_home: 'comesChanged',
	root_missing: 'comesChanged',
	size_differs: 'comesChanged',
	sign_in: 'needsYou',
	secret_masked: 'needsYou',
	path_unmapped: 'needsYou',
	disk_away: 'needsYou',
	pattern_invalid: 'cannot',
	pattern_not_portable: 'cannot',
	function_ends: 'cannot',
	value_unknown: 'cannot',
	title_gone: 'cannot',
	title_unknown: 'cannot',
	kind_unsupported: 'cannot',
} as const satisfies Record<string, MoveOutcome>;
export type MoveCode = keyof typeof moveCodes;

export interface MoveNote {
	code: MoveCode;
	/** A sentence for people. */
	detail: string;
	/** Its settings whose values the other program did not tell, as they are called there. */
	names?: string[];
}

/** Something that another program has, and what it becomes here. */
export interface FoundRecord<Wanted> {
	/** Its id in the other program. */
	sourceId: string;
	title: string;
	/** Null for what has no place here. */
	wanted: Wanted | null;
	notes: MoveNote[];
}

export interface PathMapping {
	/** A folder as the other program sees it. */
	from: string;
	/** The same folder as we see it. */
	to: string;
}

/** A folder of the other programs, and where it is here. */
export interface MoveFolder {
	from: string;
	/** Null until somebody says it. */
	to: string | null;
	/** Somebody said it; the others are proposed. */
	isGiven: boolean;
	/** Files that were looked for, and how many of them are there with the same size. */
	checked: number;
	found: number;
}

export interface MoveSource {
	/** Ids of the uploads: a backup, or a database with its log and configuration, or what was read of an address. */
	uploads: string[];
	/** Where the program answers; null for files. */
	url: string | null;
	/** When it was read over its API; null for files, and until then. */
	readAt: Date | null;
	/** Null until it was read. */
	program: MoveProgram | null;
	/** The number of its schema, or the revision of Bazarr, as text. */
	schemaVersion: string | null;
	/** Rows by table. */
	counts: {table: string; rows: number}[];
	warnings: {code: string; message: string}[];
}

/** What opens a program at an address. The login to its page, by name and password, opens its backups. */
export interface SourceAccess {
	apiKey: string;
	username: string | null;
	password: string | null;
}

/** A key or password that a source does not tell, for the setting of one of its records. */
export interface MoveSecret {
	source: number;
	kind: MoveKind;
	/** Its id in the other program. */
	id: string;
	/** Of the setting, as the other program calls it. */
	name: string;
	value: string;
}

/** Whether something comes. What nobody has chosen does. */
export interface MoveChoice {
	source: number;
	kind: MoveKind;
	id: string;
	take: boolean;
}

export const titleChanges = ['added', 'changed', 'gone'] as const;
export type TitleChange = (typeof titleChanges)[number];

/** What has changed in the other programs since their titles were moved. */
export interface MoveComparison {
	state: 'reading' | 'ready' | 'failed';
	/** When they were read again; null until then. */
	at: Date | null;
	/** What was read, by source; none of one that was not read again. */
	uploads: string[][];
	counts: Record<TitleChange, number>;
	/** The first of them. */
	titles: {source: number; sourceId: string; title: string; change: TitleChange}[];
	/** Why it failed; null otherwise. */
	message: string | null;
}

/** Titles of a comparison that are shown. */
export const maxComparedTitles = 500;

export const newComparison: MoveComparison = {
	state: 'reading',
	at: null,
	uploads: [],
	counts: {added: 0, changed: 0, gone: 0},
	titles: [],
	message: null,
};

/** What a household brings from other programs, before anything is written. */
export interface Move {
	id: string;
	state: MoveState;
	sources: MoveSource[];
	mappings: PathMapping[];
	folders: MoveFolder[];
	/** Missing in moves of older versions. */
	choices?: MoveChoice[];
	/** Why it failed or waits; null otherwise. */
	message: string | null;
	/** What kind of fault ended it; only of one that failed. */
	failure?: string | null;
	requestedBy: string | null;
	plannedAt: Date | null;
	/** What has changed there since; null until somebody asks. */
	comparison: MoveComparison | null;
	/** When its run ended, or it was taken over; null while it has not ended, or was never started. */
	endedAt: Date | null;
	createdAt: Date;
	updatedAt: Date;
}

export interface MoveRow {
	id: string;
	moveId: string;
	/** Place of its source in the list of sources. */
	source: number;
	program: MoveProgram;
	kind: MoveKind;
	/** Its id in the other program. */
	sourceId: string;
	title: string;
	outcome: MoveOutcome;
	notes: MoveNote[];
	/** The record of ours that it became, or was already; missing until it was moved. */
	ourId?: string | null;
}

export function outcomeOf(notes: readonly MoveNote[]): MoveOutcome {
	const worst = Math.max(0, ...notes.map(({code}) => moveOutcomes.indexOf(moveCodes[code])));
	return moveOutcomes[worst] ?? 'comes';
}

export interface MoveTotal {
	kind: MoveKind;
	outcome: MoveOutcome;
	rows: number;
}

const plural: Readonly<Record<MoveKind, [one: string, many: string]>> = {
	setting: ['setting', 'settings'],
	rootFolder: ['root folder', 'root folders'],
	library: ['library', 'libraries'],
	tag: ['tag', 'tags'],
	customFormat: ['custom format', 'custom formats'],
	qualityProfile: ['quality profile', 'quality profiles'],
	qualityDefinition: ['limit of sizes', 'limits of sizes'],
	languageProfile: ['language profile', 'language profiles'],
	downloadClient: ['download client', 'download clients'],
	remotePathMapping: ['remote path mapping', 'remote path mappings'],
	proxy: ['proxy', 'proxies'],
	indexer: ['indexer', 'indexers'],
	delayProfile: ['delay profile', 'delay profiles'],
	releaseProfile: ['release profile', 'release profiles'],
	notification: ['notification', 'notifications'],
	importList: ['import list', 'import lists'],
	autoTag: ['rule for tags', 'rules for tags'],
	collection: ['collection', 'collections'],
	movie: ['movie', 'movies'],
	series: ['series', 'series'],
	exclusion: ['exclusion', 'exclusions'],
	blocklist: ['blocklist', 'blocklists'],
	history: ['history', 'histories'],
	subtitle: ['record of subtitles', 'records of subtitles'],
	subtitleProvider: ['subtitle provider', 'subtitle providers'],
	other: ['other kind of records', 'other kinds of records'],
};

const counted = (count: number, kind: MoveKind) => `${count.toLocaleString('en')} ${plural[kind][count === 1 ? 0 : 1]}`;

/** The report in sentences, the most important first. */
export function sentencesOf(totals: readonly MoveTotal[], codes: ReadonlyMap<string, number>): string[] {
	const sentences: string[] = [];
	const ends = codes.get('function_ends') ?? 0;
	ends > 0 && sentences.push(ends === 1 ? 'One thing stops working.' : `${ends.toLocaleString('en')} things stop working.`);
	for (const kind of moveKinds) {
		const of = totals.filter(each => each.kind === kind);
		const all = of.reduce((sum, {rows}) => sum + rows, 0);
		const rowsOf = (...outcomes: readonly MoveOutcome[]) =>
			of.filter(({outcome}) => outcomes.includes(outcome)).reduce((sum, {rows}) => sum + rows, 0);
		if (all === 0) {
			continue;
		}
		const comes = rowsOf('comes', 'comesChanged');
		const parts = [`${comes.toLocaleString('en')} of ${counted(all, kind)} can come`];
		const [changed, here, waiting] = [rowsOf('comesChanged'), rowsOf('exists'), rowsOf('needsYou')];
		changed > 0 && parts.push(`${changed.toLocaleString('en')} of them changed`);
		here > 0 && parts.push(`${here.toLocaleString('en')} ${here === 1 ? 'is' : 'are'} here already`);
		waiting > 0 && parts.push(`${waiting.toLocaleString('en')} ${waiting === 1 ? 'needs' : 'need'} you`);
		sentences.push(`${parts.join(', ')}.`);
	}
	const say = (code: MoveCode, one: string, many: string) => {
		const count = codes.get(code) ?? 0;
		count > 0 && sentences.push(count === 1 ? `One ${one}.` : `${count.toLocaleString('en')} ${many}.`);
	};
	say('file_missing', 'title has a file that is not on the disk', 'titles have files that are not on the disk');
	say('would_search', 'title would be searched on the first day', 'titles would be searched on the first day');
	say('would_replace', 'title would be searched for a better file', 'titles would be searched for a better file');
	return sentences;
}

/** Days in which a move can be taken back. */
export const undoMoveDays = 30;

/** Bytes of one file of another program. */
export const maxUploadBytes = 4 * 1024 * 1024 * 1024;
