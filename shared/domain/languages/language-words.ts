import {foldLetters} from '../release/clean-title.ts';
import {subtitleLanguages} from './subtitle-languages.ts';

/**
 * Each code of ISO 639-1 with its codes of ISO 639-2 and common ones of ISO 639-3, then its names in English and in the
 * language itself, as the Unicode CLDR has them.
 */
const table = `
aa aar: afar; ab abk: abkhazian; ae ave: avestan; af afr: afrikaans; ak aka: akan; am amh: amharic, አማርኛ; an arg: aragonese;
ar ara arb: arabic, العربية; as asm: assamese, অসমীয়া; av ava: avaric; ay aym: aymara; az aze: azerbaijani, azərbaycan;
ba bak: bashkir, башҡорт; be bel: belarusian, беларуская; bg bul: bulgarian, български; bi bis: bislama;
bm bam: bambara, bamanakan; bn ben: bangla, bengali, বাংলা; bo bod tib: tibetan, བོད་སྐད་; br bre: breton, brezhoneg;
bs bos: bosnian, bosanski; ca cat: catalan, valencian, català; ce che: chechen, нохчийн; ch cha: chamorro; co cos: corsican;
cr cre: cree; cs ces cze: czech, čeština; cu chu: church slavic; cv chv: chuvash, чӑваш чӗлхи; cy cym wel: welsh, cymraeg;
da dan: danish, dansk; de deu ger: german, deutsch; dv div: divehi, maldivian; dz dzo: dzongkha, རྫོང་ཁ; ee ewe: ewe, eʋegbe;
el ell gre: greek, modern greek, ελληνικά; en eng: english; eo epo: esperanto; es spa: spanish, castilian, castellano, español;
et ekk est: estonian, eesti; eu baq eus: basque, euskara; fa fas per pes prs: persian, farsi, فارسی; ff ful: fula, pulaar;
fi fin: finnish, suomi; fj fij: fijian; fo fao: faroese, føroyskt; fr fra fre: french, français;
fy fry: western frisian, frisian, frysk; ga gle: irish, gaeilge; gd gla: scottish gaelic, gaelic, gàidhlig;
gl glg: galician, galego; gn grn: guarani; gu guj: gujarati, ગુજરાતી; gv glv: manx, gaelg; ha hau: hausa;
he heb: hebrew, ivrit, עברית; hi hin: hindi, हिन्दी; ho hmo: hiri motu; hr hrv scr: croatian, hrvatski;
ht hat: haitian creole, haitian; hu hun: hungarian, magyar; hy arm hye: armenian, հայերեն; hz her: herero; ia ina: interlingua;
id ind: indonesian, bahasa indonesia, indonesia; ie ile: interlingue; ig ibo: igbo; ii iii: sichuan yi, nuosu, ꆈꌠꉙ;
ik ipk: inupiaq; io ido: ido; is ice isl: icelandic, islenska, íslenska; it ita: italian, italiano; iu iku: inuktitut;
ja jpn: japanese, nihongo, 日本語; jv jav: javanese, jawa; ka geo kat: georgian, ქართული; kg kon: kongo; ki kik: kikuyu, gikuyu;
kj kua: kuanyama; kk kaz: kazakh, қазақ тілі; kl kal: kalaallisut; km khm: khmer, cambodian, ខ្មែរ; kn kan: kannada, ಕನ್ನಡ;
ko kor: korean, 한국어; kr kau: kanuri; ks kas: kashmiri, کٲشُر; ku kmr kur: kurdish, kurdî; kv kom: komi;
kw cor: cornish, kernewek; ky kir: kyrgyz, kirghiz, кыргызча; la lat: latin;
lb ltz: luxembourgish, luxembourgeois, lëtzebuergesch; lg lug: ganda, luganda; li lim: limburgish; ln lin: lingala, lingála;
lo lao: lao, ລາວ; lt lit: lithuanian, lietuvių; lu lub: luba-katanga, tshiluba; lv lav lvs: latvian, latviešu; mg mlg: malagasy;
mh mah: marshallese; mi mao mri: māori; mk mac mkd: macedonian, македонски; ml mal: malayalam, മലയാളം; mn mon: mongolian, монгол;
mr mar: marathi, मराठी; ms may msa zsm: malay, bahasa melayu, malaysian, melayu; mt mlt: maltese, malti;
my bur mya: burmese, myanmar, မြန်မာ; na nau: nauru; nb nob: norwegian bokmål, bokmål, norsk bokmål;
nd nde: north ndebele, isindebele; ne nep npi: nepali, नेपाली; ng ndo: ndonga; nl dut nld: dutch, flemish, nederlands;
nn nno: norwegian nynorsk, nynorsk, norsk nynorsk; no nor: norwegian, norsk; nr nbl: south ndebele; nv nav: navajo;
ny nya: nyanja; oc oci: occitan; oj oji: ojibwa; om orm: oromo, oromoo; or ori: odia, oriya, ଓଡ଼ିଆ; os oss: ossetic, ирон;
pa pan: punjabi, ਪੰਜਾਬੀ; pi pli: pali; pl pol: polish, polski; ps pus: pashto, pushto, پښتو; pt por: portuguese, português;
qu que: quechua, runasimi; rm roh: romansh, rumantsch; rn run: rundi, kirundi, ikirundi;
ro mol ron rum: romanian, moldavian, română; ru rus: russian, русский; rw kin: kinyarwanda, ikinyarwanda;
sa san: sanskrit, संस्कृत भाषा; sc srd: sardinian, sardu; sd snd: sindhi, سنڌي; se sme: northern sami, davvisámegiella;
sg sag: sango, sängö; sh hbs: serbocroatian, serbo-croatian; si sin: sinhala, sinhalese, සිංහල; sk slk slo: slovak, slovenčina;
sl slv: slovenian, slovene, slovenščina; sm smo: samoan; sn sna: shona, chishona; so som: somali, soomaali;
sq alb sqi: albanian, shqip; sr scc srp: serbian, српски; ss ssw: swati; st sot: southern sotho, sesotho;
su sun: sundanese, basa sunda; sv swe: swedish, svenska; sw swa swh: swahili, kiswahili; ta tam: tamil, தமிழ்;
te tel: telugu, తెలుగు; tg tgk: tajik, тоҷикӣ; th tha: thai, ไทย; ti tir: tigrinya, ትግርኛ; tk tuk: turkmen, türkmen dili;
tl fil tgl: filipino, tagalog, pilipino; tn tsn: tswana, setswana; to ton: tongan, lea fakatonga; tr tur: turkish, türkçe;
ts tso: tsonga; tt tat: tatar, татар; tw twi: twi; ty tah: tahitian; ug uig: uyghur, uighur, ئۇيغۇرچە;
uk ukr: ukrainian, українська; ur urd: urdu, اردو; uz uzb: uzbek, oʻzbek; ve ven: venda; vi vie: vietnamese, việt, tiếng việt;
vo vol: volapük; wa wln: walloon; wo wol: wolof; xh xho: xhosa, isixhosa; yi yid: yiddish, ייִדיש; yo yor: yoruba, èdè yorùbá;
za zha: zhuang, vahcuengh; zh chi cmn zho: chinese, mandarin, cantonese, zhongwen, 中文; zu zul: zulu, isizulu`;

