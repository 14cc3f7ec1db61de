import {createHash} from 'node:crypto';
import {subtitleLanguages} from '#shared/domain/languages/subtitle-languages.ts';
import type {FoundSubtitle, SubtitleCriteria} from '#shared/domain/subtitles/found-subtitle.ts';
import {asRecord, asRecords, type JsonRecord, parseJson, readFlag, readNumber, readText} from '../../http/read-body.ts';

/** SubDL writes codes in capitals, and some regions in its own way. It has no Latin American Spanish. */
const special: Readonly<Record<string, string>> = {'pt-br': 'BR_PT', 'zh-tw': 'ZH_BG', nb: 'NO'};

export function toSubdlLanguages(languages: readonly string[]): string[] {
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

export interface SubdlAnswer {
	/** What the API says is wrong; null when nothing is. */
	error: string | null;
	titles: {imdbId: string | null; tmdbId: number | null; name: string | null; year: number | null}[];
	subtitles: JsonRecord[];
}

/** Null when it is no answer of this API. */
export function parseAnswer(body: Buffer): SubdlAnswer | null {
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
export function toFoundSubtitle(
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
