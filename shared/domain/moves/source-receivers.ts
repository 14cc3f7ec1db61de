import type {ImportListKind, ImportListSettings, ListMonitor, ListSource} from '../import-lists/import-list.ts';
import {minimumAvailabilities} from '../media/movie.ts';
import {seriesTypes} from '../media/series.ts';
import type {NotificationEvent, NotificationKind, NotificationSettings} from '../notifications/notification.ts';
import {fileEvents, isMediaServer} from '../notifications/notification.ts';
import {below, foreignPath} from './map-paths.ts';
import type {FoundRecord, MoveNote, PathMapping} from './move.ts';
import {
	addressOf,
	isOn,
	nameOf,
	type SourceContext,
	type Tagged,
	tagsOf,
	unsupported,
	type Values,
	valuesOf,
} from './source-connections.ts';
import {numbersOf, type SourceRow, textOf, wholeOf} from './source-titles.ts';

const events = {
	grabbed: ['OnGrab'],
	imported: ['OnDownload'],
	upgraded: ['OnUpgrade'],
	failed: ['OnManualInteractionRequired'],
	deleted: ['OnMovieDelete', 'OnMovieFileDelete', 'OnSeriesDelete', 'OnEpisodeFileDelete'],
	health: ['OnHealthIssue'],
} as const satisfies Partial<Record<NotificationEvent, readonly string[]>>;

export const notificationColumns = ['Id', 'Name', 'Implementation', 'Settings', 'Tags', ...Object.values(events).flat()] as const;

type Address = Partial<NotificationSettings>;

const server = (values: Values): Address => ({url: addressOf(values) ?? ''});
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter(each => typeof each === 'string') : []);

const receivers: Readonly<Record<string, {kind: NotificationKind; read(values: Values): Address}>> = {
	PlexServer: {kind: 'plex', read: values => ({...server(values), apiKey: textOf(values['authToken'])})},
	MediaBrowser: {kind: 'jellyfin', read: values => ({...server(values), apiKey: textOf(values['apiKey'])})},
	Webhook: {kind: 'webhook', read: ({url}) => ({url: textOf(url) ?? ''})},
	Discord: {kind: 'discord', read: ({webHookUrl}) => ({url: textOf(webHookUrl) ?? ''})},
	Slack: {kind: 'slack', read: ({webHookUrl}) => ({url: textOf(webHookUrl) ?? ''})},
	Telegram: {kind: 'telegram', read: ({botToken, chatId}) => ({apiKey: textOf(botToken), to: textOf(chatId)})},
	Ntfy: {
		kind: 'ntfy',
		read: ({serverUrl, accessToken, userName, password, topics}) => ({
			url: textOf(serverUrl) ?? '',
			apiKey: textOf(accessToken),
			username: textOf(userName),
			password: textOf(password),
			to: textsOf(topics)[0] ?? null,
		}),
	},
	Gotify: {kind: 'gotify', read: ({server: url, appToken}) => ({url: textOf(url) ?? '', apiKey: textOf(appToken)})},
	Pushover: {kind: 'pushover', read: ({apiKey, userKey}) => ({apiKey: textOf(apiKey), to: textOf(userKey)})},
	Apprise: {
		kind: 'apprise',
		read: ({serverUrl, configurationKey, statelessUrls, tags}) => ({
			url: textOf(serverUrl) ?? '',
			apiKey: textOf(configurationKey) || textOf(statelessUrls),
			to: textsOf(tags)[0] ?? null,
		}),
	},
	Email: {kind: 'email', read: mailOf},
};

function mailOf(values: Values): Address {
	const port = wholeOf(values['port']) ?? 587;
	const to = [...textsOf(values['to']), ...textsOf(values['cc']), ...textsOf(values['bcc'])];
	return {
		url: `${port === 465 ? 'smtps' : 'smtp'}://${textOf(values['server']) ?? ''}:${port}`,
		username: textOf(values['username']),
		password: textOf(values['password']),
		from: textOf(values['from']),
		to: to.join(',') || null,
	};
}

