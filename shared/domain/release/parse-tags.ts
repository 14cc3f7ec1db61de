import {parseEdition} from './edition.ts';
import {parseGroup} from './group.ts';
import {parseHardcodedSubs, parseLanguages} from './languages.ts';
import type {ParsedTitle, TitleMode} from './parsed-title.ts';
import {findMarks} from './quality/marks.ts';
import {judgeMarks} from './quality/parse-quality.ts';
import {longestName, splitWords} from './quality/words.ts';

/** Everything a release name says except which title it is. */
export type ReleaseTags = Pick<ParsedTitle, 'group' | 'hash' | 'edition' | 'hardcodedSubs' | 'languages' | 'quality'>;

interface TagSource {
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

const bracketed = /[[(](?<hash>[0-9a-f]{8})[\])]/gi;

/** A quick check that nearly every name fails. */
const mayHaveHash = /[[(][0-9a-f]{8}/i;

/**
 * The CRC32 of an anime release in upper case, from square or round brackets. Eight digits that
 * form a date are not a CRC32.
 */
export function parseHash(name: string): string | null {
	if (!mayHaveHash.test(name)) {
		return null;
	}
	let hash: string | null = null;
	for (const match of name.slice(-longestName).matchAll(bracketed)) {
		hash = match.groups?.['hash'] ?? hash;
	}
	return hash === null ? null : hash.toUpperCase();
}
