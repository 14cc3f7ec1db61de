/** Words that the titles of releases must or must not contain. */
export interface ReleaseProfile {
	id: string;
	name: string;
	enabled: boolean;
	/** One of them is enough; a text in any letter case, or a pattern between slashes. */
	mustContain: string[];
	mustNotContain: string[];
	/** Libraries that it is for; without any it is for all titles. */
	tags: string[];
}

const patternForm = /^\/(?<source>.+)\/(?<flags>i?)$/s;

/** The source of a term that is a pattern, such as `/\bx26[45]\b/i`; null for a plain text. Patterns look at letter case unless `i` stands behind them. */
export function patternOfTerm(term: string): {source: string; ignoresCase: boolean} | null {
	const groups = patternForm.exec(term)?.groups;
	return groups?.['source'] === undefined ? null : {source: groups['source'], ignoresCase: groups['flags'] === 'i'};
}

/** `matched` are the terms with patterns that were found in the title: they run where they can be interrupted. */
export function hasTerm(title: string, term: string, matched: ReadonlySet<string>): boolean {
	return patternOfTerm(term) ? matched.has(term) : title.toLowerCase().includes(term.toLowerCase());
}
