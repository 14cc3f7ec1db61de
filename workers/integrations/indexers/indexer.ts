import type {Capabilities} from '#shared/domain/indexers/capabilities.ts';
import type {SearchCriteria} from '#shared/domain/indexers/search-criteria.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {TextCache} from '../cache.ts';
import type {Http} from '../http.ts';

export const indexerKinds = ['newznab', 'torznab', 'rss', 'm3u'] as const;
export type IndexerKind = (typeof indexerKinds)[number];

/**
 * A source of releases. Each call is bounded by the indexer's own time limit a request and by `signal`.
 * Failures: Invalid `authentication_failed`, `wrong_protocol`, `no_categories`, `address_invalid` (the settings are wrong); TooMany `rate_limited`
 * (with the wished pause); UpstreamFailed `challenge` (solving is off), `challenge_failed`, `not_xml`, `not_a_playlist`, `feed_unusable`, `caps_unusable`,
 * `indexer_off`, `indexer_refused`, `indexer_failed`, and those of `Http`. No message carries a key.
 */
export interface Indexer {
	readonly kind: IndexerKind;
	search(criteria: SearchCriteria, signal: AbortSignal): Promise<FoundRelease[]>;
	/** The newest releases; with `since`, page after page back to that time. */
	recent(signal: AbortSignal, since?: Date | null): Promise<FoundRelease[]>;
	test(signal: AbortSignal): Promise<{version: string | null; details: string[]}>;
	capabilities(signal: AbortSignal): Promise<Capabilities>;
}

/** The part of a stored indexer that is needed to ask it. */
export interface IndexerSettings {
	id: string;
	name: string;
	kind: IndexerKind;
	url: string;
	/** Newznab and Torznab only; `/api` with most sites. */
	apiPath: string;
	apiKey: string | null;
	categories: number[];
	animeCategories?: number[];
	/** 1 to 50, 1 is asked first. */
	priority: number;
	/** For one request. */
	timeoutSeconds: number;
	/** Solve challenges. */
	captcha: boolean;
}

/** What a solved challenge leaves: only both together open the door. */
export interface Clearance {
	userAgent: string;
	/** As the `Cookie` header wants them. */
	cookie: string;
}

export interface IndexerDeps {
	http: Http;
	cache: TextCache;
	now(): Date;
	/** `public` when administrators may not name hosts of the private network. */
	network: 'any' | 'public';
	/** Gets us past a challenge of `url`; null when there is no solver. */
	solve: ((url: string, signal: AbortSignal) => Promise<Clearance>) | null;
	/** Waits for the turn of this indexer, or throws TooMany `rate_limited` when its budget is used up; null for no limits. */
	takeTurn: ((indexerId: string, signal: AbortSignal) => Promise<void>) | null;
}
