import {maxIndexers} from './parse-indexers.ts';

export interface ProwlarrTable {
	name: string;
	columns: readonly string[];
	/** Rows that are read. */
	limit: number;
}

/** The tables that are read, with the columns of all versions. */
export const prowlarrTables = {
	versions: {name: 'VersionInfo', columns: ['Version'], limit: 1000},
	indexers: {
		name: 'Indexers',
		columns: ['Id', 'Name', 'Implementation', 'Settings', 'Enable', 'Priority', 'AppProfileId', 'Tags'],
		limit: maxIndexers,
	},
	profiles: {
		name: 'AppSyncProfiles',
		columns: ['Id', 'EnableRss', 'EnableAutomaticSearch', 'EnableInteractiveSearch', 'MinimumSeeders'],
		limit: 200,
	},
	proxies: {name: 'IndexerProxies', columns: ['Id', 'Name', 'Implementation', 'Tags'], limit: 200},
	tags: {name: 'Tags', columns: ['Id', 'Label'], limit: 2000},
} as const satisfies Record<string, ProwlarrTable>;

/** Rows by the columns of their tables. */
export type DatabaseRows = Record<keyof typeof prowlarrTables, Record<string, unknown>[]>;

/** Why a database cannot be read, as the end of a sentence. */
export interface Unreadable {
	code: string;
	reason: string;
}
