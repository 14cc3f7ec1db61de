import {imdbNumber} from '#shared/domain/matching/title-index.ts';
import type {FoundSubtitle, SubtitleCriteria} from '#shared/domain/subtitles/found-subtitle.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import type {HttpReply} from '../../http/http.ts';
import {parseJson} from '../../http/read-body.ts';
import {type Feature, fromWireLanguage, type ListedSubtitle, parseSearchPage, type SubtitleFile, toWireLanguages} from './parse-replies.ts';

/** Of 50 subtitles each; the most downloaded come first. */
const maxPages = 3;

export interface Searching {
	/** Throws our errors, except for a 400. */
	ask(path: string): Promise<HttpReply>;
	provider: {id: string; name: string};
}

/** Searches by hash and ids, then by the title if that finds nothing. */
export async function searchOpenSubtitles(criteria: SubtitleCriteria, {ask, provider}: Searching): Promise<FoundSubtitle[]> {
	const ids = buildIdSearch(criteria);
	const byId = ids ? await listOf(ids, ask, provider.name) : [];
	const listed = byId.length > 0 ? byId : await listOf(buildTitleSearch(criteria), ask, provider.name);
	const found = listed.flatMap(each => toFoundSubtitle(each, criteria, provider) ?? []);
	return [...new Map(found.map(each => [each.id, each])).values()];
}

async function listOf(params: SearchParams, ask: Searching['ask'], name: string): Promise<ListedSubtitle[]> {
	const items: ListedSubtitle[] = [];
	let asked = params;
	for (let page = 1, total = 1; page <= Math.min(total, maxPages); ) {
		const reply = await ask(`subtitles?${toCanonicalQuery({...asked, page})}`);
		if (reply.status === 400 && asked['moviehash']) {
			// The provider knows no such hash, but may know the title.
			asked = {...asked, moviehash: null};
			if (!isAnything(asked)) {
				return [];
			}
			continue;
		}
		const answer = reply.status === 400 ? null : parseSearchPage(parseJson(reply.body));
		if (!answer) {
			throw new UpstreamFailed(
				'wrong_protocol',
				`${name} does not answer a search like OpenSubtitles (${reply.status}). Check its address.`,
			);
		}
		items.push(...answer.items);
		total = answer.items.length === 0 ? page : answer.totalPages;
		page += 1;
	}
	return items;
}

/** Without an id or a title, a search would list everything. */
function isAnything(params: SearchParams): boolean {
	return ['imdb_id', 'tmdb_id', 'parent_imdb_id', 'parent_tmdb_id', 'query'].some(
		name => params[name] !== undefined && params[name] !== null,
	);
}

export type SearchParams = Readonly<Record<string, string | number | null>>;

/**
 * The parameters in the form that the provider answers without a redirect: lower case, sorted by name, no defaults.
 */
export function toCanonicalQuery(params: SearchParams): string {
	const given = Object.entries(params).filter(([name, value]) => value !== null && value !== '' && !(name === 'page' && value === 1));
	const pairs = given.map(([name, value]): [string, string] => [name.toLowerCase(), String(value).toLowerCase()]);
	return new URLSearchParams(pairs.sort(([a], [b]) => (a < b ? -1 : 1))).toString();
}

/** Any other form is refused with a 400. */
const usualHash = /^[\da-f]{16}$/i;

/** By the hash of the movie file and the ids of the title. Null when there is neither. */
export function buildIdSearch({imdbId, metaId, episode, movieHash, languages}: SubtitleCriteria): SearchParams | null {
	const imdb = imdbNumber(imdbId);
	const prefix = episode ? 'parent_' : '';
	// Two ids of one title could contradict each other at the provider.
	const id = imdb === null ? {[`${prefix}tmdb_id`]: metaId} : {[`${prefix}imdb_id`]: imdb};
	const moviehash = movieHash !== null && usualHash.test(movieHash) ? movieHash : null;
	if (imdb === null && metaId === null && moviehash === null) {
		return null;
	}
	return {...id, ...numbersOf(episode), moviehash, ...shared(languages)};
}

/** By the title, if the provider knows none of the ids. */
function buildTitleSearch({title, year, episode, languages}: SubtitleCriteria): SearchParams {
	return {query: title.trim().slice(0, 200), year: episode ? null : year, ...numbersOf(episode), ...shared(languages)};
}

function numbersOf(episode: SubtitleCriteria['episode']): SearchParams {
	return episode ? {season_number: episode.seasonNumber, episode_number: episode.episodeNumber} : {};
}

/** Machine translations are left out unless they are asked for; whether one is taken is decided later. */
function shared(languages: readonly string[]): SearchParams {
	return {languages: toWireLanguages(languages).join(','), machine_translated: 'include'};
}

const maxReleases = 20;
const longestText = 300;
const discOfName = /(?<![a-z0-9])(?:cd|dvd|disc|disk)[ ._-]?(\d)(?!\d)/i;

/** Null for a subtitle without a file or without a known language. */
export function toFoundSubtitle(
	listed: ListedSubtitle,
	criteria: SubtitleCriteria,
	provider: {id: string; name: string},
): FoundSubtitle | null {
	const file = fileFor(listed.files, criteria.releaseName);
	const language = fromWireLanguage(listed.language, criteria.languages);
	if (!file || language === null) {
		return null;
	}
	const {feature, hearingImpaired, foreignPartsOnly} = listed;
	const releases = [listed.release, file.name].map(name => name?.trim().slice(0, longestText) ?? '').filter(name => name !== '');
	return {
		providerId: provider.id,
		provider: provider.name,
		id: String(file.fileId),
		language,
		// A whole subtitle for the hearing impaired may also be marked as foreign parts only.
		forced: foreignPartsOnly && !hearingImpaired,
		hearingImpaired,
		releases: [...new Set(releases)].slice(0, maxReleases),
		isHashMatch: listed.isHashMatch === true,
		isIdMatch: isOf(feature, criteria),
		title: (feature.parentTitle ?? feature.title)?.slice(0, longestText) ?? null,
		year: feature.year,
		seasonNumber: feature.seasonNumber,
		episodeNumber: feature.episodeNumber,
		fps: listed.fps,
		isMachineTranslated: listed.isMachineTranslated,
		isTrusted: listed.isTrusted,
		downloadCount: listed.downloadCount,
		format: 'srt',
		uploadedAt: listed.uploadedAt,
	};
}

/** For a subtitle in parts, the part for the video's own disc; no part fits a video of the whole film. */
function fileFor(files: readonly SubtitleFile[], releaseName: string | null): SubtitleFile | undefined {
	const isInParts = new Set(files.map(({disc}) => disc)).size > 1;
	if (!isInParts) {
		return files[0];
	}
	const disc = Number(discOfName.exec(releaseName ?? '')?.[1] ?? Number.NaN);
	return files.find(file => file.disc === disc);
}

function isOf(feature: Feature, {imdbId, metaId, episode}: SubtitleCriteria): boolean {
	const imdb = imdbNumber(imdbId);
	const ids = episode ? [feature.parentImdbNumber, feature.parentTmdbId] : [feature.imdbNumber, feature.tmdbId];
	return (imdb !== null && ids[0] === imdb) || (metaId !== null && ids[1] === metaId);
}
