import {cleanTitle, foldTitle} from '../release/clean-title.ts';
import {splitSeason} from './season-of-title.ts';
import type {LibraryTitle} from './title-index.ts';

/** The names of a title of the library. */
export type KnownNames = Pick<LibraryTitle, 'title' | 'originalTitle' | 'alternativeTitles' | 'seasonTitles' | 'sceneTitles'>;

export interface NameQuestion {
	/** The titles that were read from a name; an empty one says nothing. */
	titles: readonly string[];
	known: KnownNames;
	/** Further names that are right, such as the one that the release was grabbed by. */
	alsoKnown?: readonly string[];
	/** Something else says that it is this title: then a name that holds the other one is enough. */
	isSupported?: boolean;
}

/**
 * Is a name that can be read the name of something else? Short forms of a title, and one after the name of a site or
 * a group, are not.
 */
export function isOtherTitle({titles, known, alsoKnown = [], isSupported = false}: NameQuestion): boolean {
	const {title, originalTitle, alternativeTitles, seasonTitles, sceneTitles = []} = known;
	const ofSeasons = [...(seasonTitles ?? []), ...sceneTitles].map(named => named.title);
	const names = [title, ...(originalTitle ? [originalTitle] : []), ...alternativeTitles, ...ofSeasons, ...alsoKnown];
	const said = titles
		.filter(each => wordsOf(each).length > 0)
		.flatMap(each => {
			const rest = splitSeason(each)?.title ?? each;
			// A film has no seasons: `Title 2` is another one than `Title`, but may be `Title: The Return`.
			const isSequel = seasonTitles === undefined && names.some(name => holds(wordsOf(rest), wordsOf(name)));
			return isSequel ? [each] : [each, rest];
		});
	return said.length > 0 && !said.some(each => names.some(name => isSame(each, name, isSupported)));
}

function isSame(said: string, name: string, isSupported: boolean): boolean {
	if (foldTitle(said) === foldTitle(name)) {
		return true;
	}
	const [ours, theirs] = [wordsOf(name), wordsOf(said)];
	if (ours.length === 0) {
		return false;
	}
	if (isShortForm(said, ours)) {
		return true;
	}
	const isNear = isSupported ? (holds(theirs, ours) && !isOfOthers(theirs, ours)) || holds(ours, theirs) : isAround(theirs, ours, said);
	return isRunTogether(said, name) || isNear;
}

/** What follows the title of the first film in that of another one, or of all. */
const sequel = /^(?:[2-9]|1\d|ii|iii|iv|v|vi|vii|viii|ix)$/;
const wholeRow = /^(?:tri|duo|di|quadri|tetra|penta|hexa)lo(?:gy|gie|gia)$|^(?:anthology|collection|boxset|coleccion|collezione|sammlung)$/;
const mockery = /^(?:xxx|parody)$/;

/** `Title 2`, `Title Trilogy`, `The Making of Title` are not `Title`, whatever else says so. */
function isOfOthers(theirs: readonly string[], ours: readonly string[]): boolean {
	const at = theirs.findIndex((_, start) => ours.every((word, index) => theirs[start + index] === word));
	const [next = '', number = ''] = theirs.slice(at + ours.length);
	const isRange = next === '1' && sequel.test(number);
	return [sequel, wholeRow, mockery].some(each => each.test(next)) || isRange || theirs[at - 1] === 'making';
}

/** Is it spelled as one of the names of a title? */
export function hasItsName(titles: readonly string[], {title, originalTitle, alternativeTitles}: KnownNames): boolean {
	const names = new Set([title, originalTitle ?? title, ...alternativeTitles].map(foldTitle));
	return titles.some(each => names.has(foldTitle(each)));
}

/** A name of one word behind that of a group. */
const behindGroup = /^[^\s._-]+-(?<word>[^\s._-]+)$/;

/** `grp-numberferry`. */
function isRunTogether(said: string, name: string): boolean {
	const word = foldTitle(behindGroup.exec(said)?.groups?.['word'] ?? '');
	return word !== '' && [foldTitle(name), cleanTitle(name), cleanTitle(name.replace(/[^\p{L}\p{N}]+/gu, ''))].includes(word);
}

const loose: ReadonlySet<string> = new Set(['the', 'a', 'an', 'and', 'or', 'of']);
/** Words at the end of a name that tell versions of one show apart, or say when it began. */
const besides = /^(?:(?:19|20)\d\d|us|usa|uk|gb|au|nz|ca|ie)$/;

function wordsOf(name: string): string[] {
	return name
		.split(/[^\p{L}\p{N}'’`]+/u)
		.map(cleanTitle)
		.filter(each => each !== '' && !loose.has(each));
}

/** Are the words of the one among those of the other, one after another? */
function holds(all: readonly string[], some: readonly string[]): boolean {
	return some.length > 0 && ` ${all.join(' ')} `.includes(` ${some.join(' ')} `);
}

/** `site.org - Number Ferry`, `Number Ferry US`, `grp-ferry`, and for a name of several words a longer form of it. */
function isAround(theirs: readonly string[], ours: readonly string[], said: string): boolean {
	if (ours.length > 1) {
		return holds(theirs, ours);
	}
	const last = theirs.findLastIndex(each => !besides.test(each));
	return theirs[last] === ours[0] && (last === 0 || behindGroup.test(said));
}

/** Letters of an initialism at least, and vowels that a word without vowels may have. */
const fewestLetters = 2;
const vowels = /[aeiou]/g;

/** `nf` and `nmbrfrry` for `Number Ferry`, also after the name of a group; and `num ferry`. */
function isShortForm(said: string, ours: readonly string[]): boolean {
	const whole = ours.join('');
	const words = said.split(/[^\p{L}\p{N}]+/u).map(cleanTitle);
	const initials = ours.map(each => each[0]).join('');
	const isShort = (word: string) => word === initials || ((word.match(vowels) ?? []).length <= 1 && isWithin(word, whole));
	return isWithin(words.join(''), whole) || words.some(each => each.length >= fewestLetters && isShort(each));
}

/** Are these letters among the others in this order, beginning with the same one? */
function isWithin(letters: string, whole: string): boolean {
	let at = 0;
	for (const letter of whole) {
		at += letter === letters[at] ? 1 : 0;
	}
	return letters.length >= fewestLetters && letters[0] === whole[0] && at === letters.length;
}
