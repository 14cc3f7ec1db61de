import {addedSuffixes, posterSuffixes, siteTags} from './group-table.ts';
import {isLanguageWord} from './language-hits.ts';
import {isTechnical} from './marks.ts';
import {asPattern} from './phrases.ts';
import {isVocabulary, termsAt} from './vocabulary.ts';
import {splitWords, type Words} from './words.ts';

const suffix = new RegExp(`-(?:${asPattern(addedSuffixes)})$`, 'i');
const poster = new RegExp(`(?<=(?<before>[\\p{L}\\p{N}]{2,60}))-(?:${asPattern(posterSuffixes)})$`, 'iu');
const posterAtEnd = new RegExp(`-(?:${asPattern(posterSuffixes)})$`, 'i');
const siteNames = new Set(siteTags);
const site = /^(?:www\.)?[a-z0-9-]+(?:\.[a-z0-9-]+){0,2}\.[a-z]{2,5}$/i;
/** Groups that sign with an address of their own: `[YTS.MX]`, and Hungarian ones, `[Tern.Hu] Title - 01`. */
const signature = /^(?:yts\.|(?!www\.)[a-z-]+\.hu$)/i;
const sitePrefix =
	/^(?!\[[a-z-]{2,60}\.hu\])(?:\[[ ]*(?:www\.)?[a-z0-9-]{2,60}(?:\.[a-z0-9-]{2,30}){1,3}[ ]*\]|www\.[a-z0-9-]{2,60}(?:\.[a-z0-9-]{2,30}){1,3})[-._ ]*/i;
/** The last pair of brackets, with nothing behind it. */
export const lastBrackets = /[[(【](?<inside>[^[\]()【】]{1,200})[\])】]$/;
const digitFirst = /^\d/;
/** Plain numbers and those with a unit; `2HD` is a group. */
const measure = /^\d+(?:x\d+)?(?:[pi]\d{0,2}|[kdx]|v\d|ch|bits?|fps|k?hz|[mg]i?b|[km]bps|of\d+|audio|st|nd|rd|th)?$/;
const checksum = /^(?:[0-9a-f]{8}|tt\d{7,8})$/i;
/** `(S:285/L:11)`: who shares it at the moment. */
const peers = / ?\(S:\d{1,6}\/L:\d{1,6}\)$/i;

/** `blu` and `ray` say something together. */
function isOfPhrase(words: Words, at: number): boolean {
	return [at - 1, at].some(start => start >= 0 && (termsAt(words, start)?.length ?? 0) > at - start);
}

/** Whether every word is one of the technical part, of a language or a number; or the whole is a checksum or an id. */
export function isDescription(text: string): boolean {
	const words = splitWords(text);
	const describes = (word: string, at: number) =>
		digitFirst.test(word) ? isVocabulary(word) || measure.test(word) : isTechnical(words, at);
	return checksum.test(text) || words.lower.every((word, at) => describes(word, at) || isLanguageWord(word) || isOfPhrase(words, at));
}

/** `电影天堂www.site.com`: a Chinese site introduces itself. */
const chineseSite = /[\u3400-\u9fff].{0,20}\.(?:com|net|org|cc|tv|me|cn|top|vip)/i;

/** Whether the inside of brackets is a site's name. */
export function isSite(inside: string): boolean {
	return siteNames.has(inside.toLowerCase()) || (site.test(inside) && !signature.test(inside)) || chineseSite.test(inside);
}

/** A name without the site in front of it: `[www.site.org] - Title`. */
export function withoutSitePrefix(name: string): string {
	return name.replace(sitePrefix, '');
}

/** A poster's name right behind a technical word is the only name there is, so it stays. */
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

/** Takes off what others have hung behind the group: sites, suffixes and, if asked, brackets that describe the file. */
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
