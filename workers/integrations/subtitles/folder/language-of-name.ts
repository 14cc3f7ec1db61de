import {toSubtitleLanguage} from '#shared/domain/languages/language-words.ts';

/** Letters of the longest code; longer words are names. */
const longestCode = 3;
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
		.map(nameOf)
		.find(code => code !== null);
	const coded = words
		.slice(1)
		.slice(-wordsBehindCode)
		.toReversed()
		.map(codeOf)
		.find(code => code !== null);
	const foldered = parts.toReversed().map(folder => regionOf(folder) ?? toSubtitleLanguage(folder));
	return region ?? coded ?? named ?? foldered.find(code => code !== null) ?? null;
}

function regionOf(folder: string): string | null {
	return regions.find(([pattern]) => pattern.exec(folder)?.[0] === folder)?.[1] ?? null;
}

function codeOf(word: string): string | null {
	return word.length <= longestCode ? toSubtitleLanguage(word) : null;
}

function nameOf(word: string): string | null {
	return word.length > longestCode ? toSubtitleLanguage(word) : null;
}
