import {isWholeSeason} from '../matching/match-episodes.ts';
import type {ReleaseType} from '../quality/custom-format.ts';
import type {FormatResult} from '../quality/custom-formats.ts';
import {type Quality, unknownQuality} from '../quality/qualities.ts';
import {qualityOf} from '../quality/quality-of.ts';
import {correctsOthers, firstRevision, type Revision, revisionOf} from '../quality/revision.ts';
import {assumedMinutes} from '../quality/size-limits.ts';
import type {Copy} from '../quality/upgrade.ts';
import type {ParsedTitle} from '../release/parsed-title.ts';
import type {FoundRelease} from '../release/release.ts';
import {languagesOfRelease} from '../release/spoken-languages.ts';

interface MappedMovie {
	id: string;
	title: string;
	year: number | null;
	/** Minutes. */
	runtime: number | null;
}

interface MappedSeries {
	id: string;
	title: string;
}

interface MappedEpisode {
	id: string;
	seasonNumber: number;
	episodeNumber: number;
	/** Minutes. */
	runtime: number | null;
}

/** The library title that a release was matched to. */
export type MappedMedia =
	| {kind: 'movie'; movie: MappedMovie | null}
	| {kind: 'series'; series: MappedSeries | null; episodes: MappedEpisode[]};

/** A parsed, matched and scored release: everything the rules need apart from the facts. */
export interface Candidate {
	release: FoundRelease;
	/** Null when the title could not be parsed. */
	parsed: ParsedTitle | null;
	media: MappedMedia;
	quality: Quality;
	revision: Revision;
	formatIds: string[];
	formatScore: number;
	/** Spelled as in `ParsedTitle`. Taken from the title, otherwise from the indexer. */
	languages: string[];
	/** Patterns of release profiles that match the title. */
	matchedTerms: ReadonlySet<string>;
}

export function toCandidate(
	release: FoundRelease,
	parsed: ParsedTitle | null,
	{media, formats, matchedTerms}: {media: MappedMedia; formats: FormatResult; matchedTerms: ReadonlySet<string>},
): Candidate {
	return {
		release,
		parsed,
		media,
		quality: parsed ? qualityOf(parsed.quality) : unknownQuality,
		revision: parsed ? revisionOf(parsed.quality) : firstRevision,
		formatIds: formats.formatIds,
		formatScore: formats.score,
		languages: languagesOfRelease(parsed, release.languages),
		matchedTerms,
	};
}

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
