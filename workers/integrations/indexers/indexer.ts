import type {AnswerCache} from '#shared/coordination/cache.ts';
import type {Leave} from '#shared/coordination/slots.ts';
import type {Capabilities} from '#shared/domain/indexers/capabilities.ts';
import type {IndexerKind, IndexerSettings as StoredSettings} from '#shared/domain/indexers/indexer-record.ts';
import type {SearchCriteria} from '#shared/domain/indexers/search-criteria.ts';
import type {ProviderNetwork} from '#shared/domain/provider.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {ConnectionTested} from '#shared/jobs/connections.ts';
import type {Http} from '../http/http.ts';
import type {TakeAnswer} from './answer-limits.ts';
import type {ChallengeSolver} from './challenge-solver.ts';
import type {SiteDeps} from './definition/site-deps.ts';

/**
 * A source of releases. Each call is limited by `signal`, and each of its requests by the indexer's own timeout.
 * Throws Invalid `authentication_failed`, `wrong_protocol`, `no_categories`, `address_invalid` when the settings are
 * wrong; TooMany `rate_limited` with the requested pause; UpstreamFailed `wrong_protocol` (nothing is at its address),
 * `challenge` (solving is off), `challenge_failed`, `not_xml`, `not_a_playlist`, `feed_unusable`, `caps_unusable`,
 * `indexer_off`, `indexer_refused`, `indexer_failed`, and those of `Http`. No message contains a key.
 */
export interface Indexer {
	readonly kind: IndexerKind;
	search(criteria: SearchCriteria, signal: AbortSignal): Promise<FoundRelease[]>;
	/** Returns the newest releases. With `since`, reads page after page back to that time. */
	recent(signal: AbortSignal, since?: Date | null): Promise<FoundRelease[]>;
	test(signal: AbortSignal): Promise<ConnectionTested>;
	capabilities(signal: AbortSignal): Promise<Capabilities>;
	/**
	 * Of a site whose login may show a captcha. The first fetches one for a person, and returns true when the login
	 * took none; the second sends the answer. They throw what `test` throws, and Conflict `captcha_gone`.
	 */
	showCaptcha?(signal: AbortSignal): Promise<boolean>;
	answerCaptcha?(answer: string, signal: AbortSignal): Promise<void>;
}

type Needed = 'id' | 'name' | 'kind' | 'url' | 'apiPath' | 'apiKey' | 'categories' | 'priority' | 'timeoutSeconds' | 'captcha';

/** The part of a stored indexer that is needed to query it. */
export type IndexerSettings = Pick<StoredSettings, Needed> &
	Partial<Pick<StoredSettings, 'additionalParameters' | 'definition' | 'settings'>> &
	ProviderNetwork;

export interface IndexerDeps {
	http: Http;
	cache: AnswerCache;
	now(): Date;
	/** `public` when administrators may not name hosts of the private network. */
	network: 'any' | 'public';
	/** Null when challenges cannot be solved. */
	solver: ChallengeSolver | null;
	/**
	 * Waits for a slot of this indexer; a definition may require more seconds between two requests than the record.
	 * Throws TooMany `rate_limited` when its budget is used up. Null for no limits. The returned function frees the
	 * slot: sites of definitions are sent one request at a time.
	 */
	takeSlot: ((indexerId: string, signal: AbortSignal, leastSeconds?: number) => Promise<Leave | undefined>) | null;
	/** Counts what it sends; see `createAnswerRoom`. Null outside a search. */
	takeAnswer: TakeAnswer | null;
	/** For indexers by definition. */
	sites: SiteDeps;
}
