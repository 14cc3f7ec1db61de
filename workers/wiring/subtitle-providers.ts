import type {Redis} from 'ioredis';
import {healthRules, recordFailure, recordSuccess, withCappedPause} from '#shared/coordination/backoff.ts';
import type {Leases} from '#shared/coordination/lease.ts';
import type {FoundSubtitle, ProviderResult, SubtitleCriteria} from '#shared/domain/subtitles/found-subtitle.ts';
import type {SubtitleProvider, SubtitleProviderSettings} from '#shared/domain/subtitles/provider-record.ts';
import {
	Cancelled,
	Conflict,
	type ExpectedError,
	Invalid,
	isExpected,
	NotFound,
	TooMany,
	Unavailable,
	UpstreamFailed,
} from '#shared/errors.ts';
import type {Secrets} from '#shared/secrets.ts';
import type {SubtitleProviderStore} from '#shared/store/providers/provider-stores.ts';
import {askAll, type InTime} from '../integrations/ask-all.ts';
import type {Http} from '../integrations/http/http.ts';
import type {AnswerTime} from '../integrations/indexers/answer-limits.ts';
import {createDownloadQuota} from '../integrations/subtitles/download-quota.ts';
import {openProvider} from '../integrations/subtitles/open-provider.ts';
import {createSiteRates, type SiteRates} from '../integrations/subtitles/site-rates.ts';
import type {SubtitleProviderClient} from '../integrations/subtitles/subtitle-provider.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

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
	/** Milliseconds that each provider has at least, whatever its record says; 0 by default. */
	leastMs?: number;
}

/** Asks the stored subtitle providers, and records whether each succeeded. */
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

/** The time of a provider is stopped while we wait for a slot to send a request. */
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

/** A wrong password is not tried again, because providers lock accounts out. */
function loginRefused(name: string): Invalid {
	return new Invalid('authentication_failed', `${name} refused the name or password. Correct them; until then no login is tried.`);
}

/** Does nothing if the settings have been corrected meanwhile. */
async function noteLoginRefused(settings: SubtitleProviderSettings, providers: SubtitleProviderStore): Promise<void> {
	const stored = await providers.find(settings.id);
	const isSame = (['url', 'apiKey', 'username', 'password'] as const).every(name => stored?.[name] === settings[name]);
	if (stored && isSame) {
		const lastError = `${stored.name} refuses the name or password. Correct them.`;
		await providers.setHealth(stored.id, {status: 'error', lastError, isLoginRefused: true}, stored);
	}
}

interface Options {
	subtitleProviders: SubtitleProviderStore;
	now(): Date;
	startedAt: Date;
	open(settings: SubtitleProvider): SubtitleProviderClient;
}

/** Downloads a subtitle, unless its provider is off, has asked for a pause that is not over, or refuses the login. */
function createDownloadSubtitle({open, ...options}: Options): WorkerDeps['downloadSubtitle'] {
	const {subtitleProviders, now, startedAt} = options;
	return async (found, signal) => {
		const record = await withCappedPause(
			subtitleProviders,
			await subtitleProviders.get(found.providerId),
			now(),
			healthRules.subtitleProvider,
		);
		if (!record.enabled) {
			throw new Conflict('provider_disabled', `${record.name} is switched off. Enable it, or choose a subtitle of another provider.`);
		}
		const pausedUntil = record.status === 'rate_limited' ? pauseEndOf(record, now()) : null;
		if (pausedUntil) {
			const seconds = Math.max(1, Math.ceil((pausedUntil.getTime() - now().getTime()) / 1000));
			throw new TooMany(
				'rate_limited',
				`${record.name} is paused until ${pausedUntil.toISOString()}. ${record.lastError ?? ''}`.trim(),
				seconds,
			);
		}
		if (record.isLoginRefused) {
			throw loginRefused(record.name);
		}
		try {
			const sent = await open(record).download(found, signal);
			await noteDownload(record, {subtitleProviders, now: now()});
			return sent;
		} catch (error) {
			if (!signal.aborted) {
				await noteFailure(error, record, {subtitleProviders, now: now(), startedAt});
			}
			throw error;
		}
	};
}

interface HealthContext {
	subtitleProviders: SubtitleProviderStore;
	now: Date;
	startedAt: Date;
}

const noteSuccess = (record: SubtitleProvider, providers: SubtitleProviderStore): Promise<void> =>
	recordSuccess(providers, record, healthRules.subtitleProvider);

/** A provider is paused as long as it asks for, or longer with each failure in a row. */
async function noteFailure(error: unknown, record: SubtitleProvider, {subtitleProviders, now, startedAt}: HealthContext): Promise<void> {
	if (!isExpected(error) || saysNothing(error)) {
		return;
	}
	const isLimit = error instanceof TooMany;
	const failure = {message: error.message, isLimit, retryAfterSeconds: isLimit ? error.retryAfterSeconds : null};
	await recordFailure(subtitleProviders, record, failure, {rules: healthRules.subtitleProvider, now, startedAt});
}

/** Our own limits and failures, a missing subtitle, or a stop say nothing about a provider. */
function saysNothing(error: ExpectedError): boolean {
	return (
		error instanceof Cancelled ||
		error instanceof NotFound ||
		error instanceof Unavailable ||
		error.code === 'provider_busy' ||
		error.code === 'subtitle_unusable'
	);
}

