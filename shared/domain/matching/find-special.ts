import {cleanTitle, foldTitle} from '../release/clean-title.ts';
import type {ParsedTitle} from '../release/parsed-title.ts';
import type {SeriesNames} from './season-of-title.ts';

/** `S01 + OVA`, `Season 2 & Specials`: a pack that also contains specials. */
const packWithSpecials =
	/(?:[+&,]|(?<![a-z])(?:and|incl(?:uding)?|with|plus))[ ._]?(?:the[ ._])?(?:specials?|ovas?|oads?|sp)(?![a-z])|(?<![a-z])specials(?![a-z])/i;

/** Is the release of specials, whatever season it names? Signs are a decimal count, an OVA, or `S01.Special.Name`. */
export function isSpecial({special, fullSeason, season, episodes, titles, releaseTitle}: ParsedTitle, series: SeriesNames | null): boolean {
	if (!special || (season === 0 && episodes.length > 0) || (fullSeason && packWithSpecials.test(releaseTitle))) {
		return false;
	}
	// A show may itself be called `Title OVA`.
	const [title = ''] = titles;
	return !(titles.length > 1 && series && [series.title, series.originalTitle ?? ''].some(name => foldTitle(name) === foldTitle(title)));
}

const wordsOf = (text: string) =>
	text
		.split(/[^\p{L}\p{N}'’]+/u)
		.map(cleanTitle)
		.filter(word => word !== '');

/** Names that any show may use: without a number they identify nothing. */
const generic = /^(?:the )?(?:episode|special|ova|oad|ona|folge|extra|bonus|part|tba|recap)s?[ #.-]*\d*$/i;
/** A name of one word needs this many letters to be distinctive. */
const tellingLength = 6;

function isWithin(words: readonly string[], name: readonly string[]): boolean {
	return words.some((_, at) => name.every((word, index) => words[at + index] === word));
}

/** The words of a release that follow its title. */
function wordsBehindTitle({releaseTitle, title}: ParsedTitle): string[] {
	const words = wordsOf(releaseTitle);
	const own = wordsOf(title);
	const at = words.findIndex((_, start) => own.length > 0 && own.every((word, index) => words[start + index] === word));
	return at < 0 ? words : words.slice(at + own.length);
}

/** The one special whose whole name is in the release. If several match, the one with the longest name. */
export function findByEpisodeName<T extends NumberedEpisode>(specials: readonly T[], parsed: ParsedTitle): T[] {
	const words = wordsBehindTitle(parsed);
	const fits = specials.flatMap(episode => {
		const name = wordsOf(episode.title ?? '');
		const tells = !generic.test(episode.title ?? '') && (name.length > 1 || (name[0]?.length ?? 0) >= tellingLength);
		return tells && isWithin(words, name) ? [{episode, length: name.join('').length}] : [];
	});
	const longest = Math.max(0, ...fits.map(({length}) => length));
	const best = fits.filter(({length}) => length === longest);
	return best.length === 1 ? best.map(({episode}) => episode) : [];
}

/** `OVA 2`, `SP1`. Openings and trailers are not episodes. */
const numbered = /(?<![a-z])(?:ova|oad|oav|ovd|sp|specials?)[ ._-]{0,3}(?:ep?[ ._]?)?(\d{1,2})(?!\d)/i;

/**
 * The specials that are named by their kind and number, `OVA 1: The Tide`, else those that have the number in season 0.
 */
function byNumber<T extends NumberedEpisode>(specials: readonly T[], numbers: readonly number[], releaseTitle: string): T[] {
	const kind = kindOf(releaseTitle);
	const named = specials.filter(
		({title = ''}) => kind !== null && kindOf(title) === kind && numbers.includes(Number(numbered.exec(title)?.[1])),
	);
	return named.length === numbers.length ? named : specials.filter(({episodeNumber}) => numbers.includes(episodeNumber));
}

const kinds = /(?<![a-z])(?:(?<ova>ova|oad|oav|ovd)|(?<special>sp|special)s?)(?![a-z])/i;

function kindOf(name: string): string | null {
	const {ova, special} = kinds.exec(name.replace(/(?<=[a-z])(?=\d)/gi, ' '))?.groups ?? {};
	return ova ? 'ova' : special ? 'special' : null;
}

/** The special shown between two episodes: `12.5`. */
function between<T extends NumberedEpisode>(episodes: readonly T[], before: T | undefined, after: T | undefined): T[] {
	const [from, to] = [before?.airDate ?? null, after?.airDate ?? null];
	if (from === null) {
		return [];
	}
	const shown = episodes.filter(
		({seasonNumber, airDate}) => seasonNumber === 0 && airDate !== null && airDate >= from && (to === null || airDate <= to),
	);
	return shown.length === 1 ? shown : [];
}

function byDecimal<T extends NumberedEpisode>(
	episodes: readonly T[],
	{specialAbsoluteEpisodes, season, episodes: numbers}: ParsedTitle,
): T[] {
	const [decimal] = specialAbsoluteEpisodes;
	const count = decimal === undefined ? null : Math.floor(decimal);
	const find = (more: number) =>
		episodes.find(({absoluteEpisodeNumber, seasonNumber, episodeNumber}) =>
			count === null ? seasonNumber === season && episodeNumber === (numbers[0] ?? 0) + more : absoluteEpisodeNumber === count + more,
		);
	const titled = episodes.filter(
		({seasonNumber, title = ''}) => seasonNumber === 0 && decimal !== undefined && title.split(/[ :]/).includes(String(decimal)),
	);
	return titled.length === 1 ? titled : between(episodes, find(0), find(1));
}

/** The episodes of season 0 that the release holds, found by name or by number; empty when neither matches. */
export function findSpecials<T extends NumberedEpisode>(episodes: readonly T[], parsed: ParsedTitle): T[] {
	const specials = episodes.filter(({seasonNumber}) => seasonNumber === 0);
	const named = findByEpisodeName(specials, parsed);
	if (named.length > 0) {
		return named;
	}
	if (parsed.specialAbsoluteEpisodes.length > 0 || parsed.episodes.length > 0) {
		return byDecimal(episodes, parsed);
	}
	if (parsed.absoluteEpisodes.length > 0) {
		return byNumber(specials, parsed.absoluteEpisodes, parsed.releaseTitle);
	}
	const given = numbered.exec(parsed.releaseTitle);
	return given ? byNumber(specials, [Number(given[1])], parsed.releaseTitle) : [];
}

/** The fields of an episode that decide whether a release holds it. */
export interface NumberedEpisode {
	seasonNumber: number;
	episodeNumber: number;
	absoluteEpisodeNumber: number | null;
	/** `YYYY-MM-DD`. */
	airDate: string | null;
	/** Specials are found by it; without it they are found by number only. */
	title?: string;
}
