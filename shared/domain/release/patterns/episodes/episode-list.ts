import {matchAt} from '../../../text/match-at.ts';
import {isLanguageWord} from '../languages/language-hits.ts';
import {isVocabulary} from '../marks/vocabulary.ts';
import {episodeRange, type Release, widestSpan} from './numbering.ts';
import {episodeWords, joinWords, ofWords, spanWords} from './numbering-words.ts';

/** How an episode number is marked: `E05`, `2x05`, `Episode 5`. Two numbers with different marks do not form a list. */
export type Style = 'letter' | 'cross' | 'word';

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
const span = `(?<span>[ ._]?[-~～–]{1,2}[ ._]?|[ ._]{1,2}(?:${spanWords})[ ._]{1,2})`;
const join = `(?<join>[ ._]?[&+,/][ ._]?|[ ._]{1,2}(?:${joinWords})[ ._]{1,2}|_)`;
const gap = '(?<gap>[ ._]{0,2})';

/** The codec `x264` is not an episode, and a word never begins inside a number. */
const number = '(?!26[2-6](?!\\d))(?<number>\\d{1,5})(?![\\da-df-wyz]|[ex](?!\\d))';

/** A second number with its own mark: `E02`, `-E03`, ` - S07E23`, `.S03E02`, `-2x10`, ` Ep 4`. */
const marked: Record<Style, RegExp> = {
	letter: new RegExp(`(?:${span}|${join}|${gap})(?:s(?<season>\\d{1,4})[ ._]?)?e[ ._]?${number}`, 'iy'),
	cross: new RegExp(`(?:${span}|${join}|${gap})(?:(?<season>\\d{1,2}|(?:19|20)\\d\\d)[xх×]|x)${number}`, 'iy'),
	word: new RegExp(`(?:${span}|${join}|${gap})(?:${episodeWords}|e)[ ._]{0,2}${number}`, 'iy'),
};

/** A second number without a mark: `-06`, `~06`, `_06`, ` to 06`, ` & 06`. */
const bare = new RegExp(
	`(?:(?<dash>[-–]{1,2}|(?<=[- ]\\d{1,4}) ?[~～] ?|[~～]|_)|(?<span>[ ._]{1,2}(?:${spanWords})[ ._]{1,2})|(?<join> ?[&+] ?|, ?|/|[ ._]{1,2}(?:${joinWords})[ ._]{1,2}))(?<number>\\d{1,5})(?![a-z\\d])`,
	'iy',
);

/** A quick check that most names fail. */
const mayGoOn = new RegExp(`[ ._]{0,2}(?:[-–~～+&,/]|s\\d|e|x|х|×|\\d{1,4}[xх×]|(?:${spanWords}|${joinWords})[ ._])|_\\d`, 'iy');

/** `1-8 из 8`, `1-8 of 8`: the total after it shows that it is a list. */
const listOfAll = new RegExp(`[ ]?[-–][ ]?(?<number>\\d{1,3})[ ._](?:${ofWords})[ ._](?<all>\\d{1,3})(?!\\d)`, 'iy');

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
		return null;
	}
	const next = Number(digits);
	const end = at + found[0].length;
	const alike = digits === String(next).padStart(written.length, '0');
	if (dash !== undefined) {
		const neighbour = next === last + 1;
		const meant = dash === '_' ? neighbour && alike && endsThere(text, end) : alike || (neighbour && dash === '-');
		return meant ? {number: next, end, span: true} : null;
	}
	if (words !== undefined) {
		return endsThere(text, end) ? {number: next, end, span: true} : null;
	}
	const meant = endsThere(text, end) || (alike && digits.startsWith('0'));
	return next === last + 1 && meant ? {number: next, end, span: false} : null;
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
		const told = matchAt(listOfAll, name, end);
		if (told) {
			const [to, all] = [Number(told.groups?.['number']), Number(told.groups?.['all'])];
			const list = extend(episodes, to);
			return list && {episodes: list, end: end + told[0].length, all: episodes[0] === 1 && to === all};
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
