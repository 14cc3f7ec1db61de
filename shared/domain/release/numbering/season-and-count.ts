import {countRange, type Reader, seasonWords} from './numbering.ts';
import {blank} from './technical.ts';

const number = (name: string) =>
	`(?:ep?(?:isode)?[ ._]?)?(?<${name}>(?!(?:19|20)\\d\\d(?!\\d))\\d{2,4}(?:[-~]\\d{2,4})?)(?:v\\d)?(?:[ ._]?(?:end|fin))?`;
const season = (name: string) =>
	`(?:(?:s|(?:${seasonWords})[ ._]{1,2})(?<${name}>\\d{1,2})|(?<${name}Ordinal>\\d{1,2})(?:st|nd|rd|th)[ ._]season)`;

/**
 * `Title (Season 3) - 27 [`, `Title (S3) 27`, `Title (Season 3) [27]`: the season is separate, and the number counts
 * within it or from the start of the show.
 */
const bracketedSeason = new RegExp(
	`[([]${season('season')}[)\\]][ _]{0,2}(?:-[ _]{1,2})?(?:\\[${number('inside')}\\]|${number('behind')}(?=[ _]*(?:[([{\\-${blank}]|$)))`,
	'i',
);
/** `Title Season 3 [27]`. */
const bracketedCount = new RegExp(`(?<![a-z])(?:${seasonWords})[ ._]{1,2}(?<season>\\d{1,2})[ _]?\\[${number('inside')}\\]`, 'i');

/** `61 (S4-22)`, `[S3-17]`: season and episode in one pair of brackets, possibly after the absolute number. */
const pair = /(?<![a-z\d])s(?<season>\d{1,2})(?:-|(?<=[([]s\d{1,2}) - )(?<episode>\d{2,3})(?![\da-z]|-\d)[)\]]?/i;
const countBefore = /[ ._]{1,2}(?:-[ ._]{1,2})?(?<count>\d{2,4})(?:v\d)?[ ._]{0,2}$/;
/** A pack of several seasons usually starts with the first season and ends before the tenth. */
const [firstOfPack, lastOfPack] = [1, 9];

/** One absolute episode number or a range of them, with the season in brackets or after a word such as `Season`. */
export const readSeasonAndCount: Reader = ({text, start, saysSeason}) => {
	const found = bracketedSeason.exec(text) ?? (saysSeason ? bracketedCount.exec(text) : null);
	if (!found || found.index <= start) {
		return null;
	}
	const {season: plain, seasonOrdinal, inside, behind} = found.groups ?? {};
	const [first, last = first] = (inside ?? behind ?? '').split(/[-~]/).map(Number);
	const absoluteEpisodes = countRange(first ?? 0, last ?? 0);
	const place = {start: found.index, end: found.index + found[0].length};
	return absoluteEpisodes && {...place, season: Number(plain ?? seasonOrdinal), absoluteEpisodes, fullSeason: false};
};

/**
 * Is it season and episode rather than a span of seasons? Yes when a group or a count precedes the brackets, or when no
 * pack would span so many seasons.
 */
function isPair({season = '', episode}: Record<string, string | undefined>, counted: boolean, bracketed: boolean): boolean {
	const unpadded = season.length === 1;
	return (bracketed && counted) || (unpadded && Number(episode) > lastOfPack && (counted || Number(season) > firstOfPack));
}

/** `S4-22`, when it means season and episode. */
export const readSeasonPair: Reader = ({text, start, hasGroup}) => {
	const found = pair.exec(text);
	if (!found || found.index <= start) {
		return null;
	}
	const bracketed = '[('.includes(text.charAt(found.index - 1));
	const before = countBefore.exec(text.slice(start, found.index - (bracketed ? 1 : 0)));
	const groups = found.groups ?? {};
	if (!isPair(groups, hasGroup || before !== null, bracketed)) {
		return null;
	}
	const place = {start: before ? start + before.index : found.index, end: found.index + found[0].length};
	const counted = before ? {absoluteEpisodes: [Number(before.groups?.['count'])]} : {};
	return {...place, season: Number(groups['season']), episodes: [Number(groups['episode'])], ...counted};
};
