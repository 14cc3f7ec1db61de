import {languageCodes} from '../../languages/iso-639-1.ts';
import {languageName} from '../../release/language-codes.ts';
import {languageTable} from '../../release/patterns/language-table.ts';

/** Three letters that the table of release names does not have. */
const threeLetters: Readonly<Record<string, string>> = {
	ell: 'el',
	gre: 'el',
	chi: 'zh',
	zho: 'zh',
	chs: 'zh',
	cht: 'zh-tw',
	jpn: 'ja',
	kor: 'ko',
	ara: 'ar',
	heb: 'he',
	tha: 'th',
	vie: 'vi',
	tur: 'tr',
	rus: 'ru',
	ukr: 'uk',
	bul: 'bg',
	srp: 'sr',
	scc: 'sr',
	hrv: 'hr',
	scr: 'hr',
	slv: 'sl',
	slk: 'sk',
	slo: 'sk',
	ces: 'cs',
	cze: 'cs',
	pol: 'pl',
	hun: 'hu',
	ron: 'ro',
	rum: 'ro',
	est: 'et',
	lav: 'lv',
	lit: 'lt',
	fin: 'fi',
	swe: 'sv',
	nor: 'no',
	nob: 'no',
	dan: 'da',
	isl: 'is',
	ice: 'is',
	nld: 'nl',
	dut: 'nl',
	deu: 'de',
	ger: 'de',
	fra: 'fr',
	fre: 'fr',
	spa: 'es',
	por: 'pt',
	pob: 'pt-br',
	ita: 'it',
	eng: 'en',
	cat: 'ca',
	fas: 'fa',
	per: 'fa',
	ind: 'id',
	msa: 'ms',
	may: 'ms',
	hin: 'hi',
	sqi: 'sq',
	alb: 'sq',
	mkd: 'mk',
	mac: 'mk',
};
const codes: ReadonlySet<string> = new Set([...languageCodes, 'es-419', 'pt-br', 'zh-tw']);
const namesToCodes = new Map(
	[...codes].flatMap((code): [string, string][] => {
		const name = languageName(code);
		const words = languageTable.find(row => row.name === name)?.words ?? [];
		return name === null ? [] : [name, ...words].map((word): [string, string] => [word, code]);
	}),
);
/** What may stand behind the language: `Film.en.hi.srt`, `Film.eng.2.srt`. */
const mark = /^(?:hi|cc|sdh|forced|foreign|full|default|normal|signs|\d{1,2})$/;
const scripts: Readonly<Record<string, string>> = {
	'zh-hans': 'zh',
	'zh-cn': 'zh',
	'zh-hant': 'zh-tw',
	'zh-hk': 'zh-tw',
	'es-mx': 'es-419',
	'es-la': 'es-419',
};

/** 2 when the name of an entry says the wanted language, 1 for another region of it, 0 when it says none, else -1. */
export function languageFit(path: string, wanted: string): number {
	const said = languageOf(path);
	if (said === null) {
		return 0;
	}
	const base = (code: string) => code.split('-')[0];
	if (said === wanted) {
		return 2;
	}
	return base(said) === base(wanted) ? 1 : -1;
}

/** The language at the end of the name, or else of a folder: `Film.en.srt`, `2_English.srt`, `pt-BR/Film.srt`. */
function languageOf(path: string): string | null {
	const parts = path.split('/');
	const stem = (parts.at(-1) ?? '').replace(/\.[^.]{1,5}$/, '');
	const words = stem.split(/[\s._()[\]]+/).filter(word => word !== '');
	const last = words.findLast(word => !mark.test(word.toLowerCase())) ?? '';
	return (
		codeOf(last) ??
		parts
			.slice(0, -1)
			.map(codeOf)
			.findLast(code => code !== null) ??
		null
	);
}

function codeOf(word: string): string | null {
	const plain = word.toLowerCase();
	const known = codes.has(plain) ? plain : (scripts[plain] ?? threeLetters[plain] ?? namesToCodes.get(plain));
	const [base = '', region = ''] = plain.split('-');
	return known ?? (codes.has(base) && /^[a-z]{2}$/.test(region) ? base : null);
}