interface NamedLanguage {
	code: string;
	/** Codes of three letters. */
	longCodes: string[];
	/** In lower case. */
	names: string[];
}

export const namedLanguages: readonly NamedLanguage[] = table.split(';').map(entry => {
	const [codes = '', names = ''] = entry.trim().split(': ');
	const [code = '', ...longCodes] = codes.split(' ');
	return {code, longCodes, names: names.split(', ')};
});

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
	// Kanuri by the standard, but what calls itself so is Korean.
	kr: 'ko',
	latam: 'es-419',
	pb: 'pt-br',
	pob: 'pt-br',
	ptbr: 'pt-br',
	// Sardinian by the standard; beside `tc` it is how Chinese groups mark simplified characters.
	sc: 'zh',
	spl: 'es-419',
	tc: 'zh-tw',
	ua: 'uk',
	vf: 'fr',
	vff: 'fr',
	vfq: 'fr',
	vn: 'vi',
	vostfr: 'fr',
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
	...'chs latn portugal sc simp simplified spain usa'.split(' '),
]);

const standardCodes: ReadonlySet<string> = new Set(subtitleLanguages);

/** `en-US`, `zh-Hant`, `por` or `Portuguese` -> a code of `subtitle-languages.ts`; null for anything else. */
export function toSubtitleLanguage(text: string): string | null {
	// In a name `sc` means Chinese and `kr` Korean, but as codes they are Sardinian and Kanuri.
	if (standardCodes.has(text.toLowerCase())) {
		return text.toLowerCase();
	}
	const words = wordsOf(text);
	const found = languageAt(words, 0);
	const rest = words.slice(found?.length ?? 0);
	return found && rest.every(isRegion) ? regionalForm(found.language, rest) : null;
}
