import {cleanTitle} from './clean-title.ts';
import type {ParsedTitle} from './parsed-title.ts';

/**
 * The languages by which a release is judged: those from its title or indexer, with `original` resolved. When none is
 * given it is the original language, because releases are named that way. Empty when the original language is unknown,
 * too. `originalLanguage` is an ISO 639-1 code or a name.
 */
export function spokenLanguages(named: readonly string[], originalLanguage: string | null): string[] {
	const original = languageName(originalLanguage);
	const known = named.filter(language => language !== 'unknown');
	const spoken = (known.length > 0 ? known : ['original']).map(language => (language === 'original' ? original : language));
	return [...new Set(spoken.filter(language => language !== null))];
}

/** Words for a second sound track, or for original sound with subtitles in addition to a dub. */
const originalToo = /(?<![a-z0-9])(?:multi|dual)(?![-_. ]?sub)(?![a-z0-9])|(?<![a-z0-9])vost[a-z]{0,2}(?![a-z0-9])/i;

/**
 * Sound languages of a release: from its title, otherwise from its indexer. A dub that includes the
 * original sound counts as both.
 */
export function languagesOfRelease(
	parsed: Pick<ParsedTitle, 'languages' | 'releaseTitle' | 'title'> | null,
	byIndexer: readonly string[],
	mediaTitle: string | null = null,
	episodeTitles: readonly string[] = [],
): string[] {
	const inTitle = parsed && languageOfTitle(parsed, mediaTitle);
	const isSpoken = (language: string) =>
		language !== inTitle && !episodeTitles.some(title => parsed && isInNameOnly(language, title, parsed.releaseTitle));
	const named = parsed?.languages.filter(isSpoken) ?? [];
	if (!parsed || named.length === 0) {
		return [...byIndexer];
	}
	const behindTitle = parsed.releaseTitle.slice(parsed.title.length);
	return named.length === 1 && !named.includes('original') && originalToo.test(behindTitle) ? [...named, 'original'] : named;
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** `Title.S02E05.The.German` of the episode `The German` says no language, unless it names it again. */
function isInNameOnly(language: string, episodeTitle: string, releaseTitle: string): boolean {
	const [name, written] = [wordsOf(episodeTitle), wordsOf(releaseTitle)];
	const isWritten = written.some((_, at) => name.every((word, offset) => written[at + offset] === word));
	const count = (words: string[]) => words.filter(word => word === language).length;
	return isWritten && count(name) > 0 && count(written) === count(name);
}

/** `Simple.German.2012` of the film `Simple German` says no language, unless it names it again. */
function languageOfTitle({title, releaseTitle}: Pick<ParsedTitle, 'releaseTitle' | 'title'>, mediaTitle: string | null): string | null {
	const last = mediaTitle?.split(' ').at(-1)?.toLowerCase() ?? '';
	const isCut = mediaTitle !== null && cleanTitle(`${title} ${last}`) === cleanTitle(mediaTitle);
	return isCut && releaseTitle.toLowerCase().split(last).length === 2 ? last : null;
}

/**
 * ISO 639-1 codes, and two used only by the metadata provider (`cn`, `pt-br`), with the names in the language table.
 */
const table =
	'en english, fr french, es spanish, es-419 spanish-latino, es-mx spanish-latino, de german, it italian, da danish, nl dutch, ja japanese, is icelandic, zh chinese, cn chinese, ko korean, ru russian, ro romanian, hi hindi, ar arabic, th thai, bg bulgarian, pl polish, vi vietnamese, sv swedish, no norwegian, nb norwegian, nn norwegian, fi finnish, tr turkish, pt portuguese, pt-br portuguese-brazil, el greek, he hebrew, hu hungarian, cs czech, sk slovak, sl slovenian, hr croatian, sr serbian, bs bosnian, mk macedonian, lt lithuanian, lv latvian, et estonian, uk ukrainian, be belarusian, fa persian, bn bengali, ta tamil, te telugu, ml malayalam, kn kannada, mr marathi, pa punjabi, gu gujarati, ur urdu, ne nepali, si sinhala, sq albanian, af afrikaans, tl tagalog, id indonesian, ms malay, ca catalan, eu basque, gl galician, rm romansh, mn mongolian, ka georgian, hy armenian, az azerbaijani, uz uzbek, kk kazakh, km khmer, ga irish, cy welsh';

const names: ReadonlyMap<string, string> = new Map(
	table.split(', ').map((entry): [string, string] => {
		const [code = '', name = ''] = entry.split(' ');
		return [code, name];
	}),
);

/** Names of all languages that are known, as `ParsedTitle` spells them. */
export const spokenLanguageNames: readonly string[] = [...new Set(names.values())].toSorted();

/** The codes that titles have for a language of this name. */
export const codesOfLanguage = (name: string): string[] => [...names].flatMap(([code, each]) => (each === name ? [code] : []));

/** The name of a language, as `ParsedTitle` spells it, for a code or a name; null for an unknown code. */
export function languageName(codeOrName: string | null): string | null {
	const text = codeOrName?.toLowerCase() ?? '';
	const isCode = /^[a-z]{2}(?:-[a-z0-9]{2,3})?$/.test(text);
	return names.get(text) ?? (text === '' || isCode ? null : text);
}
