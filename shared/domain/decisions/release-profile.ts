/** Words that the titles of releases must or must not contain. */
export interface ReleaseProfile {
	id: string;
	name: string;
	enabled: boolean;
	/** One of them is enough; a text or a pattern between slashes, in any letter case. */
	mustContain: string[];
	mustNotContain: string[];
	/** Libraries that it is for; without any it is for all titles. */
	tags: string[];
}

/**
 * The regular expression of a term such as `/\bx26[45]\b/`; null for a plain text. An `i` behind the slash says what
 * holds anyway.
 */
export function patternOfTerm(term: string): string | null {
	return /^\/(?<pattern>.+)\/i?$/s.exec(term)?.groups?.['pattern'] ?? null;
}

/** `matched` are the patterns that were found in the title: they run where they can be interrupted. */
export function hasTerm(title: string, term: string, matched: ReadonlySet<string>): boolean {
	const pattern = patternOfTerm(term);
	return pattern === null ? title.toLowerCase().includes(term.toLowerCase()) : matched.has(pattern);
}
