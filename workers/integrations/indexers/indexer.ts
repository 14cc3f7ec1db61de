import type {Capabilities} from '#shared/domain/indexers/capabilities.ts';
import type {IndexerKind, IndexerSettings as StoredSettings} from '#shared/domain/indexers/indexer-record.ts';
import type {SearchCriteria} from '#shared/domain/indexers/search-criteria.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {TextCache} from '../cache/cache.ts';
import type {Http} from '../http/exchange.ts';
import type {ChallengeSolver} from './challenge-solver.ts';

/**
 * A source of releases. Each call is bounded by the indexer's own time limit a request and by `signal`.
 * Failures: Invalid `authentication_failed`, `wrong_protocol`, `no_categories`, `address_invalid` (the settings are
 * wrong); NotFound `indexer_not_found`; TooMany `rate_limited` (with the wished pause); UpstreamFailed `challenge`
 * (solving is off), `challenge_failed`, `not_xml`, `not_a_playlist`, `feed_unusable`, `caps_unusable`, `indexer_off`,
 * `indexer_refused`, `indexer_failed`, and those of `Http`. No message carries a key.
 */
export interface Indexer {
	readonly kind: IndexerKind;
	search(criteria: SearchCriteria, signal: AbortSignal): Promise<FoundRelease[]>;
	/** The newest releases; with `since`, page after page back to that time. */
	recent(signal: AbortSignal, since?: Date | null): Promise<FoundRelease[]>;
	test(signal: AbortSignal): Promise<{version: string | null; details: string[]}>;
	capabilities(signal: AbortSignal): Promise<Capabilities>;
}

type Needed = 'id' | 'name' | 'kind' | 'url' | 'apiPath' | 'apiKey' | 'categories' | 'priority' | 'timeoutSeconds' | 'captcha';

/** The part of a stored indexer that is needed to ask it. */
export interface IndexerSettings extends Pick<StoredSettings, Needed> {
	/** Where anime is asked for; worked out from `categories` when not given. */
	animeCategories?: number[];
}

export interface IndexerDeps {
	http: Http;
	cache: TextCache;
	now(): Date;
	/** `public` when administrators may not name hosts of the private network. */
	network: 'any' | 'public';
	/** Null when nobody can solve. */
	solver: ChallengeSolver | null;
	/**
	 * Waits for the turn of this indexer, or throws TooMany `rate_limited` when its budget is
	 * used up; null for no limits.
	 */
	takeTurn: ((indexerId: string, signal: AbortSignal) => Promise<void>) | null;
}
