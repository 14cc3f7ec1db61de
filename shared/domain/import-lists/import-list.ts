import type {MinimumAvailability} from '../media/movie.ts';
import type {ProviderHealth, ProviderKind, ProviderRecord, ProviderSettings} from '../provider.ts';

export const listMedia = ['movies', 'series'] as const;
export type ListMedia = (typeof listMedia)[number];

interface ImportListKindOf extends ProviderKind<keyof ImportListSettings> {
	media: readonly ListMedia[];
	/** The address if none is given; null if one must be given, and the empty text if there is none. */
	usualUrl: string | null;
	/** Minutes between two syncs, at least. */
	shortestMinutes: number;
	/** Settings that must be given. */
	needs: readonly ('apiKey' | 'source' | 'sourceId')[];
	/** It shows only a part of the list, so nothing ever counts as left. */
	isPartial?: true;
}

const both = listMedia;
const ownProgram = {usualUrl: null, shortestMinutes: 15, needs: ['apiKey']} as const;
const filters = ['apiKey', 'sourceProfileIds', 'sourceTagIds', 'sourceRootFolders'] as const;

/** Adding a kind takes a line here, and its client in `workers/integrations/import-lists`. */
export const importListKinds = {
	radarr: {...ownProgram, media: ['movies'], uses: filters},
	sonarr: {...ownProgram, media: ['series'], uses: [...filters, 'takeSeasons']},
	json: {media: both, usualUrl: null, shortestMinutes: 60, needs: [], uses: []},
	rss: {media: both, usualUrl: null, shortestMinutes: 60, needs: [], uses: []},
	/** Only the newest fifty. */
	plexRss: {media: both, usualUrl: null, shortestMinutes: 360, needs: [], uses: [], isPartial: true},
	tmdb: {media: both, usualUrl: '', shortestMinutes: 720, needs: ['source'], uses: ['source', 'sourceId', 'filters']},
	/** A CSV file that somebody uploads. */
	file: {media: both, usualUrl: '', shortestMinutes: 1440, needs: [], uses: []},
	mdblist: {
		media: both,
		usualUrl: 'https://api.mdblist.com',
		shortestMinutes: 60,
		needs: ['apiKey', 'sourceId'],
		uses: ['apiKey', 'sourceId'],
	},
} as const satisfies Record<string, ImportListKindOf>;
export type ImportListKind = keyof typeof importListKinds;

export const kindOf = (kind: ImportListKind): ImportListKindOf => importListKinds[kind];

/** Lists of TMDB. Those with an id need `sourceId`. */
export const sourcesWithId = ['list', 'collection', 'person', 'keyword', 'company'] as const;
export const listSources = [...sourcesWithId, 'popular', 'topRated', 'upcoming', 'inCinemas', 'discover'] as const;
type ListSource = (typeof listSources)[number];

/** What happens to a title that this list added and that is no longer on it. Files are never removed. */
export const leaveActions = ['nothing', 'unmonitor', 'remove'] as const;
export type LeaveAction = (typeof leaveActions)[number];

export const monitorOfMovies = ['movie', 'none'] as const;
export const monitorOfSeries = ['all', 'none'] as const;
export const listMonitors = ['movie', 'all', 'none'] as const;
export type ListMonitor = (typeof listMonitors)[number];

export const importListStatuses = ['ok', 'error', 'resting', 'authorize'] as const;

/** The most lists, and the most items of each. */
export const maxLists = 50;
export const maxItems = 10_000;

/** Where titles come from by themselves, as an administrator enters it. */
export interface ImportListSettings extends ProviderSettings {
	kind: ImportListKind;
	/** Empty for a kind without one. */
	url: string;
	media: ListMedia;
	apiKey: string;
	/** What sort of list of the service; empty for a kind with one sort. */
	source: ListSource | '';
	/** Which list of the service. */
	sourceId: string;
	/** Conditions of a search at TMDB, as in the query of its address. */
	filters: string;
	/** Of movies and series of another program that have one of these; empty for all. */
	sourceProfileIds: number[];
	sourceTagIds: number[];
	sourceRootFolders: string[];
	/** Monitor the seasons that are monitored there. */
	takeSeasons: boolean;
	libraryId: string | null;
	rootFolderPath: string;
	/** Null for the default profile. */
	qualityProfileId: string | null;
	minimumAvailability: MinimumAvailability;
	monitor: ListMonitor;
	seasonFolder: boolean;
	searchOnAdd: boolean;
	limit: number;
	intervalMinutes: number;
	onLeave: LeaveAction;
	graceDays: number;
	mostChanges: number;
}

/** Titles that would go, more than `mostChanges`, so a person is asked. */
export interface HeldTitles {
	since: Date;
	count: number;
	/** The first of them. */
	titles: string[];
	/** All of them. */
	itemIds: string[];
	/** Those of which a person has said that they may go; null until then. */
	approved: string[] | null;
}

export interface ImportListHealth extends ProviderHealth {
	status: (typeof importListStatuses)[number];
	lastError: string | null;
	/** It is not read before this time. */
	disabledUntil: Date | null;
	/** In a row. */
	failures: number;
	lastSyncAt: Date | null;
	nextSyncAt: Date | null;
	/** Every sync since then was complete; null after one that was not. */
	completeSince: Date | null;
	/** Why the last answer was not the whole list; null if it was. */
	incomplete: string | null;
	/** On the list now. */
	items: number;
	held: HeldTitles | null;
	/** When it must be signed in again at the latest; null without a sign-in. */
	authorizedUntil: Date | null;
}

export type ImportList = ProviderRecord<ImportListSettings, ImportListHealth>;
