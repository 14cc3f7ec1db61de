import {parseRetryAfter} from '#shared/domain/network/parse-retry-after.ts';
import type {SubtitleCriteria} from '#shared/domain/subtitles/found-subtitle.ts';
import type {SubtitleProviderSettings} from '#shared/domain/subtitles/provider-record.ts';
import {Invalid, isExpected, TooMany, UpstreamFailed} from '#shared/errors.ts';
import {maskSecrets} from '#shared/mask-secrets.ts';
import type {HttpReply} from '../../http/http.ts';
import {fetchFile} from '../fetch-file.ts';
import {type ProviderDeps, type SubtitleProviderClient, wasNeverSent} from '../subtitle-provider.ts';
import {parseAnswer, type SubdlAnswer, toFoundSubtitle, toSubdlLanguages} from './parse-search.ts';

type Settings = Pick<SubtitleProviderSettings, 'id' | 'name' | 'url' | 'apiKey' | 'timeoutSeconds'>;

const limitSeconds = 60;
const largestAnswer = 5 * 1024 * 1024;

/** SubDL's API v1: one search by address, and archives at a host of their own. */
export function createSubdl(settings: Settings, {http, rates, quota, now}: ProviderDeps): SubtitleProviderClient {
	const {host} = new URL(settings.url);
	const timeoutMs = settings.timeoutSeconds * 1000;

	async function ask(query: URLSearchParams, signal: AbortSignal): Promise<SubdlAnswer> {
		await rates.request(host, signal);
		query.set('api_key', settings.apiKey);
		const url = `${settings.url.replace(/\/+$/, '')}/subtitles?${query}`;
		return read(await http({url, timeoutMs, maxBytes: largestAnswer, network: 'any', signal}), settings.name, now());
	}

	async function listOf(criteria: SubtitleCriteria, signal: AbortSignal): Promise<SubdlAnswer> {
		const hasId = criteria.imdbId !== null || criteria.metaId !== null;
		const byId = hasId ? await ask(buildSearch(criteria, 'id'), signal) : null;
		return byId && byId.subtitles.length > 0 ? byId : ask(buildSearch(criteria, 'title'), signal);
	}

	return {
		async search(criteria, signal) {
			if (toSubdlLanguages(criteria.languages).length === 0) {
				return [];
			}
			const answer = await listOf(criteria, signal);
			return answer.subtitles.flatMap(each => toFoundSubtitle(each, answer, {criteria, provider: settings}) ?? []);
		},
		async download(found, signal) {
			const providerUrl = archiveAddress(settings.url);
			const link = URL.parse(found.link ?? found.id, providerUrl)?.href ?? '';
			await rates.request(host, signal);
			const counted = await quota.take({tellsQuota: false}, signal);
			try {
				const bytes = await fetchFile({link, providerUrl, timeoutMs, now: now(), signal}, http);
				return {bytes, name: link.split(/[?#]/)[0]?.split('/').at(-1) ?? ''};
			} catch (error) {
				if (isExpected(error) && (wasNeverSent(error) || error instanceof TooMany)) {
					await counted.giveBack();
				}
				throw error;
			}
		},
		async test(signal) {
			await ask(new URLSearchParams({film_name: 'Metropolis', type: 'movie', languages: 'EN', subs_per_page: '1'}), signal);
			return {version: 'v1', details: ['The API key works.']};
		},
	};
}

/** Archives are not at the host of the API: `api.subdl.com` sends to `dl.subdl.com`. Other hosts serve both. */
function archiveAddress(url: string): string {
	const address = new URL(url);
	address.hostname = address.hostname.replace(/^api\./, 'dl.');
	return address.origin;
}

function read({status, headers, body}: HttpReply, name: string, now: Date): SubdlAnswer {
	const retryAfterSeconds = parseRetryAfter(headers['retry-after'], now);
	if (status === 429) {
		throw new TooMany('rate_limited', `${name} limits our requests (429). It is tried again later.`, retryAfterSeconds ?? limitSeconds);
	}
	if (status === 401 || status === 403) {
		throw new Invalid('authentication_failed', `${name} refuses the API key (${status}). Correct it.`);
	}
	if (status >= 500) {
		throw new UpstreamFailed('provider_failed', `${name} answers ${status}. It is tried again later.`, {retryAfterSeconds});
	}
	const answer = parseAnswer(body);
	if (!answer) {
		throw new UpstreamFailed('wrong_protocol', `${name} does not answer like SubDL (${status}). Check its address.`);
	}
	if (answer.error !== null && /api.?key|unauthori[sz]ed|token/i.test(answer.error)) {
		throw new Invalid('authentication_failed', `${name} refuses the API key: ${maskSecrets(answer.error)}. Correct it.`);
	}
	// "Can't find movie or tv" is its word for no result.
	return answer.error !== null && !/find|found|result/i.test(answer.error) ? refuse(name, answer.error) : answer;
}

function refuse(name: string, error: string): never {
	throw new UpstreamFailed('provider_failed', `${name} refuses the search: ${maskSecrets(error)}. It is tried again later.`);
}

/** The most that one answer lists. */
const perPage = 30;

/**
 * The parameters of a search, by an id or by the title. The series' own ids are meant, as `type=tv` says. The key goes
 * into the address, because the API reads it nowhere else.
 */
function buildSearch({title, year, imdbId, metaId, episode, languages}: SubtitleCriteria, by: 'id' | 'title'): URLSearchParams {
	const query = new URLSearchParams({type: episode ? 'tv' : 'movie', subs_per_page: String(perPage), releases: '1', hi: '1'});
	if (by === 'title') {
		query.set('film_name', title.trim().slice(0, 200));
	} else if (imdbId !== null) {
		query.set('imdb_id', imdbId);
	} else if (metaId !== null) {
		query.set('tmdb_id', String(metaId));
	}
	if (by === 'title' && year !== null) {
		query.set('year', String(year));
	}
	if (episode) {
		query.set('season_number', String(episode.seasonNumber));
		query.set('episode_number', String(episode.episodeNumber));
	}
	query.set('languages', toSubdlLanguages(languages).join(','));
	return query;
}
