import {addedSuffixes, bracketedGroups, posterSuffixes, siteTags, unusualGroups} from './group-table.ts';
import {isLanguageWord} from './language.ts';
import {findMarks, isTechnical} from './marks.ts';
import {splitWords} from './words.ts';

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const longestFirst = (names: string[]): string =>
	[...new Set(names)]
		.sort((a, b) => b.length - a.length)
		.map(literal)
		.join('|');

const suffix = new RegExp(`-(?:${addedSuffixes.map(text => literal(text).replace('\\*', '[a-z0-9]*')).join('|')})$`, 'i');
const poster = new RegExp(`(?<=(?<group>[\\p{L}\\p{N}]{2,60}))-(?:${posterSuffixes.map(literal).join('|')})$`, 'iu');
const unusual = new RegExp(`(?<![\\p{L}\\p{N}])(?<group>${longestFirst(unusualGroups)})[\\])]?$`, 'iu');
const bracketed = new RegExp(`(?<![\\p{L}\\p{N}])(?<group>${longestFirst([...bracketedGroups, ...unusualGroups])})[\\])]$`, 'iu');
const site = /^(?:www\.)?[a-z0-9-]+(?:\.[a-z0-9-]+){0,2}\.[a-z]{2,5}$/i;
const siteNames = new Set(siteTags);
const sitePrefix =
	/^(?:\[[ ]*(?:www\.)?[a-z0-9-]{2,60}(?:\.[a-z0-9-]{2,30}){1,3}[ ]*\]|www\.[a-z0-9-]{2,60}(?:\.[a-z0-9-]{2,30}){1,3})[-._ ]*/i;
const lastBrackets = /[[(【](?<inside>[^[\]()【】]{1,200})[\])】]$/;
const firstBrackets = /^[[【](?<inside>[^[\]【】]{1,100})[\]】]/;
const innerBrackets = /\[(?<inside>[a-z0-9-]{2,40})\][ ._]?\[/gi;
const checksum = /^[0-9a-f]{8}$/i;
const afterDash = /^(?<group>[\p{L}\p{N}]{2,60})(?<more>[_. ]\p{L}{2,20})?$/u;
const signedInBrackets = / - (?<group>[a-z0-9]{2,30})[\])]$/i;

/** The last part of a path; a slash inside a name, as in `Title / Other title`, is left alone. */
function lastSegment(name: string): string {
	if (name.includes('\\') || name.startsWith('/')) {
		return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
	}
	return name;
}

/** Whether every word is one of the technical part, of a language or a number. */
function isDescription(text: string): boolean {
	const words = splitWords(text);
	return words.lower.every((word, at) => isTechnical(words, at) || isLanguageWord(word));
}

function isSite(inside: string): boolean {
	return siteNames.has(inside.toLowerCase()) || (site.test(inside) && !unusual.test(inside));
}

/** A poster's name right behind a technical word is the only name there is, so it stays. */
function withoutSuffix(text: string): string {
	const shorter = text.replace(suffix, '');
	const before = poster.exec(shorter)?.groups?.['group'];
	return before === undefined || isDescription(before) ? shorter : shorter.replace(poster, '');
}

/** Takes off sites, checksums and suffixes that others have hung behind the group. */
function withoutAdditions(text: string): string {
	let rest = text;
	for (let times = 0; times < 8; times++) {
		const inside = lastBrackets.exec(rest)?.groups?.['inside']?.trim();
		const strip = inside !== undefined && (isSite(inside) || checksum.test(inside) || (rest.endsWith(']') && isDescription(inside)));
		const shorter = (strip ? rest.slice(0, lastBrackets.exec(rest)?.index) : withoutSuffix(rest)).replace(/[-_. ]+$/, '');
		if (shorter === rest || shorter === '') {
			return rest;
		}
		rest = shorter;
	}
	return rest;
}

/** `[Group] Title`: the custom of fansubs. */
function groupInFront(text: string): string | null {
	const inside = firstBrackets.exec(text)?.groups?.['inside']?.trim();
	if (inside === undefined || isSite(inside) || checksum.test(inside) || isDescription(inside)) {
		return null;
	}
	return inside;
}

