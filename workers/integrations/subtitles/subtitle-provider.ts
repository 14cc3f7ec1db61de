import type {Redis} from 'ioredis';
import type {Leases} from '#shared/coordination/lease.ts';
import type {FoundSubtitle, SubtitleCriteria} from '#shared/domain/subtitles/found-subtitle.ts';
import type {Secrets} from '#shared/secrets.ts';
import type {Http} from '../http/http.ts';
import type {SiteRates} from './site-rates.ts';

/** What a provider sent: one subtitle file or an archive of them. */
export interface SentSubtitle {
	bytes: Buffer;
	/** The provider's name of the file, without folders; empty when it gave none. */
	name: string;
}

/**
 * A place to get subtitles from. Every call throws UpstreamFailed for a failing provider, and TooMany with the seconds
 * to wait when its quota or rate limit is used up.
 */
export interface SubtitleProviderClient {
	search(criteria: SubtitleCriteria, signal: AbortSignal): Promise<FoundSubtitle[]>;
	/** Counts against the quota, whose state it stores for all workers. */
	download(found: Pick<FoundSubtitle, 'id' | 'link'>, signal: AbortSignal): Promise<SentSubtitle>;
	/** For a person who tests the settings. */
	test(signal: AbortSignal): Promise<{version: string | null; details: string[]}>;
}

/** What the clients of providers need. */
export interface ProviderDeps {
	http: Http;
	redis: Redis;
	prefix: string;
	secrets: Secrets;
	leases: Pick<Leases, 'with'>;
	rates: SiteRates;
	quota: DownloadQuota;
	now(): Date;
	/** Throws Invalid `authentication_failed` when the name or password was refused before. */
	ensureLoginAllowed(): Promise<void>;
	/** Remembers that the name or password is wrong, so that it is not tried again. */
	noteLoginRefused(): Promise<void>;
}

/** The downloads of one provider, counted for all workers. */
export interface DownloadQuota {
	/** Counts one before it is sent. Throws TooMany `quota_used_up`, or `provider_busy` while others find it out. */
	take(options: {tellsQuota: boolean}, signal: AbortSignal): Promise<CountedDownload>;
	/** Another one may find out the quota, because the answer to the last download did not say it. */
	settle(): Promise<void>;
	/** Stores the provider's word. */
	learn(word: {remaining: number; resetAt: Date; isReported: boolean}): Promise<void>;
}

export interface CountedDownload {
	/** For a download that was certainly not made. */
	giveBack(): Promise<void>;
}

/** Failures of a connection before anything was sent. */
const neverSent: ReadonlySet<string> = new Set(['connection_refused', 'name_not_found', 'tls_failed', 'address_refused', 'provider_busy']);

export function wasNeverSent({code}: {code: string}): boolean {
	return neverSent.has(code);
}
