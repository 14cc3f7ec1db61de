import {foldLetters} from '../text/fold-letters.ts';
import {namedLanguages} from './language-names.ts';
import {subtitleLanguages} from './subtitle-languages.ts';

/** Usual in the names of subtitles, but in no standard. */
const furtherCodes: Readonly<Record<string, string>> = {
	chs: 'zh',
	cht: 'zh-tw',
	cn: 'zh',
	cz: 'cs',
	dk: 'da',
	ea: 'es-419',
	fle: 'nl',
	gr: 'el',
	iw: 'he',
	jp: 'ja',
	latam: 'es-419',
	pb: 'pt-br',
	pob: 'pt-br',
	ptbr: 'pt-br',
	// Sardinian by the standard; beside `tc` it is how Chinese groups mark simplified characters.
	sc: 'zh',
	spl: 'es-419',
	tc: 'zh-tw',
	ua: 'uk',
	vn: 'vi',
	yue: 'zh',
	zhe: 'zh',
	zhs: 'zh',
	zht: 'zh-tw',
};
const furtherNames: Readonly<Record<string, string>> = {
	big5: 'zh-tw',
	brasileiro: 'pt-br',
	brazilian: 'pt-br',
	'brazilian portuguese': 'pt-br',
	'european portuguese': 'pt',
	'european spanish': 'es',
	'latin american': 'es-419',
	'latin american spanish': 'es-419',
	latino: 'es-419',
	'mexican spanish': 'es-419',
	'simplified chinese': 'zh',
	'traditional chinese': 'zh-tw',
	简中: 'zh',
	简体: 'zh',
	简体中文: 'zh',
	繁中: 'zh-tw',
	繁体: 'zh-tw',
	繁體: 'zh-tw',
	繁體中文: 'zh-tw',
};
/** What a region or script next to the language makes of it; any other one changes nothing. */
const variants: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
	es: {
		'es-419': [
			'419',
			'latin',
			'latam',
			'latino',
			'latinoamerica',
			'america',
			'la',
			'mx',
			'mexico',
			'mexican',
			'ar',
			'co',
			'cl',
			'pe',
			've',
		],
	},
	pt: {'pt-br': ['br', 'bra', 'brazil', 'brazilian', 'brasil', 'brasileiro']},
	zh: {'zh-tw': ['tw', 'hk', 'hong', 'hongkong', 'mo', 'hant', 'cht', 'tc', 'trad', 'traditional', 'big5', 'taiwan', '繁體', '繁体']},
};

/** Lower case without accents, so that `FRANÇAIS` and `francais` are one word. */
function foldWord(text: string): string {
	return foldLetters(text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase());
}

/** The words of a text; dots, spaces, brackets and the like divide them. */
export function wordsOf(text: string): string[] {
	return foldWord(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

const codes: ReadonlyMap<string, string> = new Map([
	...namedLanguages.flatMap(({code, longCodes}) => [code, ...longCodes].map(each => [each, code] as const)),
	...Object.entries(furtherCodes),
]);
const names: ReadonlyMap<string, string> = new Map(
	[...namedLanguages.flatMap(({code, names: own}) => own.map(name => [name, code] as const)), ...Object.entries(furtherNames)].map(
		([name, code]) => [wordsOf(name).join(' '), code],
	),
);
const maxWordsOfName = 3;

export interface FoundLanguage {
	/** Of `subtitle-languages.ts`. */
	language: string;
	/** How many words say it. */
	length: number;
	/** A name and no code. */
	isName: boolean;
}

/** The language that the words at this position name. */
export function languageAt(words: readonly string[], position: number): FoundLanguage | null {
	for (let length = maxWordsOfName; length > 0; length -= 1) {
		const name = words.slice(position, position + length);
		const language = name.length === length ? names.get(name.join(' ')) : undefined;
		if (language !== undefined) {
			return {language, length, isName: true};
		}
	}
	const language = codes.get(words[position] ?? '');
	return language === undefined ? null : {language, length: 1, isName: false};
}

/** `pt` beside `BR` -> `pt-br`. */
export function regionalForm(language: string, words: readonly string[]): string {
	const forms = Object.entries(variants[language] ?? {});
	return forms.find(([, marks]) => words.some(word => marks.includes(word)))?.[0] ?? language;
}

/** A word that only says where the language before it is spoken or how it is written: `US` in `en-US`. */
export function isRegion(word: string): boolean {
	return regions.has(word) || /^[a-z]{2}$/.test(word);
}

const regions: ReadonlySet<string> = new Set([
	...Object.values(variants).flatMap(forms => Object.values(forms).flat()),
	...'america american australian british bokmal canadian castilian china cyrl cyrillic european hans international iberian'.split(' '),
	...'latn portugal simp simplified spain usa'.split(' '),
]);

const standardCodes: ReadonlySet<string> = new Set(subtitleLanguages);

/** `en-US`, `zh-Hant`, `por` or `Portuguese` -> a code of `subtitle-languages.ts`; null for anything else. */
export function toSubtitleLanguage(text: string): string | null {
	// In a name `sc` means Chinese, but as a code it is Sardinian.
	if (standardCodes.has(text.toLowerCase())) {
		return text.toLowerCase();
	}
	const words = wordsOf(text);
	const found = languageAt(words, 0);
	const rest = words.slice(found?.length ?? 0);
	return found && rest.every(isRegion) ? regionalForm(found.language, rest) : null;
}
