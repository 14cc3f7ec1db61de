import {isLanguageWord} from '../languages/language-hits.ts';
import {isTechnical} from '../marks/marks.ts';
import {asPattern} from '../marks/phrases.ts';
import {isVocabulary, termsAt} from '../marks/vocabulary.ts';
import {splitWords, type Words} from '../marks/words.ts';
import {addedSuffixes, posterSuffixes, siteTags} from './group-table.ts';

const suffix = new RegExp(`-(?:${asPattern(addedSuffixes)})$`, 'i');
const poster = new RegExp(`(?<=(?<before>[\\p{L}\\p{N}]{2,60}))-(?:${asPattern(posterSuffixes)})$`, 'iu');
const posterAtEnd = new RegExp(`-(?:${asPattern(posterSuffixes)})$`, 'i');
const siteNames = new Set(siteTags);
const site = /^(?:www\.)?[a-z0-9-]+(?:\.[a-z0-9-]+){0,2}\.[a-z]{2,5}$/i;
/** Groups that sign with their own address: `[YTS.MX]`, and Hungarian ones such as `[Tern.Hu] Title - 01`. */
const signature = /^(?:yts\.|(?!www\.)[a-z-]+\.hu$)/i;
const sitePrefix =
	/^(?!\[[a-z-]{2,60}\.hu\])(?:\[[ ]*(?:www\.)?[a-z0-9-]{2,60}(?:\.[a-z0-9-]{2,30}){1,3}[ ]*\]|www\.[a-z0-9-]{2,60}(?:\.[a-z0-9-]{2,30}){1,3})[-._ ]*/i;
/** The last pair of brackets, at the very end. */
export const lastBrackets = /[[(【](?<inside>[^[\]()【】]{1,200})[\])】]$/;
const digitFirst = /^\d/;
/** Plain numbers and numbers with a unit; `2HD` is a group. */
const measure = /^\d+(?:x\d+)?(?:[pi]\d{0,2}|[kdx]|v\d|ch|bits?|fps|k?hz|[mg]i?b|[km]bps|of\d+|audio|st|nd|rd|th)?$/;
const checksum = /^(?:[0-9a-f]{8}|tt\d{7,8})$/i;
/** `(S:285/L:11)`: current seeders and leechers. */
const peers = / ?\(S:\d{1,6}\/L:\d{1,6}\)$/i;

/** `blu` and `ray` have a meaning only together. */
function isOfPhrase(words: Words, at: number): boolean {
	return [at - 1, at].some(start => start >= 0 && (termsAt(words, start)?.length ?? 0) > at - start);
}

/** Is every word technical, a language or a number, or is the whole text a checksum or an id? */
export function isDescription(text: string): boolean {
	const words = splitWords(text);
	const describes = (word: string, at: number) =>
		digitFirst.test(word) ? isVocabulary(word) || measure.test(word) : isTechnical(words, at);
	return checksum.test(text) || words.lower.every((word, at) => describes(word, at) || isLanguageWord(word) || isOfPhrase(words, at));
}

/** `电影天堂www.site.com`: a Chinese site's own note. */
const chineseSite = /[\u3400-\u9fff].{0,20}\.(?:com|net|org|cc|tv|me|cn|top|vip)/i;

/** Is the text in brackets the name of a site? */
export function isSite(inside: string): boolean {
	return siteNames.has(inside.toLowerCase()) || (site.test(inside) && !signature.test(inside)) || chineseSite.test(inside);
}

/** The name without a site in front: `[www.site.org] - Title`. */
export function withoutSitePrefix(name: string): string {
	return name.replace(sitePrefix, '');
}

/** A poster's name right after a technical word is the only name there is, so it is kept. */
function withoutSuffix(text: string): string {
	if (!text.includes('-')) {
		return text;
	}
	const shorter = text.replace(suffix, '');
	const before = posterAtEnd.test(shorter) ? poster.exec(shorter)?.groups?.['before'] : undefined;
	return before === undefined || isDescription(before) ? shorter : shorter.replace(poster, '');
}

function withoutGap(text: string): string {
	return '-_. '.includes(text.at(-1) ?? '|') ? text.replace(/[-_. ]{1,9}$/, '') : text;
}

/** Removes what others appended after the group: sites, suffixes and, on request, brackets that describe the file. */
export function withoutAdditions(text: string, alsoDescriptions: boolean): string {
	let rest = text.endsWith(')') ? text.replace(peers, '') : text;
	for (let times = 0; times < 8; times++) {
		const brackets = ')]】'.includes(rest.at(-1) ?? ' ') ? lastBrackets.exec(rest) : null;
		const inside = brackets?.groups?.['inside']?.trim() ?? '';
		const added = isSite(inside) || (alsoDescriptions && rest.endsWith(']') && isDescription(inside));
		const shorter = withoutGap(brackets !== null && added ? rest.slice(0, brackets.index) : withoutSuffix(rest));
		if (shorter === rest || shorter === '') {
			return rest;
		}
		rest = shorter;
	}
	return rest;
}
