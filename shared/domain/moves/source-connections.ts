import type {DownloadClientKind, DownloadClientSettings} from '../downloads/download-client-record.ts';
import {isSame} from '../indexers/foreign-indexer.ts';
import type {IndexerKind, IndexerSettings} from '../indexers/indexer-record.ts';
import {flagCodes, type Program} from '../quality/exported-codes.ts';
import {mapPath} from './map-paths.ts';
import type {FoundRecord, MoveNote, PathMapping} from './move.ts';
import {isRecord, jsonOf, numbersOf, type SourceRow, textOf, wholeOf} from './source-titles.ts';

// What Radarr and Sonarr have of other programs: their columns `Implementation` name the kind, `Settings` is JSON.

/** A record that belongs to tags of theirs. */
export interface Tagged<Settings> {
	settings: Partial<Settings>;
	/** Their numbers of tags. */
	tags: number[];
}

export interface SourceContext {
	program: Program;
	mappings: readonly PathMapping[];
}

export type Values = Readonly<Record<string, unknown>>;

export const valuesOf = (row: SourceRow): Values => {
	const read = jsonOf(row['Settings']);
	return isRecord(read) ? read : {};
};
export const tagsOf = (row: SourceRow): number[] => {
	const read = jsonOf(row['Tags']);
	return Array.isArray(read) ? numbersOf(read.slice(0, 100)) : [];
};
export const isOn = (value: unknown): boolean => value === true || value === 1;
export const nameOf = (row: SourceRow, what: string): string => (textOf(row['Name'])?.trim() || `${what} ${row['Id']}`).slice(0, 100);
const priorityOf = (row: SourceRow, usual: number): number => Math.min(50, Math.max(1, wholeOf(row['Priority']) ?? usual));
/** A path of theirs as we see it; as it is where no mapping says more. */
const pathOf = (value: unknown, mappings: readonly PathMapping[]): string | null => {
	const path = textOf(value);
	return path === null ? null : (mapPath(path, mappings) ?? path);
};

/** The address that these programs store in parts. */
export function addressOf({host, port, useSsl, urlBase}: Values): string | null {
	const [name, number] = [textOf(host), wholeOf(typeof port === 'string' ? Number(port) : port)];
	if (name === null) {
		return null;
	}
	const base = (textOf(urlBase) ?? '').replaceAll(/^\/+|\/+$/g, '');
	const shown = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name;
	return `${isOn(useSsl) ? 'https' : 'http'}://${shown}${number === null ? '' : `:${number}`}${base === '' ? '' : `/${base}`}`;
}

export const clientColumns = [
	'Id',
	'Enable',
	'Name',
	'Implementation',
	'Settings',
	'Priority',
	'RemoveCompletedDownloads',
	'RemoveFailedDownloads',
	'Tags',
] as const;

const clientKinds: Readonly<Record<string, DownloadClientKind>> = {
	QBittorrent: 'qbittorrent',
	Transmission: 'transmission',
	Deluge: 'deluge',
	RTorrent: 'rtorrent',
	Sabnzbd: 'sabnzbd',
	Nzbget: 'nzbget',
	TorrentBlackhole: 'blackhole',
	UsenetBlackhole: 'blackhole',
};
/** Their number of the state in which a torrent is added that waits for a person. */
const addedPaused = 2;

/** A download client in our form. Both programs keep their own categories. */
export function readClient(row: SourceRow, {program, mappings}: SourceContext): FoundRecord<Tagged<DownloadClientSettings>> {
	const [values, theirs, name] = [valuesOf(row), String(row['Implementation']), nameOf(row, 'Client')];
	const kind = clientKinds[theirs];
	const found = {sourceId: String(row['Id']), title: name};
	if (kind === undefined) {
		return {...found, wanted: null, notes: unsupported(theirs, 'download client', isOn(row['Enable']))};
	}
	const notes: MoveNote[] = [];
	const common = {
		name,
		kind,
		enabled: isOn(row['Enable']),
		priority: priorityOf(row, 1),
		removeCompleted: row['RemoveCompletedDownloads'] === undefined || isOn(row['RemoveCompletedDownloads']),
		removeFailed: row['RemoveFailedDownloads'] === undefined || isOn(row['RemoveFailedDownloads']),
	};
	if (kind === 'blackhole') {
		const isUsenet = theirs === 'UsenetBlackhole';
		const settings = {
			protocol: isUsenet ? 'usenet' : 'torrent',
			watchFolder: pathOf(values['watchFolder'], mappings),
			saveMagnetFiles: isOn(values['saveMagnetFiles']),
			readOnly: isUsenet ? false : isOn(values['readOnly'] ?? true),
		};
		const directory = pathOf(values[isUsenet ? 'nzbFolder' : 'torrentFolder'], mappings);
		return {...found, notes, wanted: {settings: {...common, directory, settings}, tags: tagsOf(row)}};
	}
	const of = program === 'radarr' ? 'movie' : 'tv';
	const category = textOf(values[`${of}Category`]);
	const imported = kind === 'sabnzbd' || kind === 'nzbget' ? null : textOf(values[`${of}ImportedCategory`]);
	const directory = kind === 'sabnzbd' || kind === 'nzbget' ? null : textOf(values[`${of}Directory`]);
	const isPaused = isOn(values['addPaused']) || (kind === 'qbittorrent' && values['initialState'] === addedPaused);
	if (category === null && directory === null) {
		notes.push({
			code: 'field_unsupported',
			detail: 'It had no category there. Ours gets one, so that downloads of other programs are left alone.',
		});
	}
	const settings = {
		...common,
		url: addressOf(values),
		username: kind === 'deluge' ? null : textOf(values['username']),
		password: textOf(values['password']),
		apiKey: kind === 'sabnzbd' || kind === 'qbittorrent' ? textOf(values['apiKey']) : null,
		...(of === 'movie' ? {movieCategory: category, movieImportedCategory: imported} : {tvCategory: category, tvImportedCategory: imported}),
		directory,
		addPaused: isPaused,
	};
	return {...found, notes, wanted: {settings, tags: tagsOf(row)}};
}

