/** Words that release titles must or must not contain. */
export interface ReleaseProfile {
	id: string;
	name: string;
	enabled: boolean;
	/** One match is enough. A term is plain text or a pattern between slashes; letter case is ignored. */
	mustContain: string[];
	mustNotContain: string[];
	/** Libraries the profile is for; without any it applies to all titles. */
	tags: string[];
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
