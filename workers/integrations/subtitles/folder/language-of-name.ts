import {subtitleLanguages} from '#shared/domain/languages/subtitle-languages.ts';
import {languageName} from '#shared/domain/release/language-codes.ts';

const known: ReadonlySet<string> = new Set(subtitleLanguages);
const byName: ReadonlyMap<string, string> = new Map([
	...subtitleLanguages.flatMap((code): [string, string][] => {
		const name = languageName(code);
		return name === null || ['nb', 'nn'].includes(code) ? [] : [[name, code]];
	}),
	['brazilian', 'pt-br'],
	['castilian', 'es'],
	['farsi', 'fa'],
]);
/** Codes of three letters that names of subtitles have: those of ISO 639-2, for libraries and for linguists. */
const byThreeLetters: ReadonlyMap<string, string> = new Map(
	'eng en, fre fr, fra fr, ger de, deu de, spa es, ita it, por pt, pob pt-br, dut nl, nld nl, dan da, swe sv, nor no, nob nb, nno nn, fin fi, isl is, ice is, pol pl, cze cs, ces cs, slo sk, slk sk, slv sl, hun hu, rum ro, ron ro, bul bg, gre el, ell el, hrv hr, srp sr, bos bs, mac mk, mkd mk, alb sq, sqi sq, rus ru, ukr uk, bel be, est et, lav lv, lit lt, tur tr, ara ar, heb he, per fa, fas fa, hin hi, ben bn, tam ta, tel te, mal ml, kan kn, mar mr, urd ur, tha th, vie vi, ind id, may ms, msa ms, jpn ja, kor ko, chi zh, zho zh, cat ca, baq eu, eus eu, glg gl, geo ka, kat ka, arm hy, hye hy, aze az, kaz kk, mon mn, nep ne, sin si'
		.split(', ')
		.map((pair): [string, string] => [pair.slice(0, 3), pair.slice(4)]),
);
/** Exports put up to six words behind the language: `English.HI.C.updated.Addic7ed.com`. */
const wordsBehindName = 8;
const wordsBehindCode = 3;
const regions: readonly [RegExp, string][] = [
	[/portuguese[ ._-]*\(?bra[sz]il(?:ian)?\)?|(?<![a-z])pt[-_]br(?![a-z])/i, 'pt-br'],
	[/spanish[ ._-]*\(?latin(?:o| ?america)?[a-z ]*\)?|(?<![a-z])es[-_](?:419|la|mx)(?![a-z0-9])/i, 'es-419'],
	[/chinese[ ._-]*\(?traditional\)?|(?<![a-z])zh[-_](?:tw|hk|hant)(?![a-z])/i, 'zh-tw'],
	[/chinese[ ._-]*\(?simplified\)?|(?<![a-z])zh[-_](?:cn|hans)(?![a-z])/i, 'zh'],
];

/** The language that a subtitle file or archive names behind its release, or one of its folders; null if none does. */
export function languageOfName(relative: string): string | null {
	const parts = relative.split('/');
	const stem = (parts.pop() ?? '').replace(/\.[a-z0-9]{2,4}$/i, '');
	const words = stem.split(/[\s._\-()[\]]+/).filter(word => word !== '');
	const behind = words.slice(-wordsBehindName).join(' ');
	const region = regions.find(([pattern]) => pattern.test(stem.slice(-60)))?.[1];
	const named = behind
		.toLowerCase()
		.split(' ')
		.toReversed()
		.map(word => byName.get(word))
		.find(code => code !== undefined);
	const coded = words
		.slice(1)
		.slice(-wordsBehindCode)
		.toReversed()
		.map(codeOf)
		.find(code => code !== null);
	const foldered = parts.toReversed().map(folder => regionOf(folder) ?? byName.get(folder.toLowerCase()) ?? codeOf(folder));
	return region ?? coded ?? named ?? foldered.find(code => code !== null) ?? null;
}

function regionOf(folder: string): string | null {
	return regions.find(([pattern]) => pattern.exec(folder)?.[0] === folder)?.[1] ?? null;
}

function codeOf(word: string): string | null {
	const code = word.toLowerCase();
	const short = code.length === 3 ? byThreeLetters.get(code) : code;
	return short !== undefined && known.has(short) ? short : null;
}
