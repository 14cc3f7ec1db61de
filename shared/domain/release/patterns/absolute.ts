import {blank} from './technical.ts';
import {episodeRange, type Mark, type Reader, type Release} from './numbering.ts';
import {episodeWords} from './numbering-words.ts';

const version = '(?:[ ._]?v\\d)?';
const finished = '(?:[ ._]?(?:end|fin|final|完))?';
const range = '(?:[ ._]?[-~～–][ ._]?(?:ep?[ ._]?)?(\\d{2,4})(?![\\d.]\\d))?';

/** `Ep08`, `Episode 56`, `E1206`, `Folge 12`. */
const worded = new RegExp(`(?<![a-zа-я\\d])(?:e|#|(?:${episodeWords})[ ._#-]{0,2})(\\d{1,4}(?:\\.\\d)?)${range}${version}(?![a-z\\d])`, 'i');

/** `69. Bölüm`, `12 серия`. */
const wordLast = new RegExp(`(?<![a-zа-я\\d])(\\d{1,4})()${'[ .]{0,2}'}(?:${episodeWords})(?![a-zа-я])`, 'i');

/** ` - 05v2`, `_-_12_`, ` - 01 ~ 10`, ` - 7.5`. */
const dashed = new RegExp(`[ ._][-–][ ._]#?(\\d{1,4}(?:\\.\\d)?)(?:\\.\\d)?([ ._]?[~～-][ ._]?\\d{2,4}(?:-\\d{2,4}){0,9})?${version}${finished}(?=[ ._]{0,2}(?:[-–][ ._]|[[({${blank}]|$))`, 'gi');

/** The same with words right behind it, which may belong to the title: ` - 100 Years Quest`. */
const dashedBeforeWords = new RegExp(`[ ._][-–][ ._]#?(\\d{2,4}(?:\\.\\d)?)()${version}(?=[ ._])`, 'gi');

/** `[05]`, `{01}`, `[01-12]`, `[13完]`. */
const bracketed = new RegExp(`[[{](\\d{2,4}(?:\\.\\d)?)${range}${version}${finished}[\\]}]|\\((\\d{2,4})(?=[ ._]?[-~])${range}${finished}\\)`, 'i');

/** `Title 05 [`, `Title_26-27_[`, `Title 06 720p`: the last number before brackets, technical words or the end. */
const trailing = new RegExp(
	`(?<=[^\\d ._-][ ._!?)'-]{1,3}|\\d[ ._])(\\d{2,4}(?:\\.\\d)?)${range}${version}${finished}[ ._]{0,2}(?=[[({${blank}]|$|(?:web|hdtv|dvd|bd|bluray|raw|dual)(?![a-z]))`,
	'gi',
);

const year = /^(?:19|20)\d\d$/;

/** Numbers of a list such as `01-02-03`: from the first to the last. */
function lastOf(list: string | undefined, first: number): number {
	const numbers = list?.match(/\d+/g);
	return numbers ? Number(numbers.at(-1)) : first;
}

function toMark(found: RegExpExecArray): Mark | null {
	const first = Number(found[1] ?? found[3]);
	const place = {start: found.index, end: found.index + found[0].length};
	if (!Number.isInteger(first)) {
		return {...place, specialAbsoluteEpisodes: [first], special: true};
	}
	const absoluteEpisodes = episodeRange(first, lastOf(found[2] ?? found[4], first));
	return absoluteEpisodes && {...place, absoluteEpisodes};
}

function lastMatch({text, start}: Release, pattern: RegExp): RegExpExecArray | null {
	let last: RegExpExecArray | null = null;
	pattern.lastIndex = start;
	for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
		if (!year.test(found[1]!)) {
			last = found;
		}
	}
	return last;
}

function firstMatch({text, start}: Release, pattern: RegExp): RegExpExecArray | null {
	pattern.lastIndex = start + 1;
	for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
		if (!year.test(found[1]!)) {
			return found;
		}
	}
	return null;
}

/** Without a group in front, a bare number is an absolute one only where no season could be in it. */
function isPlain(written: string): boolean {
	return written.length === 2 || /^0\d\d$|\./.test(written);
}

/** `69. Bölüm`: Turkish shows count without seasons, and put the day of broadcast behind. */
export const readNumberBeforeWord: Reader = release => {
	const found = wordLast.exec(release.text);
	return found && found.index > release.start ? toMark(found) : null;
};

/** An episode counted from the start of the show, as anime does. */
export const readAbsolute: Reader = release => {
	const words = worded.exec(release.text);
	if (words && words.index > release.start) {
		return toMark(words);
	}
	const dash = firstMatch(release, dashed) ?? firstMatch(release, dashedBeforeWords);
	if (dash) {
		return toMark(dash);
	}
	const bracket = bracketed.exec(release.text.slice(release.start));
	if (bracket && !year.test(bracket[1] ?? bracket[3]!)) {
		bracket.index += release.start;
		return toMark(bracket);
	}
	const bare = lastMatch(release, trailing);
	return bare && (release.hasGroup || bare[2] || isPlain(bare[1]!)) ? toMark(bare) : null;
};

const besideAfter = /[ ._]*(?:[-(][ ._]*)?(\d{3,4})(?:-(\d{3,4}))?(?![a-z\d]|-[a-z])/iy;
const besideBefore = /[ ._-]{1,3}(\d{2,4})[ ._]*$/;
const decimalBefore = /[ ._-]{1,3}(\d{1,4}\.\d)[ ._]*[([]?$/;
const dashedBefore = /[ ._]-[ ._](\d{2,4})[ ._]*[([]$/;

/** Hundreds belong to titles rather than to a second count. */
function isCount(written: string): boolean {
	return written.length >= 3 && Number(written) % 100 !== 0 && !year.test(written);
}

/**
 * Adds the absolute number that anime names put beside season and episode: `S10E14 214`, `214 10x14`, `07.5 (S00E01)`.
 * Without a group in front only a padded number after the episode counts, as any other may be of the episode's title.
 */
export function withAbsolute(mark: Mark, {text, start, hasGroup}: Release): Mark {
	besideAfter.lastIndex = mark.end;
	const after = besideAfter.exec(text);
	if (after && !year.test(after[1]!) && (hasGroup || after[1]!.startsWith('0'))) {
		const absoluteEpisodes = episodeRange(Number(after[1]), Number(after[2] ?? after[1]));
		return absoluteEpisodes ? {...mark, absoluteEpisodes, end: mark.end + after[0].length} : mark;
	}
	const before = text.slice(start, mark.start);
	const decimal = decimalBefore.exec(before);
	if (decimal) {
		return {...mark, specialAbsoluteEpisodes: [Number(decimal[1])], start: start + decimal.index, special: true};
	}
	const number = dashedBefore.exec(before) ?? (hasGroup ? besideBefore.exec(before) : null);
	if (number && (before.endsWith('(') || before.endsWith('[') || isCount(number[1]!))) {
		return {...mark, absoluteEpisodes: [Number(number[1])], start: start + number.index};
	}
	return mark;
}