/** A receiver of notifications in our form. It comes switched off: otherwise both programs would tell. */
export function readNotification(row: SourceRow, {mappings}: Pick<SourceContext, 'mappings'>): FoundRecord<Tagged<NotificationSettings>> {
	const [values, theirs, name] = [valuesOf(row), String(row['Implementation']), nameOf(row, 'Notification')];
	const receiver = receivers[theirs];
	const found = {sourceId: String(row['Id']), title: name};
	if (!receiver) {
		return {...found, wanted: null, notes: unsupported(theirs, 'notification', true)};
	}
	const {kind, read} = receiver;
	const wanted = Object.entries(events).flatMap(([event, columns]) => (columns.some(column => isOn(row[column])) ? [event] : []));
	const isServer = isMediaServer({kind});
	const settings = {
		name,
		kind,
		...read(values),
		enabled: false,
		events: (wanted as NotificationEvent[]).filter(event => !isServer || fileEvents.includes(event)),
		...(isServer && {pathMappings: shownPaths(values, mappings)}),
	};
	const notes: MoveNote[] = [{code: 'switched_off', detail: 'It comes switched off, so that nobody is told twice, until you take over.'}];
	kind === 'webhook' && notes.push({code: 'field_unsupported', detail: 'What it receives from here has another form and a signature.'});
	kind === 'jellyfin' && notes.push({code: 'merged', detail: 'If that is an Emby, choose Emby as its kind.'});
	return {...found, notes, wanted: {settings, tags: tagsOf(row)}};
}

/** A media server sees folders as the other program did, or as that said; we may see them elsewhere. */
function shownPaths({mapFrom, mapTo}: Values, mappings: readonly PathMapping[]): PathMapping[] {
	const [from, to] = [textOf(mapFrom), textOf(mapTo)];
	const shown = (path: string) => {
		const rest = from === null || to === null ? null : below(foreignPath(path), foreignPath(from));
		return rest === null ? path : `${to?.replace(/[\\/]+$/, '')}${rest === '' ? '' : `/${rest}`}`;
	};
	return mappings
		.map(each => ({from: each.to, to: shown(each.from)}))
		.filter(each => each.from !== each.to)
		.slice(0, 50);
}

export const listColumns = [
	'Id',
	'Enabled',
	'EnableAuto',
	'EnableAutomaticAdd',
	'Name',
	'Implementation',
	'Settings',
	'RootFolderPath',
	'ShouldMonitor',
	'Monitor',
	'MonitorNewItems',
	'ProfileId',
	'QualityProfileId',
	'MinimumAvailability',
	'SearchOnAdd',
	'SearchForMissingEpisodes',
	'SeriesType',
	'SeasonFolder',
	'Tags',
] as const;

export interface WantedList extends Tagged<ImportListSettings> {
	/** A root folder of theirs. */
	root: string;
	/** Their number of the quality profile. */
	profileId: number | null;
}

type List = Pick<ImportListSettings, 'kind'> & Partial<ImportListSettings>;

const tmdb = (source: ListSource, sourceId: unknown): List => ({kind: 'tmdb', source, sourceId: String(sourceId ?? '')});
const link = (kind: ImportListKind, address: unknown): List => ({kind, url: textOf(address) ?? ''});
const commonLists: readonly ListSource[] = ['inCinemas', 'popular', 'topRated', 'upcoming'];

function ofProgram(kind: 'radarr' | 'sonarr', values: Values): List {
	const numbers = (name: string) => (Array.isArray(values[name]) ? numbersOf(values[name]) : []).slice(0, 100);
	return {
		kind,
		url: textOf(values['baseUrl']) ?? '',
		apiKey: textOf(values['apiKey']) ?? '',
		sourceProfileIds: numbers('profileIds'),
		sourceTagIds: numbers('tagIds'),
		sourceRootFolders: textsOf(values['rootFolderPaths']).slice(0, 50),
	};
}

