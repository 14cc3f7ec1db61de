import type {ChallengeKind} from '../challenge.ts';

/**
 * One row of the tables. Every entry of `all` must match, and an entry matches when any of its values does. All values
 * are in lower case. Titles, ids, classes and fields must be equal; the others are searched as substrings.
 */
export interface Mark {
	finding: Exclude<ChallengeKind, 'none'> | 'blocked';
	all: Conditions;
	/** Too common to prove anything unless the reply has an error status. */
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

/** A reply header that identifies the challenge by itself, whatever the page says. */
export interface HeaderMark {
	finding: Mark['finding'];
	name: string;
	value: string;
}
