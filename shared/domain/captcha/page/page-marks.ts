/** What of a page can tell that it is a challenge. All in lower case, the hidden parts of the page left out. */
export interface PageMarks {
	/** With single spaces, and `...` for the one character that some write instead. */
	title: string;
	ids: ReadonlySet<string>;
	classes: ReadonlySet<string>;
	/** Addresses of scripts, frames and what else is loaded by `src`. */
	sources: ReadonlySet<string>;
	/** Names of form fields. */
	fields: ReadonlySet<string>;
	/** What the page's `<meta http-equiv="refresh">` say. */
	refreshes: ReadonlySet<string>;
	/** The inline scripts that a browser would run. */
	script: string;
	/** The beginning of what a visitor can read. */
	text: string;
	/** How much there is to read, blanks not counted. */
	textLength: number;
	/** Something to fill in: a search box, a comment, an address. */
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
