import type {Redis} from 'ioredis';
import type {Leases} from '#shared/coordination/lease.ts';
import type {SubtitleProviderSettings} from '#shared/domain/subtitles/provider-record.ts';
import type {Secrets} from '#shared/secrets.ts';
import type {SubtitleProviderStore} from '#shared/store/providers/provider-stores.ts';
import type {Http} from '../integrations/http/http.ts';
import type {AnswerTime} from '../integrations/indexers/answer-time.ts';
import {createDownloadQuota} from '../integrations/subtitles/download-quota.ts';
import {openProvider} from '../integrations/subtitles/open-provider.ts';
import {createSiteRates, type SiteRates} from '../integrations/subtitles/site-rates.ts';
import type {SubtitleProviderClient} from '../integrations/subtitles/subtitle-provider.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {createDownloadSubtitle} from './download-subtitle.ts';
import {loginRefused} from './login-refused.ts';
import {createSearchSubtitleProviders} from './search-subtitle-providers.ts';

export interface SubtitleProviderOptions {
	subtitleProviders: SubtitleProviderStore;
	http: Http;
	/** For the requests of one provider; `http` by default. */
	httpOf?(provider: SubtitleProviderSettings): Http;
	redis: Redis;
	prefix: string;
	secrets: Secrets;
	leases: Pick<Leases, 'with'>;
	now(): Date;
	/** For tests; 30 by default. */
	totalSeconds?: number;
}

/** Asks the stored subtitle providers and records how each did. */
export function createSubtitleProviders(
	options: SubtitleProviderOptions,
): Pick<WorkerDeps, 'openSubtitleProvider' | 'searchSubtitleProviders' | 'downloadSubtitle'> {
	const {subtitleProviders, redis, prefix, now} = options;
	const startedAt = now();
	const rates = createSiteRates(redis, prefix);
	const open = (settings: SubtitleProviderSettings, time?: AnswerTime): SubtitleProviderClient =>
		openProvider(settings, {
			...options,
			http: options.httpOf?.(settings) ?? options.http,
			rates: time ? patient(rates, time) : rates,
			quota: createDownloadQuota(settings, {quotas: subtitleProviders.quotas, now}),
			ensureLoginAllowed: () => ensureLoginAllowed(settings, subtitleProviders),
			noteLoginRefused: () => noteLoginRefused(settings, subtitleProviders),
		});
	return {
		openSubtitleProvider: settings => open(settings),
		searchSubtitleProviders: createSearchSubtitleProviders({...options, startedAt, open}),
		downloadSubtitle: createDownloadSubtitle({...options, startedAt, open}),
	};
}

/** The time of a provider stands still while we wait for our own turn. */
function patient(rates: SiteRates, time: AnswerTime): SiteRates {
	return {
		login: (host, signal) => time.whileWaiting(() => rates.login(host, signal)),
		request: (host, signal) => time.whileWaiting(() => rates.request(host, signal)),
	};
}

async function ensureLoginAllowed({id, name}: SubtitleProviderSettings, providers: SubtitleProviderStore): Promise<void> {
	if ((await providers.find(id))?.isLoginRefused) {
		throw loginRefused(name);
	}
}

/** Unless somebody has corrected them by now. */
async function noteLoginRefused(settings: SubtitleProviderSettings, providers: SubtitleProviderStore): Promise<void> {
	const stored = await providers.find(settings.id);
	const isSame = (['url', 'apiKey', 'username', 'password'] as const).every(name => stored?.[name] === settings[name]);
	if (stored && isSame) {
		const lastError = `${stored.name} refuses the name or password. Correct them.`;
		await providers.setHealth(stored.id, {status: 'error', lastError, isLoginRefused: true}, stored);
	}
}
