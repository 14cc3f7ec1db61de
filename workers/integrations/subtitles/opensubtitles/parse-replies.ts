import {hourMs, minuteMs} from '#shared/domain/durations.ts';
import {subtitleLanguages} from '#shared/domain/languages/subtitle-languages.ts';
import {asRecord, asRecords, type JsonRecord, parseJson, readFlag, readNumber, readText} from '../../http/read-body.ts';

/** How many downloads are left, and when the count restarts. */
interface QuotaWord {
	remaining: number;
	resetAt: Date;
	/** False when `resetAt` is a guess. */
	isReported: boolean;
}

/** The provider counts by the day; a time further ahead is due to a wrong clock. */
const longestMs = 48 * hourMs;
const shortestMs = 60_000;

/** Null when there is no token. `host` has no path and no protocol. */
export function parseLogin(body: Buffer): {token: string; host: string | null} | null {
	const answer = asRecord(parseJson(body));
	const token = answer && readText(answer, 'token');
	return token ? {token, host: readText(answer, 'base_url')} : null;
}

interface UserWord {
	level: string | null;
	allowed: number | null;
	remaining: number | null;
}

export function parseUser(body: Buffer): UserWord | null {
	const answer = asRecord(parseJson(body));
	const user = answer && asRecord(answer['data']);
	return (
		user && {
			level: readText(user, 'level'),
			allowed: readNumber(user, 'allowed_downloads'),
			remaining: readNumber(user, 'remaining_downloads'),
		}
	);
}

/** The answer to a download: the address of the file and its name. */
export function parseLink(body: Buffer): {link: string; name: string} | null {
	const answer = asRecord(parseJson(body));
	const link = answer && readText(answer, 'link');
	return link ? {link, name: readText(answer, 'file_name') ?? ''} : null;
}

/** The quota in the answer to a download. Null when it says nothing. */
export function parseQuota(body: Buffer, now: Date): QuotaWord | null {
	const answer = asRecord(parseJson(body));
	const remaining = answer && readNumber(answer, 'remaining');
	return answer && remaining !== null ? {remaining: Math.max(0, Math.trunc(remaining)), ...resetIn(answer, now)} : null;
}

/** A used-up quota. An hour if the answer does not say when it restarts, because asking again then is cheap. */
export function parseUsedUp(body: Buffer, now: Date): QuotaWord {
	return {remaining: 0, ...resetIn(asRecord(parseJson(body)) ?? {}, now)};
}

function resetIn(answer: Readonly<Record<string, unknown>>, now: Date): Pick<QuotaWord, 'resetAt' | 'isReported'> {
	const stated = Date.parse(readText(answer, 'reset_time_utc') ?? '');
	const statedMs = Number.isNaN(stated) ? spelledMs(readText(answer, 'reset_time')) : stated - now.getTime();
	const ms = Math.min(Math.max(statedMs ?? hourMs, shortestMs), longestMs);
	return {resetAt: new Date(now.getTime() + ms), isReported: statedMs !== null};
}

/** `23 hours and 57 minutes` */
function spelledMs(text: string | null): number | null {
	const hours = /(\d{1,3}) hours?/i.exec(text ?? '')?.[1];
	const minutes = /(\d{1,4}) minutes?/i.exec(text ?? '')?.[1];
	return hours === undefined && minutes === undefined ? null : Number(hours ?? 0) * hourMs + Number(minutes ?? 0) * minuteMs;
}

/** The provider's own words in a refusal. */
export function parseMessage(body: Buffer): string | null {
	const answer = asRecord(parseJson(body));
	return (answer && readText(answer, 'message'))?.slice(0, 200) ?? null;
}

/**
 * Codes of the provider for ours where they differ, best first. `ze` has Chinese and English lines together, `ea` is
 * the Spanish of Latin America, and `me` is Montenegrin, which ISO 639-1 does not have.
 */
const wireCodes: Readonly<Record<string, readonly string[]>> = {
	pt: ['pt-pt'],
	'pt-br': ['pt-br'],
	zh: ['zh-cn', 'ze'],
	'zh-tw': ['zh-tw'],
	'es-419': ['ea'],
	sr: ['sr', 'me'],
	nb: ['no'],
};

/** Codes that the provider used to have, or that only answers have. */
const others: Readonly<Record<string, string>> = {pb: 'pt-br', zt: 'zh-tw', sp: 'es', 'es-419': 'es-419', zh: 'zh', pt: 'pt'};

export function toWireLanguages(languages: readonly string[]): string[] {
	return [...new Set(languages.flatMap(code => wireCodes[code] ?? [code]))].sort();
}

/**
 * Our code of a subtitle's language, if possible one of those asked for; null when the provider names none
 * that we know: codes become part of file names.
 */
