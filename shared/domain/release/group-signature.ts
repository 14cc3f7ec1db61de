import {findMarks, isTechnical, type Marks} from './quality/marks.ts';
import {type PhraseHit, phraseAt} from './quality/phrases.ts';
import type {Term} from './quality/vocabulary.ts';
import {isLanguageWord, isVocabulary, meaningOf, splitWords, type Words} from './quality/words.ts';

export interface Signature {
	group: string;
	/** True when the word before the dash is technical: then what follows is certainly a group. */
	sure: boolean;
}

const afterDash = /^[ ._]?([\p{L}\p{N}]{2,60}|\p{Lu})([_. ]\p{L}{2,20})?$/u;
/** A checksum at the end is no group. */
const checksum = /^(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{8}$/;
const dashedBefore = /-(?<part>[a-z0-9]{2,30})$/i;
/** Sizes, counts and the `E11` in `S02-E11`. */
const number = /^(?:(?:e|ep|s)?\d{1,4}(?:v\d)?|\d{1,2}x\d{2,3}|\d{3,4}[pi])$/i;
/** What a dash attaches to an episode number may be the episode title: `S02E07-The_Storm`. */
const isEpisode = /^s\d{1,4}e\d{1,4}$/;
const measured = /^\d+[kmgt]i?b$/;
const soundOrDepth = /^(?:(?:8|10|12)bits?|aac|e?ac3|dts|ddp?|truehd)$/;
const dtsVariants = new Set(['hd', 'es', 'x', 'ma', 'hr', 'hra', 'hdma']);

/**
 * `x264-GROUP`: the scene style. Null when the words around the last dash form one term (`WEB-DL`), when nothing before
 * the dash is technical, or when more than one plain word follows.
 */
export function groupBehindDash(text: string, known: Marks | null = null): Signature | null {
	const dash = text.lastIndexOf('-');
	const [, group, more] = (dash < 1 ? null : afterDash.exec(text.slice(dash + 1))) ?? [];
	if (group === undefined) {
		return null;
	}
	const found = known?.words.name.startsWith(text) ? known : null;
	// Most names have already been split.
	const {words: head, titleEnd} = found ?? findMarks(splitWords(text.slice(0, dash)));
	const last = head.starts.findLastIndex(start => start < dash);
	if (titleEnd > last || cannotBeGroup(head.lower[last] ?? '', group)) {
		return null;
	}
	if (isEpisode.test(head.lower[last] ?? '') && (more !== undefined || /^\d{5,}$/.test(group))) {
		return null;
	}
	const hasSpaceAfter = ' ._'.includes(text.charAt(dash + 1));
	if (hasSpaceAfter && (more !== undefined || text.slice(0, dash).trimEnd().endsWith(')') || !endsTechnically(head, last))) {
		return null;
	}
	const sure = isTechnical(head, last) || isLanguageWord(head.lower[last] ?? '');
	// A single letter is a group only where nothing else can be.
	if (group.length === 1 && (!sure || hasSpaceAfter || !endsTechnically(head, last))) {
		return null;
	}
	if (!sure && (more !== undefined || text.charAt(dash - 1) === ' ')) {
		return null;
	}
	return {group: sure ? withSecondWord(group, more) : joinParts(text.slice(0, dash), group), sure};
}

function isCodec(hit: PhraseHit<Term[]> | null): boolean {
	return hit?.value.some(({is}) => is === 'codec') ?? false;
}

/**
 * ` - Group`: with a space after the dash, only a technical word or a size before it leaves no doubt, because an
 * episode title may follow.
 */
function endsTechnically({lower, meanings}: Words, last: number): boolean {
	return meanings[last]?.isVocabulary || measured.test(lower[last] ?? '');
}

/** Do the words around the dash form one term (`WEB-DL`), or is the second one a number or a technical word? */
function cannotBeGroup(before: string, group: string): boolean {
	const after = group.toLowerCase();
	const first = phraseAt(meaningOf(before)?.terms ?? [], [before, after], 0);
	if (first?.length === 2 || number.test(after) || checksum.test(after) || (before === 'dts' && dtsVariants.has(after))) {
		return true;
	}
	if (soundOrDepth.test(after) || (/^bits?$/.test(after) && number.test(before))) {
		return true;
	}
	const behindCodec = isCodec(first);
	return !behindCodec && (isVocabulary(after) || (isLanguageWord(after) && isLanguageWord(before)));
}

/** Groups with a dash in their name: `x264-ONE-TWO`. */
function joinParts(head: string, group: string): string {
	const match = dashedBefore.exec(head);
	const part = match?.groups?.['part'];
	if (match === null || part === undefined) {
		return group;
	}
	const words = splitWords(head.slice(0, match.index));
	return /[\])]$/.test(head.slice(0, match.index)) ||
		(isTechnical(words, words.lower.length - 1) && !cannotBeGroup(words.lower.at(-1) ?? '', part))
		? `${part}-${group}`
		: group;
}

/** `x264-One_Two`. A language behind the underscore is that of the release. */
function withSecondWord(group: string, more: string | undefined): string {
	const word = more?.startsWith('_') ? more.slice(1).toLowerCase() : '';
	return word === '' || isLanguageWord(word) || /^(?:sample|proof|subs?|screens?)$/.test(word) ? group : `${group}${more}`;
}
