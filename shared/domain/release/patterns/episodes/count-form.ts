import {countRange, type Mark, type Release} from './numbering.ts';
import {spanWords} from './numbering-words.ts';

/** Parts shared by all forms of a count. */
export const version = "(?:(?<half>[abc])(?![a-z\\d]))?(?:[ ._]?v\\d|')?";
export const finished = '(?:[ ._]?(?:end|fin|final|完))?(?:[ ._]?[+&][ ._]?(?:ova|oad|ona|ovd|sp|specials?|movie)s?)?';
export const between = `(?:[ ._]?[-~～–&+][ ._]?|[ ._](?:${spanWords})[ ._])`;
export const range = `(?:${between}(?:ep?[ ._]?)?(\\d{2,4})(?![\\d.]\\d))?`;
export const outOf = '(?:[ ._](?:of|из|iz|z)[ ._]\\d{1,4})?';

const year = /^(?:19|20)\d\d$/;

/** Is a number more likely a year than a count? */
export function isYear(written: string): boolean {
	return year.test(written);
}

/** The last number of a list such as `01-02-03`. */
function lastOf(list: string | undefined, first: number): number {
	const numbers = list?.match(/\d+/g);
	return numbers ? Number(numbers.at(-1)) : first;
}

/** Converts a match to a mark. The pattern's first group is the number; its second is the end or the rest of a list. */
export function toCount(found: RegExpExecArray): Mark | null {
	const [all, written, list] = found;
	const first = Number(written);
	const place = {start: found.index, end: found.index + all.length};
	if (!Number.isInteger(first)) {
		return {...place, specialAbsoluteEpisodes: [first], special: true};
	}
	const absoluteEpisodes = countRange(first, lastOf(list, first));
	const half = found.groups?.['half'] !== undefined;
	return absoluteEpisodes && {...place, absoluteEpisodes, ...(half && {splitEpisode: true})};
}

/** The first match of a global pattern, starting at `from`, whose number is not a year. */
export function firstCount({text}: Release, pattern: RegExp, from: number): RegExpExecArray | null {
	pattern.lastIndex = from;
	for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
		if (!isYear(found[1] ?? '')) {
			return found;
		}
	}
	return null;
}

/** The last such match. */
export function lastCount(release: Release, pattern: RegExp, from: number): RegExpExecArray | null {
	let last = firstCount(release, pattern, from);
	for (let next = last; next; next = firstCount(release, pattern, next.index + next[0].length)) {
		last = next;
	}
	return last;
}
