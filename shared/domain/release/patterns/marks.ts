import type {Resolution} from '../parsed-title.ts';
import {indexPhrases, phraseAt} from './phrases.ts';
import {frameLines, impliedResolutions, statedResolutions} from './resolution.ts';
import {type SourceRow, sourceTable, streamingServices} from './source.ts';
import {technicalWords} from './technical-words.ts';
import {type Codec, codecTable} from './video-codec.ts';
import {charAfter, charBefore, type Words} from './words.ts';

/** What a word or a phrase of the technical part means. */
export type Term =
	| {is: 'source'; row: SourceRow; sure: boolean}
	| {is: 'resolution'; lines: Resolution; stated: boolean}
	| {is: 'codec'; codec: Codec}
	| {is: 'remux'}
	| {is: 'rawhd'};

export interface Mark {
	term: Term;
	/** Index of the first word. */
	at: number;
	length: number;
}

export interface Marks {
	words: Words;
	marks: Mark[];
	/** Index of the first word that cannot belong to a title (a year, an episode, a sure mark); the number of words when there is none. */
	titleEnd: number;
	/** Whether the name tells a season's episode, as `S01E02` or `1x02` does. */
	hasEpisode: boolean;
}

function* vocabulary(): Generator<[string, Term]> {
	for (const row of sourceTable) {
		yield* row.spellings.map((spelling): [string, Term] => [spelling, {is: 'source', row, sure: true}]);
		yield* row.afterTitle.map((spelling): [string, Term] => [spelling, {is: 'source', row, sure: false}]);
	}
	yield* statedResolutions.map(([spelling, lines]): [string, Term] => [spelling, {is: 'resolution', lines, stated: true}]);
	yield* impliedResolutions.map(([spelling, lines]): [string, Term] => [spelling, {is: 'resolution', lines, stated: false}]);
	yield* codecTable.map(([spelling, codec]): [string, Term] => [spelling, {is: 'codec', codec}]);
	yield* ['remux', 'bd remux', 'uhd remux', 'uhd bd remux', 'dvd remux'].map((spelling): [string, Term] => [spelling, {is: 'remux'}]);
	yield* ['raw hd'].map((spelling): [string, Term] => [spelling, {is: 'rawhd'}]);
}

function gather(rows: Iterable<[string, Term]>): Map<string, Term[]> {
	const terms = new Map<string, Term[]>();
	for (const [spelling, term] of rows) {
		terms.set(spelling, [...(terms.get(spelling) ?? []), term]);
	}
	return terms;
}

const index = indexPhrases(gather(vocabulary()));

const year = /^(?:19|20)\d\d$/;
const episode = /^(?:s\d{1,4}e\d{1,4}.*|\d{1,2}x\d{2,3})$/;
const season = /^s\d{1,2}$/;
const loneEpisode = /^e\d{1,3}(?:v\d)?$/;

/** Whether a word belongs to the technical part of a name: a term, a number, an episode, or a word that only release names use. */
export function isTechnical({lower}: Words, at: number): boolean {
	const word = lower[at] ?? '';
	const code = word.charCodeAt(0);
	return (code >= 48 && code <= 57) || technicalWords.has(word) || index.has(word) || season.test(word) || episode.test(word);
}

/** Finds all marks in one pass over the words. */
export function findMarks(words: Words): Marks {
	const found: Marks = {words, marks: [], titleEnd: words.lower.length, hasEpisode: false};
	for (let at = 0; at < words.lower.length; at++) {
		const hit = phraseAt(index, words, at);
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

/** Years, episodes and frame sizes are too many to be words of the index. */
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
	if (episode.test(word) || (season.test(word) && loneEpisode.test(found.words.lower[at + 1] ?? ''))) {
		found.hasEpisode = true;
		endTitle(found, at);
		return;
	}
	if (season.test(word)) {
		endTitle(found, at);
		return;
	}
	const lines = frameLines(word);
	if (lines > 0) {
		pushTerms(found, [{is: 'resolution', lines, stated: true}], at, 1);
	}
}

const opening = '[(';
const closing = '])';

/** Whether a word that may belong to a title is meant technically: behind the title, in brackets of its own, or right before the first sure mark. */
export function isBehindTitle({words, titleEnd}: Marks, {at, length}: Mark): boolean {
	if (at >= titleEnd || (at + length === titleEnd && at > 0)) {
		return true;
	}
	const before = charBefore(words, at);
	const after = charAfter(words, at + length - 1);
	return (before !== '' && opening.includes(before)) || (at > 0 && after !== '' && closing.includes(after));
}

/** Whether a streaming service's tag stands behind the title. */
export function hasStreamingService({words, titleEnd}: Marks): boolean {
	for (let at = titleEnd; at < words.lower.length; at++) {
		if (streamingServices.has(words.name.slice(words.starts[at], words.ends[at]))) {
			return true;
		}
	}
	return false;
}
