import type {RouteDeps} from '#api/services.ts';
import {type ImportList, monitorOfSeries} from '#shared/domain/import-lists/import-list.ts';
import {minimumAvailabilities} from '#shared/domain/media/movie.ts';
import {seriesTypes} from '#shared/domain/media/series.ts';
import {readList} from '#shared/domain/moves/source-receivers.ts';
import {importListFamily} from '#shared/providers/import-lists.ts';
import type {ProviderFamily} from '#shared/providers/provider-family.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import {programOf} from './codes.ts';
import type {FaceCall, FaceRoute} from './faces.ts';
import {profileOf} from './movies.ts';
import {clockTime} from './present-file.ts';
import {type FieldRow, row, type Values} from './provider-fields.ts';
import {type Implementation, keptProperties, type Provider, type ProviderFace} from './provider-values.ts';
import {providerFaceRoutes} from './providers.ts';
import {readTables} from './tables.ts';
import {flagIn, integerIn, textIn, wordIn, wrong} from './wire.ts';

/** Import lists of the kinds that both sides have. */
export const importListRoutes = (deps: RouteDeps): FaceRoute[] => providerFaceRoutes(importListFace, deps);

const apiKey = row('apiKey', 'textbox', {privacy: 'apiKey', hides: {setting: 'apiKey', as: 'secret'}});
const addressOf = (name: string) => row(name, 'url', {hides: {setting: 'url', as: 'address'}});
const ofProgram = [
	addressOf('baseUrl'),
	apiKey,
	...['profileIds', 'tagIds', 'rootFolderPaths'].map(name => row(name, 'select', {value: []})),
];

const made = (implementation: string, kind: string, fields: FieldRow[], listType: string): Implementation => ({
	...{implementation, implementationName: implementation.replace(/Import$/, ''), kind, fields},
	more: {listType, minRefreshInterval: listType === 'program' ? '00:15:00' : '12:00:00'},
});

/** Numbers of lists at TMDB. */
const numbered = {
	TMDbListImport: ['list', 'listId'],
	TMDbCollectionImport: ['collection', 'collectionId'],
	TMDbPersonImport: ['person', 'personId'],
	TMDbKeywordImport: ['keyword', 'keywordId'],
	TMDbCompanyImport: ['company', 'companyId'],
} as const;

/** In the order of the numbers that Radarr has for them. */
const common = ['inCinemas', 'popular', 'topRated', 'upcoming'];

const implementations: Readonly<Record<Face, readonly Implementation[]>> = {
	movies: [
		made('RadarrImport', 'radarr', ofProgram, 'program'),
		made('TMDbPopularImport', 'tmdb', [row('tmdbListType', 'select', {value: 2})], 'tmdb'),
		...Object.entries(numbered).map(([name, [, field]]) => made(name, 'tmdb', [row(field, 'textbox')], 'tmdb')),
		made('PlexImport', 'plexWatchlist', [], 'plex'),
		made('PlexRssImport', 'plexRss', [addressOf('url')], 'plex'),
		made('RSSImport', 'rss', [addressOf('link')], 'other'),
		made('RadarrListImport', 'json', [addressOf('url')], 'other'),
		made('StevenLuImport', 'json', [addressOf('link')], 'other'),
	],
	tv: [
		made('SonarrImport', 'sonarr', ofProgram, 'program'),
		made('PlexImport', 'plexWatchlist', [], 'plex'),
		made('PlexRssImport', 'plexRss', [addressOf('url')], 'plex'),
		made('CustomImport', 'json', [addressOf('baseUrl')], 'advanced'),
	],
};

const asList = (record: Provider) => record as unknown as ImportList; // the list has no others
const mediaOf = (face: Face) => (face === 'movies' ? 'movies' : 'series');

