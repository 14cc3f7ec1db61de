/**
 * @typedef {'planning' | 'planned' | 'running' | 'completed'} Going
 * @typedef {Going | 'failed' | 'cancelled' | 'takingOver' | 'takenOver' | 'undoing' | 'undone'} State
 * @typedef {{from: string, to: string}} Mapping
 * @typedef {{from: string, to: string | null, isGiven: boolean, checked: number, found: number}} Folder
 *
 * @typedef {object} Source
 * @property {string | null} program
 * @property {string | null} url
 * @property {string | null} schemaVersion
 * @property {{table: string, rows: number}[]} counts
 * @property {{code: string, message: string}[]} warnings
 *
 * @typedef {object} Comparison
 * @property {'reading' | 'ready' | 'failed'} state
 * @property {string | null} at
 * @property {{added: number, changed: number, gone: number}} counts
 * @property {{source: number, sourceId: string, title: string, change: string}[]} titles
 * @property {string | null} message
 *
 * @typedef {object} Move
 * @property {string} id
 * @property {State} state
 * @property {Source[]} sources
 * @property {Mapping[]} pathMappings
 * @property {Folder[]} folders
 * @property {string | null} message
 * @property {Comparison | null} comparison
 * @property {string | null} plannedAt
 * @property {string | null} endedAt
 * @property {string} createdAt
 * @property {{kind: string, outcome: string, rows: number}[]} totals
 * @property {{code: string, rows: number}[]} codes
 * @property {number} moved
 * @property {string[]} summary
 *
 * @typedef {object} Row
 * @property {number} source
 * @property {string} program
 * @property {string} kind
 * @property {string} sourceId
 * @property {string} title
 * @property {string} outcome
 * @property {{code: string, detail: string}[]} notes
 */

/** @typedef {'ok' | 'warn' | 'bad' | 'info' | 'quiet'} Tone */

/** @type {Record<State, {kind: Tone, label: string}>} */
export const moveStates = {
	planning: {kind: 'info', label: 'Being planned'},
	planned: {kind: 'info', label: 'Planned'},
	running: {kind: 'info', label: 'Moving in'},
	completed: {kind: 'ok', label: 'Moved in'},
	failed: {kind: 'bad', label: 'Failed'},
	cancelled: {kind: 'quiet', label: 'Given up'},
	takingOver: {kind: 'info', label: 'Being taken over'},
	takenOver: {kind: 'ok', label: 'Taken over'},
	undoing: {kind: 'info', label: 'Being taken back'},
	undone: {kind: 'quiet', label: 'Taken back'},
};

/** @type {Record<string, {kind: Tone, label: string}>} */
export const outcomes = {
	comes: {kind: 'ok', label: 'Comes'},
	comesChanged: {kind: 'warn', label: 'Comes changed'},
	exists: {kind: 'quiet', label: 'Here already'},
	needsYou: {kind: 'bad', label: 'Needs you'},
	cannot: {kind: 'bad', label: 'Does not come'},
};

/** @type {Record<string, string>} */
export const kinds = {
	movie: 'Movies',
	series: 'Series',
	rootFolder: 'Root folders',
	library: 'Libraries',
	setting: 'Settings',
	tag: 'Tags',
	customFormat: 'Custom formats',
	qualityProfile: 'Quality profiles',
	qualityDefinition: 'Limits of sizes',
	languageProfile: 'Language profiles',
	downloadClient: 'Download clients',
	remotePathMapping: 'Remote path mappings',
	indexer: 'Indexers',
	delayProfile: 'Delay profiles',
	releaseProfile: 'Release profiles',
	notification: 'Notifications',
	importList: 'Import lists',
	autoTag: 'Rules for tags',
	collection: 'Collections',
	exclusion: 'Exclusions',
	blocklist: 'Blocklist',
	history: 'History',
	subtitle: 'Subtitles',
	other: 'Other',
};

/** @type {Record<string, string>} */
export const programs = {radarr: 'Radarr', sonarr: 'Sonarr', prowlarr: 'Prowlarr', bazarr: 'Bazarr'};

/**
 * The files of each program: a backup alone, or a database with what lies beside it.
 * @template {{name: string}} T
 * @param {readonly T[]} files
 * @returns {T[][]} Empty if they are neither.
 */
export function programsIn(files) {
	const zips = files.filter(({name}) => /\.zip$/i.test(name));
	const databases = files.filter(({name}) => /\.db$/i.test(name));
	const others = files.filter(file => !zips.includes(file) && !databases.includes(file));
	const groups = databases.map(database => [database, ...others.filter(({name}) => name.startsWith(`${database.name}-`))]);
	const rest = others.filter(file => !groups.some(group => group.includes(file)));
	// A configuration says not whose it is.
	const [only] = groups;
	if (only && groups.length === 1) {
		only.push(...rest);
	}
	return [...zips.map(zip => [zip]), ...groups];
}
