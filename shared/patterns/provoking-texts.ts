/** Long enough that a pattern whose time doubles with each letter never ends, and one that squares it is quick. */
const runLength = 60;
/** Letters of the pattern that are repeated. */
const maxLetters = 8;

/** What names are made of, whatever the pattern says. */
const usual = ['a', '0', '.', ' ', '-', '_', '[', 'A.', 'a1', '1080p.', 'web-dl '];

/** A name such as sites have it. */
const longName = 'A.Rather.Long.Name.Of.A.Film.2019.S01E02.MULTi.2160p.UHD.BluRay.REMUX.DV.HDR10.HEVC.TrueHD.7.1.Atmos-NOBODY';

/** Texts on which a pattern with nested repetitions takes long: what it repeats, many times, and something else. */
export function provokingTexts(pattern: string): string[] {
	const own = [...new Set(pattern.replace(/\\[a-z]/gi, '').match(/[a-z\d]/gi) ?? [])].slice(0, maxLetters);
	const words = (pattern.match(/[a-z\d]{2,12}/gi) ?? []).slice(0, maxLetters);
	const runs = [...new Set([...own, ...words, ...usual])].map(unit => unit.repeat(Math.ceil(runLength / unit.length)));
	return [...runs.flatMap(run => [`${run}\u0001`, `${longName}.${run}\u0001`]), longName];
}
