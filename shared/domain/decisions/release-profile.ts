import {hasTag, isForTitle, type TaggedTitle} from '../media/tags.ts';
import type {Scope} from '../scope.ts';

/** Words that release titles must or must not contain. */
export interface ReleaseProfile {
	id: string;
	name: string;
	enabled: boolean;
	/** One match is enough. A term is plain text or a pattern between slashes; letter case is ignored. */
	mustContain: string[];
	mustNotContain: string[];
	/** Libraries and labels the profile is for; without any it applies to all titles. */
	tags: string[];
	/** Libraries and labels it does not apply to, whatever its `tags` say. */
	excludedTags: string[];
	/** Indexers whose releases it judges; without any, those of all. */
	indexerIds: string[];
	scope?: Scope;
}

/** Does the profile apply to the releases of this title? */
export function isProfileFor({tags, excludedTags}: Pick<ReleaseProfile, 'tags' | 'excludedTags'>, title: TaggedTitle): boolean {
	return isForTitle(tags, title) && !hasTag(excludedTags, title);
}

/**
 * The regular expression of a term such as `/\bx26[45]\b/`; null for plain text. Letter case is always ignored, with or
 * without an `i` after the slash.
 */
export function patternOfTerm(term: string): string | null {
	return /^\/(?<pattern>.+)\/i?$/s.exec(term)?.groups?.['pattern'] ?? null;
}

/** `matched` holds the patterns found in the title: they run elsewhere, where they can be interrupted. */
export function hasTerm(title: string, term: string, matched: ReadonlySet<string>): boolean {
	const pattern = patternOfTerm(term);
	return pattern === null ? title.toLowerCase().includes(term.toLowerCase()) : matched.has(pattern);
}
