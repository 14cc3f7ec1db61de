import {dayMs} from '../durations.ts';
import type {ProviderHealth, ProviderKind, ProviderRecord, ProviderSettings} from '../provider.ts';
import type {IndexerFlag} from '../release/release.ts';
import type {Scope} from '../scope.ts';

const forTorrents = ['minimumSeeders', 'seedRatio', 'seedTimeMinutes', 'seasonPackSeedTimeMinutes', 'requiredFlags'] as const;

/** Adding a kind takes a line here, and its client in `workers/integrations/indexers`. */
export const indexerKinds = {
	newznab: {uses: ['apiPath', 'categories', 'additionalParameters', 'vipExpiration']},
	torznab: {uses: ['apiPath', 'categories', 'additionalParameters', 'vipExpiration', ...forTorrents]},
	rss: {uses: [...forTorrents]},
	m3u: {uses: []},
	definition: {uses: ['definition', 'settings', 'categories', 'vipExpiration', ...forTorrents]},
} as const satisfies Record<string, ProviderKind<keyof IndexerSettings>>;
export type IndexerKind = keyof typeof indexerKinds;

export const indexerStatuses = ['ok', 'error', 'disabled', 'rate_limited'] as const;
export type IndexerStatus = (typeof indexerStatuses)[number];

/** An indexer as an administrator entered it, with its key in plain text. */
export interface IndexerSettings extends ProviderSettings {
	id: string;
	name: string;
	kind: IndexerKind;
	url: string;
	apiPath: string;
	apiKey: string | null;
	categories: number[];
	enabled: boolean;
	/** Its recent releases are read. */
	rss: boolean;
	/** Tasks ask it, and searches that follow a failed download. */
	automatic: boolean;
	/** Searches that a person starts ask it. One that names indexers asks it in any case. */
	interactive: boolean;
	/** 1 to 50; 1 comes first. */
	priority: number;
	minimumSeeders: number | null;
	seedRatio: number | null;
	seedTimeMinutes: number | null;
	/** For packs of a season, instead of `seedTimeMinutes`. */
	seasonPackSeedTimeMinutes: number | null;
	/** Torrents without any of these flags are refused; empty for all torrents. */
	requiredFlags: IndexerFlag[];
	/** Searches and grabs that the indexer allows per `limitUnit`; null for no limit. */
	queryLimit: number | null;
	grabLimit: number | null;
	limitUnit: 'hour' | 'day';
	timeoutSeconds: number;
	minimumIntervalSeconds: number;
	/** The client for its releases; null for the best one. */
	downloadClientId: string | null;
	/** Solve challenges on its pages. */
	captcha: boolean;
	tags: string[];
	scope: Scope;
	/** Joins it with the proxies and solvers that have any of these. */
	proxyTags: string[];
	/** Appended to each of its queries unchanged: `&dl=1&attrs=poster`. */
	additionalParameters: string | null;
	/** Day on which the membership that it needs ends, `2027-01-31`; null if it does not end. */
	vipExpiration: string | null;
	/** Key of the definition that says how its site, which is at `url`, is searched; null for the other kinds. */
	definition: string | null;
	/** The settings that the definition declares, by name: a tick box is a boolean, all else text. */
	settings: Record<string, string | number | boolean | null>;
}

/** What an indexer may be asked for. */
export const indexerUses = ['rss', 'automatic', 'interactive'] as const;
export type IndexerUse = (typeof indexerUses)[number];

/** An enabled indexer without any allowed use is as good as disabled. */
export function isInUse(indexer: Pick<IndexerSettings, 'enabled' | IndexerUse>): boolean {
	return indexer.enabled && indexerUses.some(use => indexer[use]);
}

/** Days before the end of a membership during which a warning is shown. */
const warnedDays = 7;

/** Whether the membership ends within a week, or has ended. */
export function isExpiring({vipExpiration}: Pick<IndexerSettings, 'vipExpiration'>, now: Date): boolean {
	return vipExpiration !== null && Date.parse(vipExpiration) < now.getTime() + warnedDays * dayMs;
}

/** What the service learned about an indexer by using it. */
export interface IndexerHealth extends ProviderHealth {
	status: IndexerStatus;
	lastError: string | null;
	/** No request is sent before this time. */
	disabledUntil: Date | null;
	/** Failures in a row: the step in the back-off list. */
	failures: number;
	capabilities: Record<string, unknown> | null;
}

export type Indexer = ProviderRecord<IndexerSettings, IndexerHealth>;