const importListFace: ProviderFace = {
	path: 'importlist',
	ours: '/api/import-lists',
	kind: 'importList',
	family: importListFamily as unknown as ProviderFamily,
	noun: 'Import list',
	names: {
		...{name: 'Name', url: 'BaseUrl', apiKey: 'ApiKey', sourceId: 'ListId', rootFolderPath: 'RootFolderPath', tags: 'Tags'},
		...{qualityProfileId: 'QualityProfileId', monitor: 'Monitor', minimumAvailability: 'MinimumAvailability'},
	},
	list: ({importLists}) => importLists.list(),
	isShown: (record, face) => asList(record).media === mediaOf(face),
	implementations: face => implementations[face],
	implementationOf(record, face, kept) {
		const {kind, source} = asList(record);
		const [name] = Object.entries(numbered).find(([, [of]]) => of === source) ?? [];
		const ofTmdb = name ?? (common.includes(source) ? 'TMDbPopularImport' : '');
		const fitting = implementations[face].filter(each => each.kind === kind && (kind !== 'tmdb' || each.implementation === ofTmdb));
		// Programs have several for what is one kind here.
		return fitting.find(({implementation}) => implementation === kept['implementation']) ?? fitting[0];
	},
	read(values, {implementation}, face) {
		const sent = {Id: 0, Name: '-', Implementation: implementation, Settings: JSON.stringify(values), Tags: '[]'};
		const found = readList(sent, {program: programOf(face)}).wanted?.settings ?? {};
		const names = ['url', 'apiKey', 'source', 'sourceId', 'sourceProfileIds', 'sourceTagIds', 'sourceRootFolders'];
		// An empty address is the usual one of a service.
		return Object.fromEntries(Object.entries(found).filter(([name, value]) => names.includes(name) && value !== ''));
	},
	write(record): Values {
		const {kind, source, sourceId, sourceProfileIds, sourceTagIds, sourceRootFolders} = asList(record);
		const id = Object.values(numbered).find(([of]) => of === source)?.[1];
		return {
			...(kind === 'tmdb' && (id ? {[id]: sourceId} : {tmdbListType: common.indexOf(source) + 1})),
			...((kind === 'radarr' || kind === 'sonarr') && {
				...{profileIds: sourceProfileIds, tagIds: sourceTagIds, rootFolderPaths: sourceRootFolders},
			}),
		};
	},
	async present(record, kept, call, deps) {
		const tables = await readTables(call, deps);
		const list = record && asList(record);
		const profile = list?.qualityProfileId ? tables.profileNumber(list.qualityProfileId) : 0;
		const shared = {
			rootFolderPath: list?.rootFolderPath ?? '',
			qualityProfileId: profile,
			listOrder: 0,
			...(list && {minRefreshInterval: clockTime(list.intervalMinutes * 60).padStart(8, '0')}),
		};
		if (call.face === 'movies') {
			return {
				...{...shared, enabled: list?.enabled ?? true, enableAuto: kept['enableAuto'] ?? list?.enabled ?? true},
				...{monitor: list ? (list.monitor === 'movie' ? 'movieOnly' : list.monitor) : 'movieOnly'},
				...{searchOnAdd: list?.searchOnAdd ?? true, minimumAvailability: list?.minimumAvailability ?? 'released'},
			};
		}
		return {
			...{...shared, enableAutomaticAdd: list?.enabled ?? true, searchForMissingEpisodes: list?.searchOnAdd ?? true},
			...{shouldMonitor: list?.monitor ?? 'all', monitorNewItems: (list?.monitorNewSeasons ?? true) ? 'all' : 'none'},
			...{seriesType: list?.type ?? 'standard', seasonFolder: list?.seasonFolder ?? true},
		};
	},
	async readBeside(body, record, call, deps) {
		const list = record && asList(record);
		const shared = {
			...(record === null && {media: mediaOf(call.face)}),
			...(await placeOf(body, list, call, deps)),
		};
		return call.face === 'movies'
			? {
					settings: {...shared, ...ofMovies(body, list)},
					kept: {...keptProperties(body, ['enableAuto']), ...(record === null && nameOf(body))},
				}
			: {settings: {...shared, ...ofSeries(body, list)}, kept: {}};
	},
	hasBulk: true,
};

/** As which of several implementations a list was added that are one kind here. */
function nameOf(body: unknown): object {
	const sent = textIn(body, 'implementation')?.toLowerCase();
	const found = implementations.movies.find(({kind, implementation}) => kind === 'json' && implementation.toLowerCase() === sent);
	return found ? {implementation: found.implementation} : {};
}

async function placeOf(body: unknown, list: ImportList | null, call: FaceCall, deps: RouteDeps): Promise<object> {
	const root = textIn(body, 'rootFolderPath')?.replace(/(?<=.)\/+$/, '') || list?.rootFolderPath;
	if (!root) {
		throw wrong('RootFolderPath', "'Root Folder Path' must not be empty.");
	}
	const number = integerIn(body, 'qualityProfileId');
	const tables = await readTables(call, deps);
	const shownNumber = list?.qualityProfileId ? tables.profileNumber(list.qualityProfileId) : 0;
	const isSame = number === undefined || number === shownNumber;
	return {rootFolderPath: root, ...(!isSame && {qualityProfileId: number > 0 ? profileOf(number, tables) : null})};
}

const movieMonitors = ['movieOnly', 'movieAndCollection', 'none'] as const;
/** Radarr has one more, which comes before the others. */
const availabilities = ['tba', ...minimumAvailabilities] as const;

function ofMovies(body: unknown, list: ImportList | null): object {
	const monitor = wordIn(body, 'monitor', movieMonitors);
	const availability = wordIn(body, 'minimumAvailability', availabilities);
	return {
		enabled: flagIn(body, 'enabled') ?? list?.enabled ?? true,
		monitor: monitor === 'movieOnly' ? 'movie' : (monitor ?? list?.monitor ?? 'movie'),
		searchOnAdd: flagIn(body, 'searchOnAdd') ?? list?.searchOnAdd ?? true,
		minimumAvailability: availability === 'tba' ? 'announced' : (availability ?? list?.minimumAvailability ?? 'released'),
	};
}

const newItems = ['all', 'none', 'new'] as const;

function ofSeries(body: unknown, list: ImportList | null): object {
	const sent = textIn(body, 'shouldMonitor');
	const monitor = sent === undefined ? undefined : sent === 'latestSeason' ? 'lastSeason' : wordIn(body, 'shouldMonitor', monitorOfSeries);
	const monitorNew = wordIn(body, 'monitorNewItems', newItems);
	const type = wordIn(body, 'seriesType', seriesTypes);
	const isSame = type === undefined || type === (list?.type ?? 'standard');
	return {
		enabled: flagIn(body, 'enableAutomaticAdd') ?? list?.enabled ?? true,
		monitor: monitor ?? list?.monitor ?? 'all',
		monitorNewSeasons: monitorNew === undefined ? (list?.monitorNewSeasons ?? true) : monitorNew !== 'none',
		searchOnAdd: flagIn(body, 'searchForMissingEpisodes') ?? list?.searchOnAdd ?? true,
		seasonFolder: flagIn(body, 'seasonFolder') ?? list?.seasonFolder ?? true,
		type: isSame ? (list?.type ?? null) : type,
	};
}
