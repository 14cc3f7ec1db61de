import type {Resolution} from '../parsed-title.ts';
import {sourceTable} from './source.ts';
import {bareResolutions, type Codec, frameLines, type Term} from './vocabulary.ts';
import {charAfter, charBefore, isUpperCase, termsAt, type Words} from './words.ts';

export interface Mark {
	term: Term;
	/** Index of the first word. */
	at: number;
	length: number;
}

export interface Marks {
	words: Words;
	marks: Mark[];
	/**
	 * Index of the first word that cannot belong to a title (a year, an episode, a sure mark). Without
	 * one, the number of words.
	 */
	titleEnd: number;
	/** Does the name have season and episode, such as `S01E02` or `1x02`? */
	hasEpisode: boolean;
}

const year = /^(?:19|20)\d\d$/;
const episode = /^(?:s\d{1,4}e\d{1,4}.*|\d{1,2}x\d{2,3})$/;
const season = /^s\d{1,2}$/;
/** `Season 9`, `Episodes 1-9`. Words are checked only if they begin with one of these two letters. */
const numberWords = new Set(['season', 'seasons', 'saison', 'staffel', 'stagione', 'sezon', 'episode', 'episodes']);

/** `02v3` in a fansub name. */
const versioned = /^\d{2,4}v\d$/;
const loneEpisode = /^e\d{1,3}(?:v\d)?$/;

const digits = /^\d{3,4}$/;
const manyDvds = /^\d{1,2}x?m?dvd[r59]?$/;
const dvdImages = sourceTable.find(({name}) => name === 'dvdr')!; // the table has it

/**
 * Does a word belong to the technical part of a name: a term, a number, an episode, or a word
 * that only release names use?
 */
export function isTechnical({lower, meanings}: Words, at: number): boolean {
	const word = lower[at] ?? '';
	const code = word.charCodeAt(0);
	return (code >= 48 && code <= 57) || meanings[at]?.isVocabulary || season.test(word) || episode.test(word);
}

/** Finds all marks in one pass over the words. */
export function findMarks(words: Words): Marks {
	const found: Marks = {words, marks: [], titleEnd: words.lower.length, hasEpisode: false};
	for (let at = 0; at < words.lower.length; at++) {
		const hit = termsAt(words, at);
		if (hit !== null) {
			pushTerms(found, hit.value, at, hit.length);
			at += hit.length - 1;
			continue;
		}
		readStructure(found, at);
	}
	return found;
}

function endTitle(found: Marks, at: number): void {
	if (at < found.titleEnd) {
		found.titleEnd = at;
	}
}

function pushTerms(found: Marks, terms: Term[], at: number, length: number): void {
	for (const term of terms) {
		found.marks.push({term, at, length});
		if (term.is === 'source' ? term.sure : term.is !== 'resolution' || term.stated) {
			endTitle(found, at);
		}
	}
}

/** There are too many years, episodes and frame sizes to list them in the index. */
function readStructure(found: Marks, at: number): void {
	const word = found.words.lower[at] ?? '';
	const code = word.charCodeAt(0);
	if (word.length < 3 || (code > 57 && code !== 115 && code !== 101)) {
		return;
	}
	if (at > 0 && year.test(word)) {
		endTitle(found, at);
		return;
	}
	if (numberWords.has(word) && at > 0 && /^\d/.test(found.words.lower[at + 1] ?? '')) {
		endTitle(found, at);
		return;
	}
	if (episode.test(word) || (season.test(word) && loneEpisode.test(found.words.lower[at + 1] ?? ''))) {
		found.hasEpisode = true;
		endTitle(found, at);
		return;
	}
	if (season.test(word) || versioned.test(word)) {
		endTitle(found, at);
		return;
	}
	if (manyDvds.test(word)) {
		pushTerms(found, [{is: 'source', row: dvdImages, sure: true}], at, 1);
		return;
	}
	const lines = frameLines(frameAt(found.words, at)) || bareLines(found, at);
	if (lines > 0) {
		pushTerms(found, [{is: 'resolution', lines, stated: true}], at, 1);
	}
}

/** `1920x1080`, also as `1920*1080` and `1920×1080`. */
function frameAt({name, lower, starts, ends}: Words, at: number): string {
	const word = lower[at] ?? '';
	const joint = digits.test(word) ? name.slice(ends[at], starts[at + 1]) : '';
	return joint === '*' || joint === '×' ? `${word}x${lower[at + 1]}` : word;
}

/** `2160` without its `p`, after the title and next to a technical word. There may also be an episode 720. */
function bareLines({words, titleEnd}: Marks, at: number): Resolution {
	const lines = bareResolutions.get(words.lower[at] ?? '') ?? 0;
	const beside = isDescribing(words, at - 1) || isDescribing(words, at + 1);
	// `Title.1080.BluRay`: shows never have so many episodes.
	const sure = at > 0 && lines > 720 && isDescribing(words, at + 1);
	// `[1080]` between other brackets.
	const alone = at > 0 && lines > 720 && charBefore(words, at) === '[' && charAfter(words, at) === ']';
	return lines > 0 && (((at >= titleEnd || sure) && beside) || alone) ? lines : 0;
}

function isDescribing({meanings}: Words, at: number): boolean {
	return meanings[at]?.isVocabulary ?? false;
}

export function hasCodec({marks}: Marks, codec: Codec): boolean {
	return marks.some(({term}) => term.is === 'codec' && term.codec === codec);
}

/** `Title - 07 DVD`. A year would already have ended the title. */
const countsEpisode = /^\d{2,3}(?:v\d)?$/;

/** `Title.TS.Group`, `Title E03-10 WEB x265`: a word in capitals does not belong to a title that is not in capitals. */
function isShouted(words: Words, at: number): boolean {
	return at > 0 && isUpperCase(words, at) && words.lower.slice(0, at).some((_, before) => !isUpperCase(words, before));
}

/**
 * Is a word that could belong to a title meant as technical? Yes after the title or a number, alone in brackets, or
 * right before the first sure mark.
 */
export function isBehindTitle({words, marks, titleEnd}: Marks, {at, length}: Mark): boolean {
	const next = at + length;
	if (at >= titleEnd || (at > 0 && next === titleEnd && marks.some(mark => mark.at === next))) {
		return true;
	}
	if (countsEpisode.test(words.lower[at - 1] ?? '') || isShouted(words, at)) {
		return true;
	}
	const before = charBefore(words, at);
	const after = charAfter(words, next - 1);
	return before === '[' || before === '(' || (at > 0 && (after === ']' || after === ')'));
}

/** The last word after a dash is the group, whatever it says: `x264-FHD`. */
export function isBehindLastDash(words: Words, {at, length}: Mark): boolean {
	return at + length === words.lower.length && charBefore(words, at) === '-';
}
