export const indexerKinds = ['newznab', 'torznab', 'rss', 'm3u'] as const;
export type IndexerKind = (typeof indexerKinds)[number];

export const indexerStatuses = ['ok', 'error', 'disabled', 'rate_limited'] as const;
export type IndexerStatus = (typeof indexerStatuses)[number];

/** An indexer as an administrator entered it, its key in clear. */
export interface IndexerSettings {
	id: string;
	name: string;
	kind: IndexerKind;
	url: string;
	apiPath: string;
	apiKey: string | null;
	categories: number[];
	enabled: boolean;
	/** 1 to 50, 1 is first. */
	priority: number;
	minimumSeeders: number | null;
	seedRatio: number | null;
	seedTimeMinutes: number | null;
	/** Searches and grabs that the indexer allows in a `limitUnit`; null for no limit. */
	queryLimit: number | null;
	grabLimit: number | null;
	limitUnit: 'hour' | 'day';
	timeoutSeconds: number;
	minimumIntervalSeconds: number;
	/** Its releases go to this client; null for the best one. */
	downloadClientId: string | null;
	/** Solve challenges of its pages. */
	captcha: boolean;
	tags: string[];
}

/** What the service learnt of an indexer by using it. */
export interface IndexerHealth {
	status: IndexerStatus;
	lastError: string | null;
	/** No request goes out before. */
	disabledUntil: Date | null;
	/** Failures in a row: the step of the back-off ladder. */
	failures: number;
	capabilities: Record<string, unknown> | null;
}

export interface Indexer extends IndexerSettings, IndexerHealth {
	createdAt: Date;
	updatedAt: Date;
}
