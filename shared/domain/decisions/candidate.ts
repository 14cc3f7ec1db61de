import {isWholeSeason} from '../matching/match-episodes.ts';
import type {OtherNumbering} from '../media/other-numbers.ts';
import type {ReleaseType} from '../quality/custom-format.ts';
import type {FormatResult, MatchedFormat} from '../quality/custom-formats.ts';
import {correctsOthers, firstRevision, type Quality, qualityOf, type Revision, revisionOf, unknownQuality} from '../quality/qualities.ts';
import {assumedMinutes} from '../quality/size-limits.ts';
import type {Copy} from '../quality/upgrade.ts';
import {foldLetters} from '../release/clean-title.ts';
import {parseTitle} from '../release/parse-title.ts';
import type {ParsedQuality, ParsedTitle, TitleMode} from '../release/parsed-title.ts';
import type {FoundRelease} from '../release/release.ts';
import {languagesOfRelease} from '../release/spoken-languages.ts';

interface MappedMovie {
	id: string;
	title: string;
	year: number | null;
	/** Minutes. */
	runtime: number | null;
	libraryId?: string | null;
}

interface MappedSeries {
	id: string;
	title: string;
	libraryId?: string | null;
}

interface MappedEpisode {
	id: string;
	seasonNumber: number;
	episodeNumber: number;
	title?: string;
	/** Minutes. */
	runtime: number | null;
}

/** The library title that a release was matched to. */
export type MappedMedia =
	| {
			kind: 'movie';
			movie: MappedMovie | null;
			isNamedOtherwise?: boolean;
			/** The title that is searched for, which the release is not. */
			searchedFor?: string;
	  }
	| {
			kind: 'series';
			series: MappedSeries | null;
			searchedFor?: string;
			episodes: MappedEpisode[];
			/** The numbering in which the release was read; missing for our own. */
			numbering?: OtherNumbering;
			/** Other lists have numbers for it, so the release was read in those, too. */
			isNumberedElsewhere?: true;
			/** Only an indexer's id says so: the release is named as something else. */
			isNamedOtherwise?: boolean;
	  };

/** A parsed, matched and scored release: everything the rules need apart from the facts. */
export interface Candidate {
	release: FoundRelease;
	/** Null when the title could not be parsed. */
	parsed: ParsedTitle | null;
	media: MappedMedia;
	/** Null with `parsed`. */
	beside: BesideTitle | null;
	quality: Quality;
	revision: Revision;
	formatIds: string[];
	formatScore: number;
	/** The parts of the score; missing where they are not needed. */
	formatParts?: MatchedFormat[];
	/** Spelled as in `ParsedTitle`. Taken from the title, otherwise from the indexer. */
	languages: string[];
	/** Patterns of release profiles that match the title. */
	matchedTerms: ReadonlySet<string>;
}

const dvdFiles = /\b(?:vob|ifo)\b/i;
const discFiles = /\b(?:vob|ifo|iso|img|nrg|m2ts|bdmv)\b/i;
const linesOfDvd = 576;

/** The source and modifier of a raw disc, recognized by the container that the indexer names; null for all else. */
function rawDisc(container: string, {source, resolution, modifier}: ParsedQuality): Pick<ParsedQuality, 'source' | 'modifier'> | null {
	// A remux is often a single `m2ts` file, which players take.
	if (!discFiles.test(container) || (modifier === 'remux' && /\bm2ts\b/i.test(container))) {
		return null;
	}
	const isDvd = dvdFiles.test(container) || source === 'dvd' || (source !== 'bluray' && resolution <= linesOfDvd);
	return isDvd ? {source: 'dvd', modifier: 'remux'} : {source: 'bluray', modifier: 'brdisk'};
}

/** Reads the title of a release. The titles of many raw discs do not say so, and only the container shows it. */
export function readRelease({title, container}: Pick<FoundRelease, 'title' | 'container'>, mode: TitleMode): ParsedTitle | null {
	const parsed = parseTitle(title, {mode});
	const disc = parsed && container !== null ? rawDisc(container, parsed.quality) : null;
	return parsed && disc ? {...parsed, quality: {...parsed.quality, ...disc}} : parsed;
}

