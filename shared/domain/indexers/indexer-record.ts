export const indexerKinds = ['newznab', 'torznab', 'rss', 'm3u'] as const;
export type IndexerKind = (typeof indexerKinds)[number];

export const indexerStatuses = ['ok', 'error', 'disabled', 'rate_limited'] as const;
export type IndexerStatus = (typeof indexerStatuses)[number];

/** An indexer as an administrator entered it, with its key in plain text. */
export interface IndexerSettings {
	id: string;
	name: string;
	kind: IndexerKind;
	url: string;
	apiPath: string;
	apiKey: string | null;
	categories: number[];
	enabled: boolean;
	/** 1 to 50; 1 comes first. */
	priority: number;
	minimumSeeders: number | null;
	seedRatio: number | null;
	seedTimeMinutes: number | null;
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
}

/** Who uses a field that means nothing to some kinds; all others are for every kind. */
export const indexerFieldKinds = {
	apiPath: ['newznab', 'torznab'],
	categories: ['newznab', 'torznab'],
	minimumSeeders: ['torznab', 'rss'],
	seedRatio: ['torznab', 'rss'],
	seedTimeMinutes: ['torznab', 'rss'],
} as const satisfies Partial<Record<keyof IndexerSettings, readonly IndexerKind[]>>;

/** What the service learned about an indexer by using it. */
export interface IndexerHealth {
	status: IndexerStatus;
	lastError: string | null;
	/** No request is sent before this time. */
	disabledUntil: Date | null;
	/** Failures in a row: the step in the back-off list. */
	failures: number;
	capabilities: Record<string, unknown> | null;
}

export interface Indexer extends IndexerSettings, IndexerHealth {
	createdAt: Date;
	updatedAt: Date;
}
