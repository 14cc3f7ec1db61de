import {judgeMarks} from './parse-quality.ts';
import type {ParsedTitle, TitleMode} from './parsed-title.ts';
import {parseHardcodedSubs} from './patterns/languages/hardcoded-subs.ts';
import {parseLanguages} from './patterns/languages/language.ts';
import {findMarks} from './patterns/marks/marks.ts';
import {splitWords} from './patterns/marks/words.ts';
import {parseEdition} from './patterns/tags/edition.ts';
import {parseGroup} from './patterns/tags/group.ts';
import {parseHash} from './patterns/tags/hash.ts';

/** Everything a release name says except which title it is. */
export type ReleaseTags = Pick<ParsedTitle, 'group' | 'hash' | 'edition' | 'hardcodedSubs' | 'languages' | 'quality'>;

export interface TagSource {
	/** The whole name without its extension, but with site names. */
	name: string;
	/** The part after the media title. Languages and editions are searched only here. */
	rest: string;
	extension: string | null;
	mode: TitleMode;
}

/**
 * Quality, group, languages and the like. They are parsed separately from the title, so a name
 * without a title still has them.
 */
export function parseTags({name, rest, extension, mode}: TagSource): ReleaseTags {
	const found = findMarks(splitWords(name));
	return {
		group: parseGroup(name, found),
		hash: parseHash(name),
		edition: parseEdition(rest),
		hardcodedSubs: parseHardcodedSubs(rest),
		languages: parseLanguages(rest),
		quality: judgeMarks(found, extension, mode),
	};
}
