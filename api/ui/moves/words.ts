export type {MoveFolder as Folder, MoveRow as Row, ShownMove as Move} from '../client/schemas.ts';

type Going = 'planning' | 'planned' | 'running' | 'completed';

export type State = Going | 'failed' | 'cancelled' | 'takingOver' | 'takenOver' | 'undoing' | 'undone';

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'quiet';

export const moveStates: Record<State, {kind: Tone; label: string}> = {
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

export const outcomes: Record<string, {kind: Tone; label: string}> = {
	comes: {kind: 'ok', label: 'Comes'},
	comesChanged: {kind: 'warn', label: 'Comes changed'},
	exists: {kind: 'quiet', label: 'Here already'},
	needsYou: {kind: 'bad', label: 'Needs you'},
	cannot: {kind: 'bad', label: 'Does not come'},
};

export const kinds: Record<string, string> = {
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
	proxy: 'Proxies',
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
	subtitleProvider: 'Subtitle providers',
	other: 'Other',
};

/** What may be left out, thing by thing. */
export const leavable: ReadonlySet<string> = new Set([
	...['movie', 'series', 'customFormat', 'downloadClient', 'remotePathMapping', 'proxy', 'indexer', 'delayProfile', 'releaseProfile'],
	...['notification', 'importList', 'autoTag', 'collection', 'exclusion'],
]);

export const programs: Record<string, string> = {radarr: 'Radarr', sonarr: 'Sonarr', prowlarr: 'Prowlarr', bazarr: 'Bazarr'};

/**
 * The files of each program: a backup alone, or a database with what lies beside it.
 * @returns Empty if they are neither.
 */
export function programsIn<T extends {name: string}>(files: readonly T[]): T[][] {
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
