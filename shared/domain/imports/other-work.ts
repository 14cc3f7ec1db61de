import {yearsApart} from '../matching/find-by-name.ts';
import {isWholeSeason} from '../matching/match-episodes.ts';
import type {MatchedEpisodes} from '../matching/match-numbered.ts';
import {isOtherTitle, type KnownNames} from '../matching/other-title.ts';
import type {ReleaseDates} from '../media/availability.ts';
import {type Episode, numbersOf} from '../media/library-episode.ts';
import {parseTitle} from '../release/parse-title.ts';
import type {ParsedTitle} from '../release/parsed-title.ts';
import {type DownloadedFile, partOf, stemOf} from './sort-files.ts';

/** What can be done about a file that says it is something else. */
const byHand = 'If it is right all the same, import it by hand.';

/** A scrambled name has no words; by chance it holds what looks like numbers of an episode. */
const divider = /[\s._[\](){}-]/;
/** Names of one word that say which episode they are. */
const numberAlone = /^(?:s\d{1,4})?(?:ep?\d{1,4})+$|^\d{1,2}x\d{2,3}$/i;

const namesOf = ({title, titles, titleWithoutYear}: ParsedTitle) => [title, ...titles, titleWithoutYear ?? title];

/** What the name of a video, or of a folder that it lies in, says by itself; null if that is nothing. */
function readAlone(relative: string, known: KnownNames | null): ParsedTitle | null {
	for (const name of relative.split('/').toReversed()) {
		const parsed = parseTitle(name, {mode: 'tv', isPath: true});
		const stem = name.replace(/\.[a-z\d]{2,4}$/i, '');
		const isScrambled = !divider.test(stem) && !numberAlone.test(stem);
		if (parsed && !(isScrambled && (known === null || parsed.title === '' || isOtherTitle({titles: [parsed.title], known})))) {
			return parsed;
		}
	}
	return null;
}

/** Only a word or letter for a season shows that the season was written, and not assumed. */
const writtenSeason = /(?:^|[^a-z\d])s\d{1,4}|\d{1,2}x\d{2}|(?:season|staffel|saison|temporada|stagione|сезон)/i;
/** `03 - Chapter 3`, `Episode 3`: a count at the beginning of a name. */
const count = /^(?:(?:episode|ep|folge|chapter|part)[ ._-]{0,2}(\d{1,3})|(\d{2,3}))(?![\p{L}\d]|[ ._-]?(?:bit|fps))/iu;

/** Episodes may be called `… Part 1`, but not this. */
const discNumber = /[\s._-](?:cd|dis[ck])[\s._-]?([1-9])$/i;

export interface LoneVideo {
	video: DownloadedFile;
	releaseTitle: string;
	/** A person took the release for this title, whatever it is called. */
	isTitleChosen?: boolean;
	/** Names of the series; null where they are unknown. */
	known: KnownNames | null;
	/** The episodes that a name means. */
	held(parsed: ParsedTitle): MatchedEpisodes<Episode>;
	/** Those that the release was grabbed for. */
	wanted: readonly Episode[];
}

/**
 * Why a lone video is probably not what its release was grabbed for: its own name says another show, episode, date or
 * count. Null for a name that says nothing, or the same as the release.
 */
export function whyOtherEpisode({video, releaseTitle, isTitleChosen, known, held, wanted}: LoneVideo): string | null {
	const own = readAlone(video.relative, known);
	const release = parseTitle(releaseTitle, {mode: 'tv'});
	const show = whyOtherShow(video, {own, release, known, isTitleChosen});
	if (show !== null) {
		return show;
	}
	const grabbed = numbersOf(wanted);
	const disc = discNumber.exec(stemOf(video.relative))?.[1];
	if (disc !== undefined) {
		return `It is only part ${disc} of ${grabbed}: the other parts are not in the download. ${byHand}`;
	}
	if (own === null) {
		return isOtherCount(stemOf(video.relative), release, wanted)
			? `Its name counts another episode than ${grabbed}, which the release was grabbed for. ${byHand}`
			: null;
	}
	if ((release && saysSame(own, release)) || isLike(own, wanted)) {
		return null;
	}
	const found = held(own).episodes;
	if (found.some(({id}) => wanted.some(each => each.id === id))) {
		return null;
	}
	const said = found.length > 0 && !isWholeSeason(own) ? numbersOf(found) : (own.airDate ?? 'something else');
	return `Its name says ${said}, and the release was grabbed for ${grabbed}. ${byHand}`;
}

interface Readings {
	own: ParsedTitle | null;
	release: ParsedTitle | null;
	known: KnownNames | null;
	isTitleChosen: boolean | undefined;
}

function whyOtherShow({relative}: DownloadedFile, {own, release, known, isTitleChosen}: Readings): string | null {
	if (known && release && !isTitleChosen && isOtherTitle({titles: namesOf(release), known, isSupported: true})) {
		return `The release is named "${release.title}", and was grabbed for ${known.title}. ${byHand}`;
	}
	return known && own && isOtherTitle({titles: namesOf(own), known, alsoKnown: release?.titles ?? []})
		? `${relative} is named as an episode of another show, "${own.title}", and not of ${known.title}. ${byHand}`
		: null;
}

