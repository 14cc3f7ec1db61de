import type {ChallengeKind} from '../challenge.ts';

/**
 * One row of the tables. Every entry of `all` must hold, and an entry holds when any of its values does. All values are
 * in lower case.
 * Titles, ids, classes and fields are compared whole; the others are looked for within.
 */
export interface Mark {
	finding: Exclude<ChallengeKind, 'none'> | 'blocked';
	all: Conditions;
	/** Too common to tell anything unless the reply refuses. */
	refusedOnly?: true;
}

export interface Conditions {
	title?: readonly string[];
	titleStart?: readonly string[];
	id?: readonly string[];
	class?: readonly string[];
	source?: readonly string[];
	field?: readonly string[];
	refresh?: readonly string[];
	script?: readonly string[];
	text?: readonly string[];
	textStart?: readonly string[];
	/** Value of the `server` header. */
	server?: readonly string[];
	/** Value of the `vary` header. */
	vary?: readonly string[];
}

/** A reply header that tells the kind by itself, whatever the page says. */
export interface HeaderMark {
	finding: Mark['finding'];
	name: string;
	value: string;
}