/** `Title [Group]`: one word, apart from what stands before it. */
function groupInLastBrackets(text: string): string | null {
	const match = lastBrackets.exec(text);
	const inside = match?.groups?.['inside'];
	if (match === null || inside === undefined || !text.endsWith(']') || !/^[a-z0-9]+$/i.test(inside)) {
		return null;
	}
	return match.index > 0 && /[-._ ]/.test(text.charAt(match.index - 1)) ? inside : null;
}

interface Signature {
	group: string;
	/** Whether the word before the dash is technical, which leaves no doubt. */
	sure: boolean;
}

/** `x264-GROUP`: the custom of the scene. A word that makes a term with its neighbour (`WEB-DL`, `DTS-X`) is no group. */
function groupBehindDash(text: string): Signature | null {
	const dash = text.lastIndexOf('-');
	const {group, more} = (dash < 1 ? undefined : afterDash.exec(text.slice(dash + 1))?.groups) ?? {};
	if (group === undefined || text.charAt(dash - 1) === ' ') {
		return null;
	}
	const head = splitWords(text.slice(0, dash));
	const last = head.lower.length - 1;
	if (findMarks(head).titleEnd > last || isTermOver(text, dash, group)) {
		return null;
	}
	const sure = isTechnical(head, last) || isLanguageWord(head.lower[last] ?? '');
	if (!sure && more !== undefined) {
		return null;
	}
	return sure ? {group, sure} : {group: joinParts(text.slice(0, dash), group), sure};
}

/** Whether the words on both sides of a dash make one term, or the second is a size, a number or a plain description. */
function isTermOver(text: string, dash: number, group: string): boolean {
	const from = Math.max(text.lastIndexOf(' ', dash - 1), text.lastIndexOf('.', dash - 1)) + 1;
	const pair = findMarks(splitWords(text.slice(from, dash + 1 + group.length)));
	if (pair.marks.some(({length, at}) => length > 1 && at + length === pair.words.lower.length)) {
		return true;
	}
	if (/^(?:\d{1,4}|\d{3,4}[pi])$/i.test(group) || /^dts$/i.test(text.slice(from, dash))) {
		return true;
	}
	const codec = pair.marks[0]?.term.is === 'codec' || /^(?:26[456]|xvid)$/i.test(text.slice(from, dash));
	return !codec && isDescription(group);
}

/** Groups with a dash of their own: `x264-ONE-TWO`. */
function joinParts(head: string, group: string): string {
	const first = /-(?<part>[a-z0-9]{2,30})$/i.exec(head)?.groups?.['part'];
	if (first === undefined) {
		return group;
	}
	const words = splitWords(head);
	return isTechnical(words, words.lower.length - 2) && !isTermOver(head, head.length - first.length - 1, first)
		? `${first}-${group}`
		: group;
}

/** `Title [Group] [BluRay][1080p]`: a bracket of one plain word before the technical ones. */
function groupInInnerBrackets(text: string): string | null {
	for (const match of text.matchAll(innerBrackets)) {
		const inside = match.groups?.['inside'] ?? '';
		if (!isDescription(inside) && !checksum.test(inside)) {
			return inside;
		}
	}
	return null;
}

/** The group that made a release, as it spells itself, or null. `name` comes without a known media extension. */
export function parseGroup(name: string): string | null {
	const whole = lastSegment(name.slice(0, 1000)).trim().replace(sitePrefix, '');
	const text = withoutAdditions(whole);
	const known = unusual.exec(text) ?? bracketed.exec(text);
	if (known?.groups?.['group'] !== undefined) {
		return known.groups['group'];
	}
	const signature = groupBehindDash(text);
	if (signature?.sure) {
		return signature.group;
	}
	const inFront = groupInFront(text);
	if (inFront !== null) {
		return inFront;
	}
	return groupInLastBrackets(text) ?? signature?.group ?? signedInBrackets.exec(text)?.groups?.['group'] ?? groupInInnerBrackets(text);
}
