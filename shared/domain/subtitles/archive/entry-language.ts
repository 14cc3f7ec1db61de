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
/** Words of the end of a name that are no languages although they look like codes. */
const marks: ReadonlySet<string> = new Set(['hi', 'cc', 'sdh', 'forced', 'full', 'default', 'no', 'is', 'to']);

/** 1 when the name of an entry says the wanted language, 0 when it says none, -1 when it says another one. */
export function languageFit(path: string, wanted: string): number {
	const said = languagesOf(path);
	if (said.length === 0) {
		return 0;
	}
	const base = (code: string) => code.split('-')[0];
	return said.includes(wanted) ? 2 : said.some(code => base(code) === base(wanted)) ? 1 : -1;
}

/** Languages at the end of the name or of its folder: `Film.en.srt`, `Film.pt-BR.srt`, `English/Film.srt`. */
function languagesOf(path: string): string[] {
	const parts = path.split('/');
	const stem = (parts.at(-1) ?? '').replace(/\.[^.]{1,5}$/, '');
	const tail = stem
		.split(/[\s._()[\]]+/)
		.filter(word => word !== '')
		.slice(-3);
	const fromName = tail.flatMap((word, index) => codeOf(word, index === tail.length - 1) ?? []);
	const folders = parts.slice(0, -1).flatMap(folder => codeOf(folder, true) ?? []);
	return fromName.length > 0 ? fromName.slice(-1) : folders;
}

function codeOf(word: string, isLast: boolean): string | null {
	const plain = word.toLowerCase().replaceAll('_', '-');
	if (codes.has(plain) && (isLast || !marks.has(plain)) && plain !== 'hi') {
		return plain;
	}
	return threeLetters[plain] ?? namesToCodes.get(plain) ?? null;
}
