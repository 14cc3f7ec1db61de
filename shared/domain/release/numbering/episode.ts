import {isAt, matchAt} from '../../text/match-at.ts';
import {isLanguageWord, isVocabulary} from '../quality/words.ts';
import {readAcrossSeasons} from './across-seasons.ts';
import {
	episodeRange,
	episodeWords,
	joinWords,
	type Mark,
	ofWords,
	plurals,
	type Reader,
	type Release,
	spanWords,
	widestSpan,
} from './numbering.ts';

const behindSeason = '(?:[ ._]?[\\])]?[ ._-]?[[(]?|[ _]-[ _](?=e\\d))';
/** The codec in `S01.x265` is not an episode. */
const marker = `(?:x?[eе]|x(?!26[2-6](?!\\d))|(?<word>${episodeWords})[ ._]?)`;
/** `S02P02E05`, `S02.Part.2.E05`. */
const partBetween = '(?:(?:p(?=\\d)|[ ._-]{1,3}(?:part|pt|vol(?:ume)?|cour|teil|parte|book|arc)[ ._]?)\\d{1,2}(?=[ ._-]{0,3}e))?';
/** `S01E05`, `S01.Ep05`, `s1x05`, `S01][E05`, `S01EP(01-09)`, also in Cyrillic letters. */
const usual = `(?<![a-zа-я\\d])[sс](?<season>\\d{1,4})${partBetween}${behindSeason}${marker}(?:[ ._-]|[ ._]?[[(](?=\\d))?`;
/** `zoos01e11`. */
const insideWord = '(?<!\\d)s(?<inWord>\\d\\d)e(?=\\d\\d)';
/** `T01E05`, `T2x05`, `T2 Cap 5`, `T2.EP04`. */
const spanish = '(?<![a-z\\d])t(?<temporada>\\d{1,2})(?:[ ._-]?ep?[ ._]?(?=\\d)|x|[ ._-]{1,3}(?:cap(?:[ií]tulo)?|epis[oó]dio)[ ._]{1,2})';
const lettered = new RegExp(`(?:${usual}|${insideWord}|${spanish})(?<episode>\\d{1,5})(?!\\d)`, 'i');

/** `4x05`, `2009x09`, `[1x05]`, also with the Cyrillic letter. */
const crossed = /(?<![a-zа-я\d])(?<season>\d{1,2}|(?:19|20)\d\d)[xх×]e?(?<episode>\d{1,4})(?!\d|p\b)/i;

/** `01e02`, and the Russian `2s08`: the letter stands between the numbers. */
const letterBetween = /(?<![a-zа-я\d])(?<season>\d{1,2})(?:s(?=\d\d)|(?<=\d\d)e(?=\d\d))(?<episode>\d{2,3})(?![a-zа-я\d])/i;

const half = /\.5(?![a-z\d]|\.\d)/iy;
const part = /[a-d](?![a-z\d])/iy;

/** A season of four digits is a year. */
function isSeason(written: string): boolean {
	return written.length < 4 || /^(?:19|20)/.test(written);
}

interface WrittenNumber {
	start: number;
	/** The position after the number. */
	at: number;
	season: string;
	episode: string;
	style: Style;
}

/** The mark for an episode that was found, including the rest of its list. */
export function markFrom(release: Release, {start, at, season, episode, style}: WrittenNumber): Mark | null {
	const list = isSeason(season) ? readList(release, {written: episode, at, season: Number(season), style}) : null;
	if (!list) {
		return null;
	}
	const {episodes, end, all} = list;
	if (all) {
		return {start, end, season: Number(season), fullSeason: true};
	}
	const special = isAt(half, release.name, end);
	const splitEpisode = isAt(part, release.name, end);
	return {start, end: end + (special ? 2 : splitEpisode ? 1 : 0), season: Number(season), episodes, special, splitEpisode};
}