/** After the last download of a period it is paused at once, because searching for more would be useless. */
async function noteDownload(before: SubtitleProvider, {subtitleProviders, now}: Omit<HealthContext, 'startedAt'>): Promise<void> {
	await noteSuccess(before, subtitleProviders);
	const record = await subtitleProviders.find(before.id);
	if (record?.remaining === 0 && record.resetAt && record.resetAt > now) {
		const lastError = `The downloads of ${record.name} are used up until ${record.resetAt.toISOString()}.`;
		await subtitleProviders.setHealth(record.id, {status: 'rate_limited', lastError, disabledUntil: record.resetAt}, record);
	}
}

/** Until when a provider is not asked; null when it may be. */
function pauseEndOf({disabledUntil}: Pick<SubtitleProvider, 'disabledUntil'>, now: Date): Date | null {
	return disabledUntil && disabledUntil > now ? disabledUntil : null;
}

/** Seconds for all providers together; they are asked at the same time. */
const usualTotalSeconds = 30;
/** Of all providers together. */
const maxResults = 300;

interface SearchOptions {
	subtitleProviders: SubtitleProviderStore;
	now(): Date;
	startedAt: Date;
	totalSeconds?: number;
	leastMs?: number;
	open(settings: SubtitleProvider, time: AnswerTime): SubtitleProviderClient;
}

interface Answer {
	found: FoundSubtitle[];
	row: ProviderResult;
}

function createSearchSubtitleProviders(options: SearchOptions): WorkerDeps['searchSubtitleProviders'] {
	return async ({criteria, providerIds}, signal) => {
		const {subtitleProviders, now, totalSeconds = usualTotalSeconds, leastMs = 0} = options;
		const stored = (await subtitleProviders.list()).filter(({id, enabled}) => (providerIds ? providerIds.includes(id) : enabled));
		const toAsk = await Promise.all(stored.map(record => withCappedPause(subtitleProviders, record, now(), healthRules.subtitleProvider)));
		const answers = await askAll(toAsk, {
			signal,
			totalSeconds,
			leastMs,
			// The rest is for waiting for a slot, so that it is clear whether a provider was silent or never asked.
			secondsOf: ({timeoutSeconds}) => Math.min(timeoutSeconds, totalSeconds * 0.9),
			noTurn: () => new TooMany('provider_busy', 'Waiting for a free slot left no time for an answer. Try again in a moment.', 15),
			ask: (record, inTime) => askOne(record, {criteria, signal, inTime}, options),
		});
		return {found: best(answers.map(({found}) => found)), providerResults: answers.map(({row}) => row)};
	};
}

/** If there are too many, keeps those found by hash or id first, then those of the providers with the best priority. */
function best(lists: readonly FoundSubtitle[][]): FoundSubtitle[] {
	const rank = ({isHashMatch, isIdMatch}: FoundSubtitle) => (isHashMatch ? 0 : isIdMatch ? 1 : 2);
	return lists
		.flat()
		.toSorted((a, b) => rank(a) - rank(b))
		.slice(0, maxResults);
}

async function askOne(
	record: SubtitleProvider,
	{criteria, signal, inTime}: {criteria: SubtitleCriteria; signal: AbortSignal; inTime: InTime},
	{subtitleProviders, now, startedAt, open}: SearchOptions,
): Promise<Answer> {
	const reason = whyNot(record, now());
	if (reason) {
		return failed(record, reason);
	}
	try {
		const found = await inTime((time, both) => open(record, time).search(criteria, both));
		await noteSuccess(record, subtitleProviders);
		return {found, row: {...rowOf(record), resultCount: found.length}};
	} catch (error) {
		if (!signal.aborted) {
			await noteFailure(error, record, {subtitleProviders, now: now(), startedAt});
		}
		return failed(record, error);
	}
}

function whyNot(record: SubtitleProvider, now: Date): Error | null {
	if (!record.enabled) {
		return new UpstreamFailed('disabled', 'The provider is switched off.');
	}
	if (record.isLoginRefused) {
		return loginRefused(record.name);
	}
	const pausedUntil = pauseEndOf(record, now);
	const message = pausedUntil && `The provider is paused until ${pausedUntil.toISOString()}. ${record.lastError ?? ''}`.trim();
	if (!pausedUntil || !message) {
		return null;
	}
	return record.status === 'rate_limited'
		? new TooMany('rate_limited', message, Math.ceil((pausedUntil.getTime() - now.getTime()) / 1000))
		: new UpstreamFailed('resting', message);
}

function rowOf({id, name}: SubtitleProvider): ProviderResult {
	return {providerId: id, provider: name, status: 'ok', resultCount: 0, errorMessage: null};
}

/** An unexpected error may contain anything, even keys, so its text is not shown. */
function failed(record: SubtitleProvider, error: unknown): Answer {
	const errorMessage = isExpected(error) ? error.message : 'The answer of the provider could not be read.';
	return {found: [], row: {...rowOf(record), status: error instanceof TooMany ? 'rate_limited' : 'error', errorMessage}};
}
