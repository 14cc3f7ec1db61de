import {type MonitorChoice, monitorChoices} from '../media/monitor-seasons.ts';
import type {MinimumAvailability} from '../media/movie.ts';
import type {SeriesType} from '../media/series.ts';
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
	needs: readonly ('apiKey' | 'clientId' | 'clientSecret' | 'source' | 'sourceId')[];
	/** Its kinds of lists; none for a service with one kind. */
	sources?: readonly ListSource[];
	/** It shows only a part of the list, so no title ever counts as removed from it. */
	isPartial?: true;
	/** A person can sign in to an account there. */
	signsIn?: true;
}

const both = listMedia;
const ownProgram = {usualUrl: null, shortestMinutes: 15, needs: ['apiKey']} as const;
const filters = ['apiKey', 'sourceProfileIds', 'sourceTagIds', 'sourceRootFolders'] as const;

/** Lists of TMDB. Those with an id need `sourceId`. */
export const sourcesWithId = ['list', 'collection', 'person', 'keyword', 'company'] as const;
const tmdbSources = [...sourcesWithId, 'popular', 'topRated', 'upcoming', 'inCinemas', 'discover'] as const;
/** Lists of Trakt of one account: that of `sourceId`, or the one that signed in. */
export const accountSources = ['watchlist', 'watched', 'collection'] as const;
/** Lists of Trakt of a period, which `sourceId` names. */
export const periodSources = ['mostWatched', 'mostPlayed', 'mostCollected'] as const;
export const listPeriods = ['daily', 'weekly', 'monthly', 'yearly', 'all'] as const;
const traktSources = [
	'list',
	...accountSources,
	'recommended',
	'popular',
	'trending',
	'anticipated',
	'boxOffice',
	...periodSources,
] as const;
export type ListSource = (typeof tmdbSources)[number] | (typeof traktSources)[number];
export const listSources: readonly ListSource[] = [...new Set([...tmdbSources, ...traktSources])];

/** Adding a kind takes a line here, and its client in `workers/integrations/import-lists`. */
export const importListKinds = {
	radarr: {...ownProgram, media: ['movies'], uses: filters},
	sonarr: {...ownProgram, media: ['series'], uses: [...filters, 'takeSeasons']},
	json: {media: both, usualUrl: null, shortestMinutes: 60, needs: [], uses: []},
	rss: {media: both, usualUrl: null, shortestMinutes: 60, needs: [], uses: []},
	/** Only the newest fifty. */
	plexRss: {media: both, usualUrl: null, shortestMinutes: 360, needs: [], uses: [], isPartial: true},
	tmdb: {
		media: both,
		usualUrl: '',
		shortestMinutes: 720,
		needs: ['source'],
		sources: tmdbSources,
		uses: ['source', 'sourceId', 'filters'],
	},
	trakt: {
		media: both,
		usualUrl: 'https://api.trakt.tv',
		shortestMinutes: 720,
		needs: ['clientId', 'clientSecret', 'source'],
		sources: traktSources,
		uses: ['clientId', 'clientSecret', 'source', 'sourceId', 'filters'],
		signsIn: true,
	},
	plexWatchlist: {
		media: both,
		usualUrl: 'https://discover.provider.plex.tv',
		shortestMinutes: 360,
		needs: [],
		uses: [],
		signsIn: true,
	},
	/** A CSV file that a person uploads. */
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

/** What happens to a title that this list added and that is no longer on it. Files are never removed. */
export const leaveActions = ['nothing', 'unmonitor', 'tag', 'remove'] as const;
export type LeaveAction = (typeof leaveActions)[number];

/** `movieAndCollection` monitors the collection of a film, too, so its other films are added. */
export const monitorOfMovies = ['movie', 'movieAndCollection', 'none'] as const;
export const monitorOfSeries = monitorChoices;
export type ListMonitor = (typeof monitorOfMovies)[number] | MonitorChoice;
export const listMonitors: readonly ListMonitor[] = [...new Set([...monitorOfMovies, ...monitorOfSeries])];

/** The user and the name, or the number, of a list of Trakt, of which people also enter the address of its page. */
export function traktListOf(sourceId: string): string {
	const page = /^https?:\/\/(?:www\.|app\.)?trakt\.tv\/(?:users\/([^\s/?#]+)\/)?lists\/([^\s/?#]+)/i.exec(sourceId);
	return page ? page.slice(1).filter(Boolean).join('/') : sourceId;
}

export const importListStatuses = ['ok', 'error', 'resting', 'authorize'] as const;

/** The most lists, and the most items of each. */
export const maxLists = 50;
export const maxItems = 10_000;

/** A source of titles that are added automatically, as an administrator enters it. */
export interface ImportListSettings extends ProviderSettings {
	kind: ImportListKind;
	/** Empty for a kind without one. */
	url: string;
	media: ListMedia;
	apiKey: string;
	/** Of an app that a member of the household has registered at the service. */
	clientId: string;
	clientSecret: string;
	/** The kind of list at the service; empty for a service with one kind. */
	source: ListSource | '';
	/** Which list of the service. */
	sourceId: string;
	/** Conditions of a search at TMDB or a list of Trakt, as in the query of its address. */
	filters: string;
	/** Only movies and series of another program with one of these profiles; empty for all. */
	sourceProfileIds: number[];
	sourceTagIds: number[];
	sourceRootFolders: string[];
	/** Monitor the seasons that are monitored there. */
	takeSeasons: boolean;
	libraryId: string | null;
	rootFolderPath: string;
	/** Null for the default profile. */
	qualityProfileId: string | null;
	/** Null for that of the library. */
	languageProfileId: string | null;
	minimumAvailability: MinimumAvailability;
	monitor: ListMonitor;
	monitorNewSeasons: boolean;
	/** For series; null for that of the provider. */
	type: SeriesType | null;
	/** Labels of what it adds. */
	tags: string[];
	seasonFolder: boolean;
	searchOnAdd: boolean;
	limit: number;
	intervalMinutes: number;
	onLeave: LeaveAction;
	/** Labels that `tag` puts on a title. */
	leaveTags: string[];
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
	/** The titles whose removal a person has approved; null until then. */
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
	/** When the access to the account ends unless a sync renews it; null without a sign-in, or if it does not end. */
	authorizedUntil: Date | null;
}

export type ImportList = ProviderRecord<ImportListSettings, ImportListHealth>;
