/** A program whose database can be read. */
export interface ArrProgram {
	name: string;
	/** Names of its database, newest first. */
	files: readonly string[];
	/** Tables that only its database has. */
	has: readonly string[];
	/** Tables that are read. */
	tables: readonly string[];
	/** Numbers of its schema that are known, and the version that began with the first; null without numbers. */
	schema: {oldest: number; newest: number; since: string} | null;
}

const shared = [
	'VersionInfo',
	'Config',
	'RootFolders',
	'Tags',
	'AutoTagging',
	'QualityDefinitions',
	'QualityProfiles',
	'Profiles',
	'CustomFormats',
	'DelayProfiles',
	'ReleaseProfiles',
	'Restrictions',
	'NamingConfig',
	'Indexers',
	'DownloadClients',
	'RemotePathMappings',
	'Notifications',
	'ImportLists',
	'Metadata',
	'History',
	'DownloadHistory',
	'Blocklist',
	'Blacklist',
	'PendingReleases',
	'Users',
	'CustomFilters',
] as const;

export const arrPrograms = {
	radarr: {
		name: 'Radarr',
		files: ['radarr.db', 'nzbdrone.db'],
		has: ['Movies', 'MovieFiles'],
		tables: ['Movies', 'MovieMetadata', 'MovieFiles', 'Collections', 'ImportExclusions', 'ImportListExclusions', ...shared],
		schema: {oldest: 188, newest: 242, since: '3.0'},
	},
	sonarr: {
		name: 'Sonarr',
		files: ['sonarr.db', 'nzbdrone.db'],
		has: ['Series', 'EpisodeFiles'],
		tables: ['Series', 'Episodes', 'EpisodeFiles', 'SceneMappings', 'LanguageProfiles', 'ImportListExclusions', ...shared],
		schema: {oldest: 156, newest: 230, since: '3.0.5'},
	},
	prowlarr: {
		name: 'Prowlarr',
		files: ['prowlarr.db'],
		has: ['Indexers', 'Applications', 'AppSyncProfiles'],
		tables: ['VersionInfo', 'Indexers', 'AppSyncProfiles', 'IndexerProxies', 'Tags', 'Applications'],
		schema: {oldest: 24, newest: 43, since: '1.0'},
	},
	bazarr: {
		name: 'Bazarr',
		files: ['bazarr.db'],
		has: ['table_shows'],
		tables: [
			'alembic_version',
			'table_shows',
			'table_episodes',
			'table_movies',
			'table_movies_subtitles',
			'table_episodes_subtitles',
			'table_languages_profiles',
			'table_history',
			'table_history_movie',
			'table_blacklist',
			'table_blacklist_movie',
		],
		schema: null,
	},
} as const satisfies Record<string, ArrProgram>;

export type ArrProgramId = keyof typeof arrPrograms;

export const arrProgramIds = Object.keys(arrPrograms) as ArrProgramId[];

/** Programs that are told apart by a table, and cannot be read. */
export const otherPrograms = [
	['Lidarr', 'Artists'],
	['Readarr', 'Authors'],
] as const;

/** What a thread finds in a database before any row is read. */
export interface FoundDatabase {
	program: ArrProgramId | null;
	/** What it is if it is none of the programs. */
	other: string;
	/** The number of its schema, or the revision of Bazarr; null if it has none. */
	schema: number | string | null;
	/** Rows of each table that can be read. */
	tables: Record<string, number>;
	/** Tables that cannot be read, with the reason as the end of a sentence. */
	damaged: Record<string, string>;
}

/** Why a file cannot be read, as the end of a sentence. */
export interface Unreadable {
	code: string;
	reason: string;
}

export type DatabaseRow = Record<string, unknown>;

/** What the thread is asked; it answers each question in turn. */
export type DatabaseQuestion =
	| {ask: 'describe'}
	| {ask: 'open'; table: string; columns: readonly string[]; among: Among | null}
	| {ask: 'next'; table: string};

/** Only the rows with one of these numbers in a column. SQLite takes some thousands. */
export interface Among {
	column: string;
	values: readonly number[];
}