export function toCandidate(
	release: FoundRelease,
	parsed: ParsedTitle | null,
	{
		media,
		formats,
		matchedTerms,
	}: {media: MappedMedia; formats: FormatResult & {parts?: MatchedFormat[]}; matchedTerms: ReadonlySet<string>},
): Candidate {
	const record = media.kind === 'movie' ? media.movie : media.series;
	return {
		release,
		parsed,
		media,
		beside: parsed && besideTitle(parsed, record?.title ?? null),
		quality: parsed ? qualityOf(parsed.quality) : unknownQuality,
		revision: parsed ? revisionOf(parsed.quality) : firstRevision,
		formatIds: formats.formatIds,
		formatScore: formats.score,
		...(formats.parts && {formatParts: formats.parts}),
		languages: languagesOfRelease(parsed, release.languages, record?.title ?? null, episodeTitlesOf(media)),
		matchedTerms,
	};
}

/** The names of the episodes that a release may bear; a pack bears none. */
export function episodeTitlesOf(media: MappedMedia): string[] {
	const episodes = media.kind === 'series' && media.episodes.length <= maxNamed ? media.episodes : [];
	return episodes.flatMap(({title}) => title ?? []);
}

/** More are a pack. */
const maxNamed = 3;

export function toCopy({release, parsed, quality, revision, formatScore}: Candidate): Copy {
	return {
		quality: quality.name,
		formatScore,
		revision,
		group: parsed?.group ?? null,
		releaseTitle: release.title,
		correctsOthers: correctsOthers(release.title),
		addedAt: null,
	};
}

export function releaseTypeOf({parsed, media}: Pick<Candidate, 'parsed' | 'media'>): ReleaseType {
	if (media.kind === 'movie') {
		return 'movie';
	}
	if (parsed && isWholeSeason(parsed)) {
		return 'seasonPack';
	}
	return media.episodes.length > 1 ? 'multiEpisode' : 'singleEpisode';
}

/**
 * Total running time in minutes of everything in the release. An unknown running time counts as the usual one. Null
 * when the release was matched to nothing.
 */
export function runtimeOf(media: MappedMedia): number | null {
	if (media.kind === 'movie') {
		return media.movie && (media.movie.runtime || assumedMinutes.movie);
	}
	const minutes = media.episodes.map(({runtime}) => runtime || assumedMinutes.episode);
	return minutes.length > 0 ? minutes.reduce((sum, runtime) => sum + runtime, 0) : null;
}

/** Words of a release name around the title of the work. Each text begins and ends with a space, as its words do. */
interface BesideTitle {
	before: string;
	/** Behind the title of the library's record, which may be shorter than the one that was read. */
	behindKnown: string;
	/** Behind all that was read as the title. */
	behindRead: string;
}

/** `+` and `&` join what a release holds. */
const word = /[\p{L}\p{N}]+|[+&]/gu;
/** Words that people leave out of a title, or replace. */
const loose: ReadonlySet<string> = new Set(['and', '&', '+', 'the', 'a', 'an']);

function wordsOf(text: string): string[] {
	const plain = text
		.toLowerCase()
		.normalize('NFKD')
		.replace(/[\p{M}'’`]/gu, '');
	return foldLetters(plain).match(word) ?? [];
}

const joined = (words: readonly string[]) => ` ${words.join(' ')} `;

/** Where the title begins and ends among the words; null if it is not there as a whole. */
function findTitle(words: readonly string[], title: string): {start: number; end: number} | null {
	const wanted = wordsOf(title).filter(each => !loose.has(each));
	for (let start = 0; wanted.length > 0 && start < words.length; start += 1) {
		let found = 0;
		for (let at = start; at < words.length; at += 1) {
			if (words[at] === wanted[found]) {
				found += 1;
			} else if (found === 0 || !loose.has(words[at] ?? '')) {
				break;
			}
			if (found === wanted.length) {
				return {start, end: at + 1};
			}
		}
	}
	return null;
}

/**
 * The words beside the title: what is part of a title, such as `Extras` or `Season of the Witch`, says nothing about
 * what the release holds. `recorded` is the title that the library has for it.
 */
function besideTitle({releaseTitle, title, year: yearRead}: ParsedTitle, recorded: string | null): BesideTitle {
	const words = wordsOf(releaseTitle);
	const read = findTitle(words, title);
	const known = (recorded === null ? null : findTitle(words, recorded)) ?? read;
	const year = yearRead ? words.indexOf(String(yearRead)) : -1;
	const otherwise = {start: 0, end: year < 0 ? words.length : year};
	const behind = (found: {end: number} | null) => joined(words.slice((found ?? otherwise).end));
	return {before: joined(words.slice(0, (known ?? otherwise).start)), behindKnown: behind(known), behindRead: behind(read ?? known)};
}