/** `12x12.2008`, `Title.4x4.2019`: films have such names, with a year after them. */
const yearBehind = /[ ._]{1,2}[([]?(?:19|20)\d\d(?![\da-z])/iy;

/** `4x4`: without zeros, both numbers alike are more often a name than an episode. */
const square = /^(\d{1,2})[xх×]\1(?!\d)/i;
const counted = new RegExp(`(?:[ ._][-–][ ._]|[ ._](?:e|(?:${episodeWords})[ ._]{0,2})|[ ._]s\\d{1,2}[ ._])\\d{1,4}(?:v\\d)?[ ._]`, 'i');

/** `Title - 05 - 10x10`: the name of an episode that was counted before. */
const isNamedSquare = (text: string, at: number) => square.test(text.slice(at)) && counted.test(text.slice(0, at));

/** Season and episode in scene style: `S01E02-E04`, `4x05`. */
export const readEpisode: Reader = release => {
	const letters = lettered.exec(release.name) ?? letterBetween.exec(release.text);
	const found = letters ?? crossed.exec(release.text);
	if (!found || (!letters && isNamedSquare(release.text, found.index))) {
		return null;
	}
	const {season, inWord, temporada, episode = '', word} = found.groups ?? {};
	const written: WrittenNumber = {
		start: found.index,
		at: found.index + found[0].length,
		season: season ?? inWord ?? temporada ?? '',
		episode,
		style: letters ? (word === undefined ? 'letter' : 'word') : 'cross',
	};
	const mayBeTitle = !letters && isAt(yearBehind, release.text, written.at);
	if (mayBeTitle && written.start <= release.start) {
		return null;
	}
	const mark = readAcrossSeasons(release.name, {...written, isCrossed: !letters}) ?? markFrom(release, written);
	return mark && mayBeTitle && episode.length === 1 ? {...mark, unsure: true} : mark;
};

const widened =
	/(?<![a-z\d])(?:s\d{1,4}[ ._]?e\d{1,4}[ ._]?[-~–][ ._]?(?:s\d{1,4}[ ._]?)?e\d|\d{1,2}[xх×]\d{1,4}[ ._]?[-~–][ ._]?\d{1,2}[xх×]\d)/i;

/**
 * Whether a name that `readEpisode` does not take lists more episodes than a release holds: `S01E01-E99`. Nothing else
 * in it is more likely.
 */
export function listsTooMany({name}: Release): boolean {
	return widened.test(name);
}

/** How an episode number is marked: `E05`, `2x05`, `Episode 5`. Two numbers with different marks do not form a list. */
type Style = 'letter' | 'cross' | 'word';

interface First {
	written: string;
	/** Where the text after the number begins. */
	at: number;
	season: number;
	style: Style;
}

export interface EpisodeList {
	episodes: number[];
	end: number;
	/** The name gives the total: `E1-8 of 8`. */
	all: boolean;
}

/** Separators for a range; other separators only join two numbers. */
const span = `(?<span>[ ._]?[-~～–]{1,2}[ ._]?|[ ._]{1,2}(?:${spanWords})[ ._]{1,2}|(?:to|thru|bis)(?=[es\\d]))`;
const join = `(?<join>[ ._]?[&+,/][ ._]?|[ ._]{1,2}(?:${joinWords})[ ._]{1,2}|(?:and|und)(?=[es\\d])|_)`;
const gap = '(?<gap>[ ._]{0,2})';

/** The codec `x264` is not an episode, and a word never begins inside a number. */
const glued = '\\d{2}(?=(?:480|576|720|1080|2160)(?!\\d))';
const number = `(?!26[2-6](?!\\d))(?<number>${glued}|\\d{1,5}(?![\\da-df-wyz]|[ex](?!\\d)))`;

/** A second number with its own mark: `E02`, `-E03`, ` - S07E23`, `.S03E02`, `-2x10`, ` Ep 4`. */
const marked: Record<Style, RegExp> = {
	letter: new RegExp(`(?:${span}|${join}|${gap})(?:s(?<season>\\d{1,4})[ ._]?)?e[ ._]?${number}`, 'iy'),
	cross: new RegExp(`(?:${span}|${join}|${gap})(?:(?<season>\\d{1,2}|(?:19|20)\\d\\d)[xх×]|x)${number}`, 'iy'),
	word: new RegExp(`(?:${span}|${join}|${gap})(?:${episodeWords}|e)[ ._]{0,2}${number}`, 'iy'),
};

/** A second number without a mark: `-06`, `~06`, `_06`, ` to 06`, `to06`, ` & 06`, `and06`. */
const bare = new RegExp(
	`(?:(?<dash>[-–]{1,2}|(?<=[- ]\\d{1,4}) ?[~～] ?|[~～]|_)|(?<span>[ ._]{1,2}(?:${spanWords})[ ._]{1,2}|(?:to|thru|bis)(?=\\d))|(?<join> ?[&+] ?|, ?|/|[ ._]{1,2}(?:${joinWords})[ ._]{1,2}|(?:and|und)(?=\\d)))(?<number>\\d{1,5})(?![a-z\\d])`,
	'iy',
);

/** A quick check that most names fail. */
const mayGoOn = new RegExp(
	`[ ._]{0,2}(?:[-–~～+&,/]|s\\d|e|x|х|×|\\d{1,4}[xх×]|(?:${spanWords}|${joinWords})[ ._])|[_.]\\d|(?:to|thru|bis|and|und)[es\\d]`,
	'iy',
);

/** `S03E21.22.FASTSUB`: the next number, between dots. */
const dotted = /\.(?<number>\d{2,4})(?=\.(?:\D|\d\d\.(?!(?:19|20)\d\d))|$)/iuy;
/** `Episodes 5, 6 and 7`: the list goes on. */
const joinAhead = new RegExp(`(?: ?[&+] ?|, ?|[ ._]{1,2}(?:${joinWords})[ ._]{1,2})\\d{1,4}(?![a-z\\d])`, 'iy');
/** `S03E14-36! 24! Launch!`: the mark after it makes the number part of the episode's title. */
const exclaimed = /[!?%'’°]/y;
/** A file with a title of its own holds no more episodes than a double or triple one. */
const widestTitled = 2;

/** `1-8 из 8`, `1-8 of 8`: the total after it shows that it is a list. */
const listOfAll = new RegExp(
	`(?:[-–]|(?<!0\\d) ?[-–] ?|(?<=0\\d) [-–] (?=0))(?<number>\\d{1,3})(?:[ ._](?:${ofWords})[ ._]|of)(?<all>\\d{1,3})(?!\\d)`,
	'iy',
);

/** `Episode 5 - 12 of 12`: with spaces around its dash, only a list from 1 or after a plural word is one. */
function isPartOfOther(name: string, at: number, written: string, last: number): boolean {
	return /^ ?[-–] /.test(written) && last > 1 && !pluralBefore.test(name.slice(0, at));
}

const pluralBefore = new RegExp(`(?:${plurals})[ ._:№#-]{0,3}\\d{1,4}$`, 'iu');

/**
 * `(Episodes 1 - 12)`, `EP 01 - 12`: after a plural word, or when starting at 1, spaces around the
 * dash do not break the list.
 */
const apart =
	/[ ._][-–][ ._](?:(?<=(?:episod\p{L}{1,3}s|eps|folgen|cap[ií]tulos)[ ._]{1,2}\d{1,4} [-–] )\d{1,4}|(?<=ep?[ ._]?0?1 [-–] )\d{2})(?![a-z\d])/iuy;

const word = /[ ._]*(?:(?<end>$|[^\p{L}\d ._])|(?<word>[\p{L}\d]+))/uy;

/** Does only technical text follow, rather than an episode title? */
function endsThere(text: string, at: number): boolean {
	const found = matchAt(word, text, at);
	const next = found?.groups?.['word']?.toLowerCase();
	return next === undefined || /^\d/.test(next) || isVocabulary(next) || isLanguageWord(next);
}

/** Extends the list with all numbers up to `to`; null when that is more than a release holds. */
function extend(episodes: number[], to: number): number[] | null {
	const missing = episodeRange(episodes.at(-1)! + 1, to); // never empty: it begins with one
	return missing && to - episodes[0]! <= widestSpan ? [...episodes, ...missing] : null;
}

interface Next {
	number: number;
	end: number;
	/** All numbers in between count, too. */
	span: boolean;
}

function nextMarked(text: string, at: number, {season, style}: First, last: number): Next | null {
	const found = matchAt(marked[style], text, at);
	const groups = found?.groups;
	if (!found || !groups || (groups['season'] !== undefined && Number(groups['season']) !== season)) {
		return null;
	}
	const next = Number(groups['number']);
	const apart = groups['gap'] !== undefined && groups['gap'] !== '';
	return apart && next !== last + 1 ? null : {number: next, end: at + found[0].length, span: groups['span'] !== undefined};
}

/**
 * A number without a mark may belong to the episode title. It must look like the previous one or be the next number.
 */
function nextBare({text}: Release, at: number, {written}: First, last: number): Next | null {
	const found = matchAt(bare, text, at);
	const whole = found ? null : matchAt(apart, text, at);
	if (whole && endsThere(text, at + whole[0].length)) {
		return {number: Number(/\d+$/.exec(whole[0])?.[0]), end: at + whole[0].length, span: true};
	}
	const {dash, span: words, number: digits = ''} = found?.groups ?? {};
	if (!found) {
		return nextDotted(text, at, last, written);
	}
	const next = Number(digits);
	const end = at + found[0].length;
	const alike = digits === String(next).padStart(written.length, '0');
	if (dash !== undefined) {
		const neighbour = next === last + 1;
		const titled = next > last + widestTitled && !endsThere(text, end);
		const meant = dash === '_' ? neighbour && alike && endsThere(text, end) : alike || (neighbour && dash === '-');
		return meant && !titled && !isAt(exclaimed, text, end) ? {number: next, end, span: true} : null;
	}
	if (words !== undefined) {
		return endsThere(text, end) ? {number: next, end, span: true} : null;
	}
	const meant = endsThere(text, end) || (alike && digits.startsWith('0')) || isAt(joinAhead, text, end);
	return next === last + 1 && meant ? {number: next, end, span: false} : null;
}

function nextDotted(text: string, at: number, last: number, written: string): Next | null {
	const found = matchAt(dotted, text, at);
	const digits = found?.groups?.['number'] ?? '';
	const end = at + digits.length + 1;
	const meant = Number(digits) === last + 1 && digits.length === written.length && endsThere(text, end);
	return meant ? {number: last + 1, end, span: false} : null;
}

/**
 * Reads on from the first episode number to the end of the list; null when the name claims more
 * episodes than a release has.
 */
export function readList(release: Release, first: First): EpisodeList | null {
	const {name} = release;
	const episodes = [Number(first.written)];
	let end = first.at;
	for (let count = 0; count < widestSpan; count++) {
		if (!matchAt(mayGoOn, name, end)) {
			break;
		}
		const last = episodes.at(-1)!; // never empty: it begins with one
		const ofAll = matchAt(listOfAll, name, end);
		// `S02E05 - 3 of 5 - Name`: the parts of something else.
		if (ofAll && (Number(ofAll.groups?.['number']) <= last || isPartOfOther(name, end, ofAll[0], last))) {
			break;
		}
		if (ofAll) {
			const [to, all] = [Number(ofAll.groups?.['number']), Number(ofAll.groups?.['all'])];
			const list = extend(episodes, to);
			return list && {episodes: list, end: end + ofAll[0].length, all: episodes[0] === 1 && to === all};
		}
		const own = nextMarked(name, end, first, last);
		const next = own ?? nextBare(release, end, first, last);
		if (!next || next.number <= last || (!own && next.number - episodes[0]! > widestSpan)) {
			break;
		}
		const list = next.span ? extend(episodes, next.number) : [...episodes, next.number];
		if (!list || next.number - episodes[0]! > widestSpan) {
			return null;
		}
		episodes.splice(0, episodes.length, ...list);
		end = next.end;
	}
	return {episodes, end, all: false};
}
