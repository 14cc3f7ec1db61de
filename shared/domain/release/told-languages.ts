import type {ParsedTitle} from './parsed-title.ts';

/** Words for a second sound track, or for original sound with subtitles in addition to a dub. */
const originalToo = /(?<![a-z0-9])(?:multi|dual)(?![-_. ]?sub)(?![a-z0-9])|(?<![a-z0-9])vost[a-z]{0,2}(?![a-z0-9])/i;

/**
 * Sound languages of a release: from its title, otherwise from its indexer. A dub that includes the
 * original sound counts as both.
 */
export function toldLanguages(
	parsed: Pick<ParsedTitle, 'languages' | 'releaseTitle' | 'title'> | null,
	byIndexer: readonly string[],
): string[] {
	if (!parsed || parsed.languages.length === 0) {
		return [...byIndexer];
	}

	const behindTitle = parsed.releaseTitle.slice(parsed.title.length);
	return parsed.languages.length === 1 && !parsed.languages.includes('original') && originalToo.test(behindTitle)
		? [...parsed.languages, 'original']
		: [...parsed.languages];
}