/** What is enabled there and has no place here stops working. */
export function unsupported(theirs: string, what: string, isEnabled: boolean): MoveNote[] {
	const notes: MoveNote[] = [{code: 'kind_unsupported', detail: `There is no ${what} of the kind ${theirs} here.`}];
	return isEnabled ? [{code: 'function_ends', detail: 'It is in use there and stops working with the other program.'}, ...notes] : notes;
}

export const indexerColumns = [
	'Id',
	'Name',
	'Implementation',
	'Settings',
	'EnableRss',
	'EnableAutomaticSearch',
	'EnableInteractiveSearch',
	'Priority',
	'Tags',
	'DownloadClientId',
] as const;

const indexerKinds: Readonly<Record<string, IndexerKind>> = {
	Newznab: 'newznab',
	Torznab: 'torznab',
	TorrentRssIndexer: 'rss',
	IPTorrents: 'rss',
};

export interface WantedIndexer extends Tagged<IndexerSettings> {
	/** Their number of the client that is used for it; null for any. */
	clientId: number | null;
}

const countOf = (value: unknown): number | null => {
	const number = typeof value === 'number' ? Math.round(value) : Number.NaN;
	return number >= 0 && number <= 1_000_000 ? number : null;
};

/** An indexer in our form. */
export function readIndexer(row: SourceRow, {program}: Pick<SourceContext, 'program'>): FoundRecord<WantedIndexer> {
	const [values, theirs, name] = [valuesOf(row), String(row['Implementation']), nameOf(row, 'Indexer')];
	const kind = indexerKinds[theirs];
	const uses = {
		rss: isOn(row['EnableRss']),
		automatic: isOn(row['EnableAutomaticSearch']),
		interactive: isOn(row['EnableInteractiveSearch']),
	};
	const found = {sourceId: String(row['Id']), title: name};
	if (kind === undefined) {
		return {...found, wanted: null, notes: unsupported(theirs, 'indexer', Object.values(uses).some(Boolean))};
	}
	const notes: MoveNote[] = [];
	if (textOf(values['cookie']) !== null) {
		notes.push({code: 'field_unsupported', detail: 'It sends a cookie there, which feeds cannot here.'});
	}
	const seed = isRecord(values['seedCriteria']) ? values['seedCriteria'] : {};
	const ratio = typeof seed['seedRatio'] === 'number' && seed['seedRatio'] >= 0 ? seed['seedRatio'] : null;
	const forTorrents = {
		minimumSeeders: countOf(values['minimumSeeders']),
		seedRatio: ratio,
		seedTimeMinutes: countOf(seed['seedTime']),
		seasonPackSeedTimeMinutes: countOf(seed['seasonPackSeedTime']),
		requiredFlags: flagsOf(values['requiredFlags'], program),
	};
	const address = kind === 'rss' ? {url: feedOf(values)} : placeOf(values);
	const api = {
		apiKey: textOf(values['apiKey']),
		categories: [
			...new Set([values['categories'], values['animeCategories']].flatMap(each => (Array.isArray(each) ? numbersOf(each) : []))),
		],
		additionalParameters: textOf(values['additionalParameters']),
	};
	const settings = {
		name,
		kind,
		...address,
		...uses,
		priority: priorityOf(row, 25),
		...(kind === 'rss' ? {} : api),
		...(kind === 'newznab' ? {} : forTorrents),
	};
	const clientId = wholeOf(row['DownloadClientId']);
	return {...found, notes, wanted: {settings, tags: tagsOf(row), clientId: clientId !== null && clientId > 0 ? clientId : null}};
}

const flagsOf = (value: unknown, program: Program) => [
	...new Set((Array.isArray(value) ? numbersOf(value) : []).flatMap(code => flagCodes[program].get(code) ?? [])),
];

const feedOf = ({baseUrl}: Values): string => (textOf(baseUrl) ?? '').replace(/\/+$/, '');

/** Prowlarr serves each of its indexers below a path of its own, which belongs to the path of the API here. */
function placeOf(values: Values): Pick<IndexerSettings, 'url' | 'apiPath'> {
	const [url, apiPath] = [feedOf(values), textOf(values['apiPath']) ?? '/api'];
	const path = /^(https?:\/\/[^/?#]+)(\/[^?#]*)$/i.exec(url);
	return path ? {url: path[1] ?? url, apiPath: `${path[2]}${apiPath.startsWith('/') ? '' : '/'}${apiPath}`} : {url, apiPath};
}

/** Whether both ask the same. Feeds of one site differ in their whole address. */
export const asksSame = (one: Partial<IndexerSettings>, other: Partial<IndexerSettings>): boolean =>
	one.kind === 'rss' ? other.kind === 'rss' && one.url === other.url : isSame(one, other);
