import type Joi from 'joi';
import type {AnswerCache} from '#shared/coordination/cache.ts';
import {wait} from '#shared/coordination/wait.ts';
import {secondMs} from '#shared/domain/durations.ts';
import {parseRetryAfter} from '#shared/domain/network/parse-retry-after.ts';
import {Cancelled, Invalid, NotFound, TooMany, Unavailable, UpstreamFailed} from '#shared/errors.ts';
import type {Http, HttpReply} from '../http/http.ts';
import {parseJson} from '../http/read-body.ts';
import type {Freshness} from './metadata-provider.ts';

/** Seconds to wait when the provider does not say; its limit is counted per second. */
const pauseSeconds = 10;
const timeoutMs = 15_000;
/** Bytes. Enough for twenty seasons with their whole cast. */
const largestAnswer = 40 * 1024 * 1024;

export interface TmdbOptions {
	/** Ends with the version, as in `https://api.themoviedb.org/3`. */
	baseUrl: string;
	/** A v3 key or a v4 read token; null if none is set. */
	apiKey: string | null;
	/** `en`, `pt-BR`. */
	language: string;
	/** ISO 3166-1. */
	certificationCountry: string;
	http: Http;
	/** Null when the cache is switched off. */
	cache: AnswerCache | null;
	/** One day by default. */
	cacheTtlSeconds?: number;
	imageBaseUrl?: string;
	now(): Date;
	/** Real time by default. */
	pause?: Pause;
}

export type Params = Record<string, string | number>;

export interface AskOptions {
	signal: AbortSignal;
	/** An answer of another shape is refused before it is cached. */
	schema: Joi.ObjectSchema | null;
	freshness?: Freshness | undefined;
}
export type AskTmdb = (path: string, params: Params, how: AskOptions) => Promise<unknown>;

/** Sends one request to the provider, or answers from the cache. The cache key does not contain the API key. */
export function createAskTmdb({baseUrl, apiKey, http, cache, cacheTtlSeconds = 86_400, now, pause}: TmdbOptions): AskTmdb {
	return async (path, params, {signal, schema, freshness}) => {
		const query = Object.entries(params)
			.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
			.sort()
			.join('&');
		const cacheKey = `tmdb:${path}?${query}`;
		const cached = freshness === 'fresh' ? null : await cache?.get(cacheKey);
		if (cached) {
			return cached;
		}
		const key = apiKey?.trim();
		if (!key) {
			throw new Unavailable('provider_key_missing', 'No key for the metadata provider is set. Enter one in the metadata settings.');
		}
		const isToken = key.startsWith('eyJ');
		const url = `${baseUrl.replace(/\/+$/, '')}/${path}?${query}${isToken ? '' : `&api_key=${encodeURIComponent(key)}`}`;
		const headers = {accept: 'application/json', ...(isToken ? {authorization: `Bearer ${key}`} : {})};
		const request = {url, headers, timeoutMs, maxBytes: largestAnswer, redirects: 3, network: 'any' as const, signal};
		const reply = await askWithinRateLimit(() => http(request).catch(toProviderFailure), {signal, now, pause});
		const answer = withoutCrews(parseReply(reply, now()));
		if (schema) {
			readAs(schema, answer);
		}
		await cache?.put(cacheKey, answer, cacheTtlSeconds * secondMs);
		return answer;
	};
}

function toProviderFailure(error: unknown): never {
	if (error instanceof Cancelled || (error instanceof UpstreamFailed && error.code === 'timed_out')) {
		throw error;
	}
	throw new UpstreamFailed('provider_failed', 'The metadata provider cannot be reached. Try again in a moment.', {cause: error});
}

function parseReply({status, headers, body}: HttpReply, now: Date): object {
	const retryAfterSeconds = parseRetryAfter(headers['retry-after'], now);
	if (status === 429) {
		throw new TooMany(
			'provider_rate_limited',
			'The metadata provider limits our requests. Try again in a moment.',
			retryAfterSeconds ?? pauseSeconds,
		);
	}
	if (status === 401 || status === 403) {
		throw new Invalid('provider_key_refused', 'The metadata provider refuses the key. Correct it in the metadata settings.');
	}
	const answer = parseJson(body);
	if (status === 404) {
		throw new NotFound('title_not_found_at_provider', 'The metadata provider has no such title. Check the id.');
	}
	if (status < 200 || status >= 300 || answer === null || typeof answer !== 'object') {
		throw new UpstreamFailed('provider_failed', `The metadata provider failed (${status}). Try again in a moment.`, {retryAfterSeconds});
	}
	return answer;
}

/** The cast and crew of each episode make up nine tenths of a season's answer, and nothing uses them. */
function withoutCrews(answer: object): object {
	const entries = Object.entries(answer).map(([name, value]) => [name, name.startsWith('season/') ? withoutEpisodeCrews(value) : value]);
	return Object.fromEntries(entries);
}

function withoutEpisodeCrews(season: unknown): unknown {
	if (typeof season !== 'object' || season === null || !('episodes' in season) || !Array.isArray(season.episodes)) {
		return season;
	}
	return {...season, episodes: season.episodes.map(episode => ({...episode, crew: undefined, guest_stars: undefined}))};
}

/** Validates the answer against `schema`. An unknown shape counts as a failure of the provider. */
export function readAs<T>(schema: Joi.ObjectSchema<T>, answer: unknown): T {
	const {value, error} = schema.validate(answer, {convert: true, stripUnknown: {objects: true}});
	if (error) {
		throw new UpstreamFailed('provider_failed', `The metadata provider sent an answer of an unknown shape: ${error.message}.`);
	}
	return value;
}

/** Throws Cancelled when the signal aborts. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Longest wait that is done silently; the provider's limit is counted per second. */
const longestSeconds = 3;
const maxRepeats = 2;

interface Patience {
	signal: AbortSignal;
	now: () => Date;
	pause: Pause | undefined;
}

/** Waits and asks again when the provider requests a short pause. A longer one is left to the caller. */
async function askWithinRateLimit(ask: () => Promise<HttpReply>, {signal, now, pause = wait}: Patience): Promise<HttpReply> {
	for (let repeats = 0; ; repeats += 1) {
		const reply = await ask();
		const seconds = reply.status === 429 ? parseRetryAfter(reply.headers['retry-after'], now()) : null;
		if (seconds === null || seconds > longestSeconds || repeats === maxRepeats) {
			return reply;
		}
		await pause(seconds * 1000, signal);
	}
}
