import {listed} from './quality/phrases.ts';

interface LanguageRow {
	name: string;
	/**
	 * Names of the language. They count next to a technical word, or in capitals. A space stands
	 * for any separator or none.
	 */
	words: string[];
	/**
	 * Codes that are not English words. They count next to a technical word. Codes in capitals here must be
	 * in capitals in the name.
	 */
	codes: string[];
	/** Codes that are also words: both neighbors must be technical. */
	guarded: string[];
}

function row(name: string, words: string, codes = '', guarded = ''): LanguageRow {
	return {name, words: listed(words), codes: listed(codes), guarded: listed(guarded)};
}

/**
 * Every language used in release names, with its words, codes and guarded codes. Add new languages
 * and spellings only here.
 */
export const languageTable: LanguageRow[] = [
	row('english', 'english, inglese, inglés, ingles, inglês, anglais', 'eng, EN', 'ing'),
	row('french', 'french, truefrench, français, francais, vff, vf2, vfi, vfq, vof, vfb, québécois, francés, francese', 'fre, fra, vf, fr'),
	row('spanish', 'spanish, español, española, castellano, spagnolo, espanol, castilian', 'spa, esp', 'ES'),
	row(
		'spanish-latino',
		'latino, spa latino, esp latino, latin spanish, spanish latino, español latino, espanol latino, dual latino',
		'es 419, ES MX',
	),
	row('german', 'german, swissgerman, swiss german, deutsch, videomann, germandub, ger dub, tedesco, allemand, alemán', 'ger, deu', 'DE'),
	row('italian', 'italian, italiano, italien', 'ita', 'IT'),
	row('danish', 'danish, dansk', 'DK', 'dan, DA'),
	row('dutch', 'dutch, nederlands, nlaudio, nl audio', 'nld, dut, NL'),
	row('flemish', 'flemish, vlaams'),
	row('japanese', 'japanese, 日本語, giapponese, japonais, japonés', 'jpn, jap, JA, JP'),
	row('icelandic', 'icelandic, íslenska', 'isl', 'ice, IS'),
	row('chinese', 'chinese, mandarin, cantonese, putonghua', 'chs, cht, zho, big5, CN, CHN, zh', 'chi, GB'),
	row('korean', 'korean, 한국어', 'KO, KR', 'kor'),
	row('russian', 'russian, русский, rusdub, ruaudio', 'rus, RU'),
	row('romanian', 'romanian, rodubbed, rodub, română', 'RO', 'rum, ron'),
	row('hindi', 'hindi, hindidub', 'hin', 'HI'),
	row('arabic', 'arabic, العربية', 'AR, ARAB', 'ara'),
	row('thai', 'thai, thaidub', 'tha, TH'),
	row('bulgarian', 'bulgarian, bgaudio, bg audio', 'bul, BG'),
	row(
		'polish',
		'polish, polski, pldub, pl dub, dubpl, dub pl, dubbing pl, pl dubbing, lekpl, lek pl, pllek, pl lek, lektor pl, lektor',
		'PL',
		'pol',
	),
	row('vietnamese', 'vietnamese, thuyết minh, tiếng việt', 'vie, VN'),
	row('swedish', 'swedish, svensk, svenska', 'swe, SE, SV'),
	row('norwegian', 'norwegian, norsk', 'NB', 'nor, NO'),
	row('finnish', 'finnish, suomi', 'FI', 'fin'),
	row('turkish', 'turkish, türkçe, turkce', 'TR', 'tur'),
	row('portuguese', 'portuguese, português, portugues, ptpt, pt pt', 'PT', 'por'),
	row('portuguese-brazil', 'brazilian, dublado, portuguese brazil, brazilian portuguese, pt br, brasileiro', 'PTBR'),
	row('greek', 'greek, ελληνικά', 'ell, gre, GR', 'EL'),
	row('hebrew', 'hebrew, hebdub, hebdubbed, heb dub, heb dubbed, עברית', 'heb', 'HE'),
	row('hungarian', 'hungarian, hundub, hun dub, magyar', 'hun, HU'),
	row('czech', 'czech, cesky, český, czdub, cz dub, czdabing, cz dabing', 'cze, ces, CZ'),
	row('slovak', 'slovak, slovensky, skdub, sk dub', 'slk, SK', 'slo'),
	row('slovenian', 'slovenian, slovene', 'slv', 'SL, SI'),
	row('croatian', 'croatian, hrvatski', 'hrv, HR'),
	row('serbian', 'serbian, srpski', 'srp, SR', 'RS'),
	row('bosnian', 'bosnian, bosanski', 'bos'),
	row('macedonian', 'macedonian', 'mkd'),
	row('lithuanian', 'lithuanian', 'LT', 'lit'),
	row('latvian', 'latvian', 'lav, lv', 'lat'),
	row('estonian', 'estonian, eesti', 'EE', 'est, ET'),
	row('ukrainian', 'ukrainian, український, українська', 'ukr, UA'),
	row('belarusian', 'belarusian', 'bel', 'BY'),
	row('persian', 'persian, farsi, farsidub, dubbed farsi', 'fas', 'per, FA'),
	row('bengali', 'bengali, bangla', '', 'ben'),
	row('tamil', 'tamil', '', 'tam'),
	row('telugu', 'telugu', '', 'tel'),
	row('malayalam', 'malayalam', '', 'mal'),
	row('kannada', 'kannada', '', 'kan'),
	row('marathi', 'marathi', '', 'mar'),
	row('punjabi', 'punjabi, panjabi', '', 'pun'),
	row('gujarati', 'gujarati', 'guj'),
	row('urdu', 'urdu', 'urd'),
	row('nepali', 'nepali', 'nep'),
	row('sinhala', 'sinhala, sinhalese'),
	row('albanian', 'albanian, shqip', 'sqi', 'alb'),
	row('afrikaans', 'afrikaans', 'afr'),
	row('tagalog', 'tagalog, filipino, pinoy', 'tgl'),
	row('indonesian', 'indonesian, bahasa indonesia', '', 'ind, ID'),
	row('malay', 'malay, bahasa melayu', 'msa', 'may, MS'),
	row('catalan', 'catalan, català, catalán, catala', '', 'cat, CA'),
	row('basque', 'basque, euskera, euskara', 'eus'),
	row('galician', 'galician, gallego, galego', 'glg'),
	row('romansh', 'romansh, rumantsch, romansch', 'roh'),
	row('mongolian', 'mongolian, khalkha', 'khk', 'mon, MN'),
	row('georgian', 'georgian', 'KA', 'geo, kat'),
	row('armenian', 'armenian', 'hye', 'arm'),
	row('azerbaijani', 'azerbaijani, azerbaijan, azeri', 'aze, AZ'),
	row('uzbek', 'uzbek, uzbekistan, ozbek', 'uzb, UZ'),
	row('kazakh', 'kazakh, kazakhstan', 'kaz, KZ'),
	row('khmer', 'khmer', 'khm'),
	row('irish', 'irish gaelic, gaeilge', 'gle'),
	row('welsh', 'welsh, cymraeg', 'cym'),
	row('original', 'original, orig, original audio, original version'),
];
