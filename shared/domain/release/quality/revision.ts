import {isLanguageWord} from '../language-hits.ts';
import type {ParsedQuality} from '../parsed-title.ts';
import type {Marks} from './marks.ts';
import {isVocabulary} from './vocabulary.ts';
import {charBefore, isUpperCase, type Words} from './words.ts';

type Revision = Pick<ParsedQuality, 'version' | 'real' | 'repack'>;

const letter = {e: 101, p: 112, r: 114, s: 115, v: 118, zero: 48, nine: 57};
/** Words of a release that replaces an earlier one. */
const again = /^(?<word>proper|repack|rerip)(?<times>\d)?$/;
/** Fansub groups write `01v2`, `[v2]` or `2018 v2`; `v2` after a word is part of the title. */
const gluedVersion = /^(?:s\d{1,2}e\d{1,4}|(?:ep?)?\d{1,4})v(?<version>\d)$/;
const loneVersion = /^v(?<version>\d)$/;
/** Resolutions, years, and the end of `H.265`. */
const figures = /^(?:\d{3,4}[pi]|(?:19|20)\d\d|26[45])$/;
const numeric = /^(?:\d{1,4}|s\d{1,2}e\d{1,4}|\d{1,2}x\d{2,3}|\d{3,4}[pi])$/;

function fansubVersion({words, titleEnd}: Marks, at: number): number | null {
	const word = words.lower[at] ?? '';
	const glued = gluedVersion.exec(word)?.groups?.['version'];
	if (glued !== undefined) {
		return Number(glued);
	}
	const lone = loneVersion.exec(word)?.groups?.['version'];
	if (lone === undefined) {
		return null;
	}
	const bracketed = words.name[(words.starts[at] ?? 0) - 1] === '[' && words.name[words.ends[at] ?? 0] === ']';
	return bracketed || at > titleEnd || numeric.test(words.lower[at - 1] ?? '') ? Number(lone) : null;
}

/** Does a word describe the release? An episode number does not, because the episode title may follow. */
function isDescribing(words: Words, at: number): boolean {
	const word = words.lower[at];
	return word === undefined || isVocabulary(word) || isLanguageWord(word) || figures.test(word);
}

/** `A Proper Affair` is a title. The word counts only after the title, in capitals, or next to REAL. */
function isMeant({words, titleEnd}: Marks, at: number): boolean {
	const isEnglish = words.lower[at] === 'proper';
	const isInCapitals = isUpperCase(words, at) && words.name !== words.name.toUpperCase();
	const bracketed = '[('.includes(charBefore(words, at) || '.');
	if (!isEnglish || isInCapitals || bracketed || words.lower[at - 1] === 'real') {
		return true;
	}
	if (
		at === words.lower.length - 2 &&
		at >= titleEnd &&
		numeric.test(words.lower[at - 1] ?? '') &&
		words.name[words.ends[at] ?? 0] === '-'
	) {
		return true;
	}
	const before = isDescribing(words, at - 1) || /^\d+$/.test(words.lower[at - 1] ?? '');
	const next = isDescribing(words, at + 1);
	return at >= titleEnd || at + 1 === titleEnd ? before || next : before && next;
}

/** The word after all REALs: `proper` in `REAL.REAL.PROPER`. */
function behindReals(words: readonly string[], at: number): string {
	return words[at + 1] === 'real' ? behindReals(words, at + 1) : (words[at + 1] ?? '');
}

/**
 * Counts PROPER, REPACK, RERIP, REAL and the `v2` of fansubs. REAL counts only in capitals, because
 * it is also a common word.
 */
export function parseRevision(found: Marks): Revision {
	const {words, titleEnd} = found;
	const revision: Revision = {version: 1, real: 0, repack: false};
	for (let at = 0; at < words.lower.length; at++) {
		const word = words.lower[at] ?? '';
		// The first letter decides which patterns can match, because trying all of them on each word is slow.
		const code = word.charCodeAt(0);
		if (code === letter.r && word === 'real') {
			const beside = again.test(behindReals(words.lower, at)) || again.test(words.lower[at - 1] ?? '');
			revision.real += isUpperCase(words, at) && (beside || at > titleEnd) ? 1 : 0;
			continue;
		}
		const repeat = code === letter.p || code === letter.r ? again.exec(word)?.groups : undefined;
		if (repeat !== undefined && isMeant(found, at)) {
			revision.version = Math.max(revision.version, repeat['times'] === undefined ? 2 : Number(repeat['times']) + 1);
			revision.repack ||= repeat['word'] !== 'proper';
			continue;
		}
		if (code === letter.v || code === letter.e || code === letter.s || (code >= letter.zero && code <= letter.nine)) {
			const version = fansubVersion(found, at) ?? revision.version;
			revision.version = version === 0 && revision.version === 1 ? 0 : Math.max(revision.version, version);
		}
	}
	return revision;
}
