import {isDescription, isSite, lastBrackets} from './group-additions.ts';

const firstBrackets = /^[[【](?<inside>[^[\]【】]{1,100})[\]】]/;
const innerBrackets = /\[(?<inside>[a-z0-9_-]{2,40})\][ ._]?\[/gi;
const dashedInBrackets = / - (?<group>(?!\d+[\])])[a-z0-9]{2,30})[\])]$/i;
const oneWord = /^[a-z0-9]+$/i;
const gap = /[-._ ]/;

/** `[Group] Title`: the style of fansub groups. */
export function groupInFront(text: string): string | null {
	const inside = firstBrackets.exec(text)?.groups?.['inside']?.trim();
	return inside === undefined || isSite(inside) || isDescription(inside) ? null : inside;
}

/** `Title [Group]`: one word in square brackets, separated from the text before. */
export function groupInLastBrackets(text: string): string | null {
	const match = lastBrackets.exec(text);
	const inside = match?.groups?.['inside'];
	if (match === null || inside === undefined || !text.endsWith(']') || !oneWord.test(inside)) {
		return null;
	}
	return match.index > 0 && gap.test(text.charAt(match.index - 1)) ? inside : null;
}

/** `Title (1080p x265 - Group)`. */
export function groupDashedInBrackets(text: string): string | null {
	return dashedInBrackets.exec(text)?.groups?.['group'] ?? null;
}

/** `Title [Group] [BluRay][1080p]`: a bracket with one plain word before the technical ones. */
export function groupInInnerBrackets(text: string): string | null {
	for (const {groups} of text.matchAll(innerBrackets)) {
		const inside = groups?.['inside'] ?? '';
		if (!isDescription(inside)) {
			return inside;
		}
	}
	return null;
}
