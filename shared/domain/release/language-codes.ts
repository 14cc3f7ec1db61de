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

/** The name of a language, as `ParsedTitle` spells it, for a code or a name; null for an unknown code. */
export function languageName(codeOrName: string | null): string | null {
	const text = codeOrName?.toLowerCase() ?? '';
	const isCode = /^[a-z]{2}(?:-[a-z0-9]{2,3})?$/.test(text);
	return names.get(text) ?? (text === '' || isCode ? null : text);
}
