/** The parts of a page that can show that it is a challenge. Everything is in lower case; hidden parts are left out. */
export interface PageMarks {
	/** With single spaces; the character `…` is written as `...`. */
	title: string;
	ids: ReadonlySet<string>;
	classes: ReadonlySet<string>;
	/** Addresses of scripts, frames and everything else loaded by `src`. */
	sources: ReadonlySet<string>;
	/** Names of form fields. */
	fields: ReadonlySet<string>;
	/** Contents of the page's `<meta http-equiv="refresh">` tags. */
	refreshes: ReadonlySet<string>;
	/** The inline scripts that a browser would run. */
	script: string;
	/** The beginning of the visible text. */
	text: string;
	/** Length of the visible text, blanks not counted. */
	textLength: number;
	/** The page has something to fill in: a search box, a comment, an address. */
	hasFields: boolean;
	hasPassword: boolean;
}

/** The same while the page is being read. */
export interface Gathered extends PageMarks {
	ids: Set<string>;
	classes: Set<string>;
	sources: Set<string>;
	fields: Set<string>;
	refreshes: Set<string>;
}

export function nothingGathered(): Gathered {
	return {
		title: '',
		ids: new Set(),
		classes: new Set(),
		sources: new Set(),
		fields: new Set(),
		refreshes: new Set(),
		script: '',
		text: '',
		textLength: 0,
		hasFields: false,
		hasPassword: false,
	};
}