export function fromWireLanguage(wire: string | null, asked: readonly string[]): string | null {
	const code = wire?.trim().toLowerCase().replace('_', '-') ?? '';
	if (code === '') {
		return null;
	}
	const known = others[code] ?? Object.keys(wireCodes).find(ours => wireCodes[ours]?.includes(code) && ours !== 'nb');
	return asked.find(ours => (wireCodes[ours] ?? [ours]).includes(code)) ?? known ?? (subtitleLanguages.includes(code) ? code : null);
}

export interface SubtitleFile {
	/** What the download asks for. */
	fileId: number;
	name: string;
	/** Films on several discs have one file for each. */
	disc: number;
}

export interface ListedSubtitle {
	/** In the provider's spelling. */
	language: string | null;
	release: string | null;
	files: SubtitleFile[];
	/** Null when no hash was asked for. */
	isHashMatch: boolean | null;
	hearingImpaired: boolean;
	foreignPartsOnly: boolean;
	isMachineTranslated: boolean;
	isTrusted: boolean;
	downloadCount: number;
	fps: number | null;
	uploadedAt: Date | null;
	feature: Feature;
}

/** The movie or episode that a subtitle is for, and the series of an episode. */
export interface Feature {
	title: string | null;
	year: number | null;
	imdbNumber: number | null;
	tmdbId: number | null;
	parentTitle: string | null;
	parentImdbNumber: number | null;
	parentTmdbId: number | null;
	seasonNumber: number | null;
	episodeNumber: number | null;
}

/** A page has 50 subtitles, and hardly any of them more than two files; anything beyond that is garbage. */
const maxItems = 200;
const maxFiles = 20;

interface SearchPage {
	totalPages: number;
	totalCount: number;
	perPage: number;
	page: number;
	items: ListedSubtitle[];
}

/** Reads one page of a search; null when it is none. Any field of an item may be missing or null. */
export function parseSearchPage(answer: unknown): SearchPage | null {
	const page = asRecord(answer);
	if (!page || !Array.isArray(page['data'])) {
		return null;
	}
	const items = asRecords(page['data'].slice(0, maxItems)).map(item => toSubtitle(asRecord(item['attributes']) ?? {}));
	return {
		totalPages: readNumber(page, 'total_pages') ?? 1,
		totalCount: readNumber(page, 'total_count') ?? items.length,
		perPage: readNumber(page, 'per_page') ?? items.length,
		page: readNumber(page, 'page') ?? 1,
		items,
	};
}

function toSubtitle(attributes: JsonRecord): ListedSubtitle {
	const uploaded = new Date(readText(attributes, 'upload_date') ?? Number.NaN);
	const fps = readNumber(attributes, 'fps') ?? 0;
	return {
		language: readText(attributes, 'language'),
		release: readText(attributes, 'release'),
		files: asRecords(attributes['files']).slice(0, maxFiles).flatMap(toFile),
		isHashMatch: attributes['moviehash_match'] === undefined ? null : readFlag(attributes, 'moviehash_match'),
		hearingImpaired: readFlag(attributes, 'hearing_impaired'),
		foreignPartsOnly: readFlag(attributes, 'foreign_parts_only'),
		isMachineTranslated: readFlag(attributes, 'machine_translated') || readFlag(attributes, 'ai_translated'),
		isTrusted: readFlag(attributes, 'from_trusted'),
		downloadCount: Math.max(0, Math.trunc(readNumber(attributes, 'download_count') ?? 0)),
		// 0 stands for unknown.
		fps: fps > 0 ? fps : null,
		uploadedAt: Number.isNaN(uploaded.getTime()) ? null : uploaded,
		feature: toFeature(asRecord(attributes['feature_details']) ?? {}),
	};
}

function toFile(file: JsonRecord): SubtitleFile[] {
	const fileId = readNumber(file, 'file_id');
	const isId = fileId !== null && Number.isSafeInteger(fileId) && fileId > 0;
	return isId ? [{fileId, name: readText(file, 'file_name') ?? '', disc: readNumber(file, 'cd_number') ?? 1}] : [];
}

function toFeature(details: JsonRecord): Feature {
	return {
		title: readText(details, 'title'),
		year: readNumber(details, 'year'),
		imdbNumber: readNumber(details, 'imdb_id'),
		tmdbId: readNumber(details, 'tmdb_id'),
		parentTitle: readText(details, 'parent_title'),
		parentImdbNumber: readNumber(details, 'parent_imdb_id'),
		parentTmdbId: readNumber(details, 'parent_tmdb_id'),
		seasonNumber: readNumber(details, 'season_number'),
		episodeNumber: readNumber(details, 'episode_number'),
	};
}