const lists: Readonly<Record<string, (values: Values) => List>> = {
	TMDbPopularImport: ({tmdbListType, tMDbListType}) => tmdb(commonLists[(wholeOf(tmdbListType ?? tMDbListType) ?? 2) - 1] ?? 'popular', ''),
	TMDbListImport: ({listId}) => tmdb('list', listId),
	TMDbCollectionImport: ({collectionId}) => tmdb('collection', collectionId),
	TMDbPersonImport: ({personId}) => tmdb('person', personId),
	TMDbKeywordImport: ({keywordId}) => tmdb('keyword', keywordId),
	TMDbCompanyImport: ({companyId}) => tmdb('company', companyId),
	PlexImport: () => ({kind: 'plexWatchlist'}),
	PlexRssImport: ({url}) => link('plexRss', url),
	RadarrImport: values => ofProgram('radarr', values),
	SonarrImport: values => ofProgram('sonarr', values),
	RSSImport: values => link('rss', values['link']),
	StevenLuImport: values => link('json', values['link']),
	RadarrListImport: ({url}) => link('json', url),
	CustomImport: ({baseUrl}) => link('json', baseUrl),
};

/** Their numbers of what is monitored; the numbers of further choices differ between their versions. */
const seriesMonitors: readonly ListMonitor[] = ['all', 'all', 'future', 'missing', 'existing', 'firstSeason', 'lastSeason'];
const movieMonitors: readonly ListMonitor[] = ['movie', 'movieAndCollection', 'none'];

/** A list in our form. It comes switched off: otherwise both programs would add its titles. */
export function readList(row: SourceRow, {program}: Pick<SourceContext, 'program'>): FoundRecord<WantedList> {
	const [values, theirs, name] = [valuesOf(row), String(row['Implementation']), nameOf(row, 'List')];
	const isUsed = isOn(row['Enabled'] ?? row['EnableAutomaticAdd']);
	const found = {sourceId: String(row['Id']), title: name};
	if (theirs.startsWith('Trakt')) {
		const detail = 'Trakt needs an app of your own and a new sign-in: add it under “Import lists”.';
		return {...found, wanted: null, notes: [{code: 'sign_in', detail}]};
	}
	const read = lists[theirs];
	if (!read) {
		return {...found, wanted: null, notes: unsupported(theirs, 'import list', isUsed)};
	}
	const media = program === 'radarr' ? ('movies' as const) : ('series' as const);
	const monitors = program === 'radarr' ? movieMonitors : seriesMonitors;
	const monitor = monitors[wholeOf(row['Monitor'] ?? row['ShouldMonitor']) ?? 0];
	const off = 'It comes switched off, so that nothing is added twice, until you take over.';
	const notes: MoveNote[] = isUsed ? [{code: 'switched_off', detail: off}] : [];
	monitor === undefined && notes.push({code: 'field_unsupported', detail: 'Choose what of its titles is monitored.'});
	theirs === 'PlexImport' && notes.push({code: 'sign_in', detail: 'Sign in to Plex here before you switch it on.'});
	const tags = tagsOf(row);
	const settings = {
		name,
		...read(values),
		media,
		enabled: false,
		monitor: monitor ?? ('none' as const),
		searchOnAdd: isOn(row['SearchOnAdd'] ?? row['SearchForMissingEpisodes']),
		...(media === 'movies'
			? {minimumAvailability: minimumAvailabilities[Math.max(0, (wholeOf(row['MinimumAvailability']) ?? 3) - 1)] ?? ('released' as const)}
			: {
					monitorNewSeasons: (wholeOf(row['MonitorNewItems']) ?? 0) === 0,
					seasonFolder: row['SeasonFolder'] === undefined || isOn(row['SeasonFolder']),
					type: seriesTypes[wholeOf(row['SeriesType']) ?? 0] ?? null,
				}),
	};
	const root = (textOf(row['RootFolderPath']) ?? '').slice(0, 4096);
	return {...found, notes, wanted: {settings, tags, root, profileId: wholeOf(row['QualityProfileId'] ?? row['ProfileId'])}};
}
