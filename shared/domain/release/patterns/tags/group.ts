import type {Marks} from '../marks/marks.ts';
import {asPattern} from '../marks/phrases.ts';
import {longestName} from '../marks/words.ts';
import {lastBrackets, withoutAdditions, withoutSitePrefix} from './group-additions.ts';
import {groupDashedInBrackets, groupInFront, groupInInnerBrackets, groupInLastBrackets} from './group-brackets.ts';
import {groupBehindDash, type Signature} from './group-signature.ts';
import {bracketedGroups, unusualGroups} from './group-table.ts';

const known = new RegExp(
	`(?<![\\p{L}\\p{N}])(?:(?<unusual>${asPattern(unusualGroups)})[\\])]{0,2}|(?<bracketed>${asPattern(bracketedGroups)})[\\])])$`,
	'iu',
);

const lastNote = /(?:\[[^[\]]{1,40}\]| ?\{\{[^{}]{1,60}\}\}|\{[^{}]{1,60}\}| ?\(\d\)| ?\([^()]{3,200}\)| password[=: ].{1,60})$/i;

/** Enough for the longest of these names and its closing bracket. All other names are checked by style below. */
const longestKnown = 24;

/** The last part of a path. A slash inside a name, as in `Title / Other title`, is kept. */
function lastSegment(name: string): string {
	if (name.includes('\\') || name.startsWith('/')) {
		return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
	}
	return name;
}

/** `Title (720p.x264-Group)`. */
function groupSignedInBrackets(text: string): string | null {
	const inside = lastBrackets.exec(text)?.groups?.['inside'];
	const signature = inside === undefined ? null : groupBehindDash(inside);
	return signature?.sure ? signature.group : null;
}

/**
 * `x264-Group[Site]`, `x264-Group{{password}}`, `x264-Group (Second Title)`: somebody else's note after the signature.
 */
function groupBeforeNote(text: string): Signature | null {
	const note = lastNote.exec(text);
	const signature = note && groupBehindDash(text.slice(0, note.index));
	return signature?.sure ? signature : null;
}

/**
 * The group that made a release, as it spells itself, or null. `name` has no known media extension; `found` are
 * its marks if already known.
 */
export function parseGroup(name: string, found: Marks | null = null): string | null {
	const text = withoutAdditions(withoutSitePrefix(lastSegment(name.slice(0, longestName)).trim()), false);
	const groups = known.exec(text.slice(-longestKnown))?.groups;
	if (groups !== undefined) {
		return groups['unusual'] ?? groups['bracketed'] ?? null;
	}
	const signature = groupBehindDash(text, found) ?? groupBeforeNote(text);
	if (signature?.sure) {
		return signature.group;
	}
	return (
		groupInFront(text) ??
		groupInLastBrackets(withoutAdditions(text, true)) ??
		signature?.group ??
		groupDashedInBrackets(text) ??
		groupSignedInBrackets(text) ??
		groupInInnerBrackets(text)
	);
}