/** The same for each video of a download: what is named after another show is none of it. */
export function whyOfOtherShow(
	video: DownloadedFile,
	{releaseTitle, known, isTitleChosen}: Pick<LoneVideo, 'releaseTitle' | 'known' | 'isTitleChosen'>,
): string | null {
	return whyOtherShow(video, {
		own: readAlone(video.relative, known),
		release: parseTitle(releaseTitle, {mode: 'tv'}),
		known,
		isTitleChosen,
	});
}

/** Does the name of a file give other numbers than that of a video, or than its release where that says nothing? */
export function isOfOtherEpisode(relative: string, {video, releaseTitle}: {video: string; releaseTitle: string}): boolean {
	const own = readAlone(relative, null);
	const wanted = readAlone(video, null) ?? parseTitle(releaseTitle, {mode: 'tv'});
	return own !== null && wanted !== null && own.episodes.length > 0 && !isWholeSeason(wanted) && !saysSame(own, wanted);
}

/** Do two names give the same numbers, in whatever list of episodes these are? */
function saysSame(one: ParsedTitle, other: ParsedTitle): boolean {
	const numbers = ({season, episodes, absoluteEpisodes, airDate, lastSeason, across}: ParsedTitle) =>
		JSON.stringify([airDate === null ? season : null, episodes, absoluteEpisodes, airDate, across && [lastSeason, across]]);
	return numbers(one) === numbers(other);
}

/** Says no more than a season of the wanted episodes, or their numbers without a season. */
function isLike(own: ParsedTitle, wanted: readonly Episode[]): boolean {
	if (own.airDate !== null || own.absoluteEpisodes.length > 0 || own.across) {
		return false;
	}
	if (own.episodes.length === 0) {
		return own.season === null
			? wanted.some(({seasonNumber}) => seasonNumber === 0)
			: wanted.some(({seasonNumber}) => seasonNumber === own.season);
	}
	return !writtenSeason.test(own.releaseTitle) && wanted.some(({episodeNumber}) => own.episodes.includes(episodeNumber));
}

function isOtherCount(name: string, release: ParsedTitle | null, wanted: readonly Episode[]): boolean {
	const [, worded, plain] = count.exec(name) ?? [];
	const written = worded ?? plain;
	if (written === undefined) {
		return false;
	}
	const numbers = wanted.flatMap(({episodeNumber, absoluteEpisodeNumber}) => [episodeNumber, absoluteEpisodeNumber]);
	const right = [...numbers, ...(release?.episodes ?? []), ...(release?.absoluteEpisodes ?? [])];
	// `102` for the second episode of season 1.
	const whole = wanted.map(({seasonNumber, episodeNumber}) => seasonNumber * 100 + episodeNumber);
	return ![...right, ...whole].includes(Number(written));
}

interface Film extends KnownNames, Partial<ReleaseDates> {
	year: number | null;
}

interface ChosenVideos {
	video: DownloadedFile;
	furtherParts: readonly DownloadedFile[];
	releaseTitle: string;
	/** A person took the release for this film, whatever it is called. */
	isTitleChosen?: boolean;
}

/** Disc sizes look like parts of a film. */
const discSize = /dvd[\s._-]?[59]$/i;

/**
 * Why the video of a download is probably not the film, or not all of it: it or its release is named as another one,
 * as an episode, or as one part of several. Null for a name that says nothing.
 */
export function whyOtherFilm(film: Film, {video, furtherParts, releaseTitle, isTitleChosen = false}: ChosenVideos): string | null {
	const release = parseTitle(releaseTitle, {mode: 'movie'});
	if (release && !isTitleChosen && isOtherTitle({titles: namesOf(release), known: film, isSupported: true})) {
		return `The release is named "${release.title}", and was grabbed for ${film.title}. ${byHand}`;
	}
	const name = video.relative.slice(video.relative.lastIndexOf('/') + 1);
	const own = parseTitle(name, {mode: 'movie', isPath: true});
	if (own && own.year !== null && isOtherTitle({titles: namesOf(own), known: film, alsoKnown: release?.titles ?? []})) {
		return `It is named "${own.title}" (${own.year}), and not ${film.title}. ${byHand}`;
	}
	if (own && own.year !== release?.year && (yearsApart(own.year, film) ?? 0) > 1) {
		return `It is named as a film of ${own.year}, and ${film.title} is of ${film.year}. ${byHand}`;
	}
	return whyEpisode(name, own) ?? whyPart(film, {video, furtherParts, releaseTitle});
}

function whyEpisode(name: string, own: ParsedTitle | null): string | null {
	const show = own === null && divider.test(stemOf(name)) ? parseTitle(name, {mode: 'tv', isPath: true}) : null;
	return show && show.episodes.length > 0 && /s\d{1,2}[ ._-]?e\d/i.test(name)
		? `It is named as an episode (season ${show.season}, episode ${show.episodes.join(', ')}). ${byHand}`
		: null;
}

function whyPart(
	{title, originalTitle, alternativeTitles}: Film,
	{video, furtherParts, releaseTitle}: Omit<ChosenVideos, 'isTitleChosen'>,
): string | null {
	const part = furtherParts.length === 0 && !discSize.test(stemOf(video.relative)) ? partOf(video.relative) : null;
	const isCalledSo = [title, originalTitle ?? title, ...alternativeTitles, releaseTitle].some(name => partOf(`${name}.mkv`) !== null);
	return part && !isCalledSo ? `It is only part ${part.number} of the film: the other parts are not in the download. ${byHand}` : null;
}
