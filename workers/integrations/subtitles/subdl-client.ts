import {createHash} from 'node:crypto';
import {subtitleLanguages} from '#shared/domain/languages/subtitle-languages.ts';
import {parseRetryAfter} from '#shared/domain/network/parse-retry-after.ts';
import type {FoundSubtitle, SubtitleCriteria} from '#shared/domain/subtitles/found-subtitle.ts';
import type {SubtitleProviderSettings} from '#shared/domain/subtitles/provider-record.ts';
import {Invalid, isExpected, TooMany, UpstreamFailed} from '#shared/errors.ts';
import {maskSecrets} from '#shared/mask-secrets.ts';
import type {HttpReply} from '../http/http.ts';
import {asRecord, asRecords, type JsonRecord, parseJson, readFlag, readNumber, readText} from '../http/read-body.ts';
import {fetchFile} from './fetch-file.ts';
import {type ProviderDeps, type SubtitleProviderClient, wasNeverSent} from './subtitle-provider.ts';

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

/** SubDL writes codes in capitals, and some regions in its own way. It has no Latin American Spanish. */
const special: Readonly<Record<string, string>> = {'pt-br': 'BR_PT', 'zh-tw': 'ZH_BG', nb: 'NO'};

function toSubdlLanguages(languages: readonly string[]): string[] {
	return [...new Set(languages.filter(code => code !== 'es-419').map(code => special[code] ?? code.toUpperCase()))].sort();
}

/** Our code, if possible one of those asked for; null when there is none. */
function fromSubdlLanguage(wire: string | null, asked: readonly string[]): string | null {
	const code = wire?.trim().toUpperCase() ?? '';
	// Codes of two languages at once, such as `EN_DE`, are for people who read both.
	const known = Object.keys(special).find(ours => special[ours] === code && ours !== 'nb');
	const plain = subtitleLanguages.find(ours => ours.toUpperCase() === code);
	return asked.find(ours => (special[ours] ?? ours.toUpperCase()) === code) ?? known ?? plain ?? null;
}

/** We ask for 30 at a time. */
const maxSubtitles = 200;
const maxTitles = 20;
const maxReleases = 20;
const longestText = 300;

interface SubdlAnswer {
	/** What the API says is wrong; null when nothing is. */
	error: string | null;
	titles: {imdbId: string | null; tmdbId: number | null; name: string | null; year: number | null}[];
	subtitles: JsonRecord[];
}

/** Null when it is no answer of this API. */
function parseAnswer(body: Buffer): SubdlAnswer | null {
	const answer = asRecord(parseJson(body));
	if (!answer || (answer['status'] === undefined && answer['subtitles'] === undefined)) {
		return null;
	}
	const isGood = answer['status'] === undefined || readFlag(answer, 'status');
	return {
		error: isGood ? null : (readText(answer, 'error') ?? readText(answer, 'message') ?? 'no reason').slice(0, 200),
		titles: listOf(answer['results'], maxTitles).map(title => ({
			imdbId: readText(title, 'imdb_id'),
			tmdbId: readNumber(title, 'tmdb_id'),
			name: readText(title, 'name'),
			year: readNumber(title, 'year'),
		})),
		subtitles: listOf(answer['subtitles'], maxSubtitles),
	};
}

function listOf(value: unknown, max: number): JsonRecord[] {
	return asRecords(Array.isArray(value) ? value.slice(0, max) : value);
}

/** Null for a subtitle without an address or a language, and for a pack that lacks the wanted episode. */
function toFoundSubtitle(
	subtitle: JsonRecord,
	{titles}: Pick<SubdlAnswer, 'titles'>,
	{criteria, provider}: {criteria: SubtitleCriteria; provider: {id: string; name: string}},
): FoundSubtitle | null {
	const path = readText(subtitle, 'url');
	const language = fromSubdlLanguage(readText(subtitle, 'language') ?? readText(subtitle, 'lang'), criteria.languages);
	if (path === null || path === '' || path.length > longestText || language === null || lacks(subtitle, criteria.episode)) {
		return null;
	}
	const [title] = titles;
	const more = Array.isArray(subtitle['releases'])
		? subtitle['releases'].slice(0, maxReleases).filter(name => typeof name === 'string')
		: [];
	const releases = [readText(subtitle, 'release_name'), ...more, readText(subtitle, 'name')];
	const named = releases.map(name => name?.trim().slice(0, longestText) ?? '').filter(name => name !== '');
	return {
		providerId: provider.id,
		provider: provider.name,
		id: publicId(path),
		link: path,
		language,
		// The API does not say it; names of releases that do are read when they are rated.
		forced: false,
		hearingImpaired: readFlag(subtitle, 'hi'),
		releases: [...new Set(named)].slice(0, maxReleases),
		isHashMatch: false,
		isIdMatch: title !== undefined && titles.length === 1 && isSame(title, criteria),
		title: title?.name ?? null,
		year: title?.year ?? null,
		...numbersOf(subtitle, criteria.episode),
		fps: null,
		isMachineTranslated: false,
		isTrusted: false,
		downloadCount: 0,
		format: 'zip',
		uploadedAt: null,
	};
}

/** The usual path consists of numbers. Of anything else, no part is shown. */
function publicId(path: string): string {
	return /^\/subtitle\/[\d-]{1,40}\.zip$/.test(path) ? path : createHash('sha256').update(path).digest('base64url');
}

function isSame({imdbId, tmdbId}: SubdlAnswer['titles'][number], criteria: SubtitleCriteria): boolean {
	return (imdbId !== null && imdbId === criteria.imdbId) || (tmdbId !== null && tmdbId === criteria.metaId);
}

/** 0 stands for unknown; a season of specials is known by what was asked for. */
function numbersOf(subtitle: JsonRecord, episode: SubtitleCriteria['episode']): Pick<FoundSubtitle, 'seasonNumber' | 'episodeNumber'> {
	if (!episode) {
		return {seasonNumber: null, episodeNumber: null};
	}
	const own = readNumber(subtitle, 'episode') || null;
	const [from, to] = [readNumber(subtitle, 'episode_from') || null, readNumber(subtitle, 'episode_end') || null];
	const isInPack = from !== null && to !== null && from <= episode.episodeNumber && episode.episodeNumber <= to;
	return {seasonNumber: readNumber(subtitle, 'season') || null, episodeNumber: isInPack ? episode.episodeNumber : own};
}

function lacks(subtitle: JsonRecord, episode: SubtitleCriteria['episode']): boolean {
	if (!episode) {
		return false;
	}
	const {seasonNumber, episodeNumber} = numbersOf(subtitle, episode);
	return (
		(seasonNumber !== null && seasonNumber !== episode.seasonNumber) || (episodeNumber !== null && episodeNumber !== episode.episodeNumber)
	);
}
