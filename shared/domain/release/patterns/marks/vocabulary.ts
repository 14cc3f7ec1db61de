import type {Resolution} from '../../parsed-title.ts';
import {indexPhrases, type PhraseHit, phraseAt} from './phrases.ts';
import {impliedResolutions, statedResolutions} from './resolution.ts';
import {type SourceRow, sourceTable} from './source.ts';
import {technicalWords} from './technical-words.ts';
import {type Codec, codecTable} from './video-codec.ts';
import type {Words} from './words.ts';

/** The meaning of a technical word or phrase. */
export type Term =
	| {is: 'source'; row: SourceRow; sure: boolean}
	| {is: 'resolution'; lines: Resolution; stated: boolean}
	| {is: 'codec'; codec: Codec}
	| {is: 'remux'}
	| {is: 'rawhd'};

function* vocabulary(): Generator<[string, Term]> {
	for (const row of sourceTable) {
		yield* row.sure.map((spelling): [string, Term] => [spelling, {is: 'source', row, sure: true}]);
		yield* row.afterTitle.map((spelling): [string, Term] => [spelling, {is: 'source', row, sure: false}]);
	}
	yield* statedResolutions.map(([spelling, lines]): [string, Term] => [spelling, {is: 'resolution', lines, stated: true}]);
	yield* impliedResolutions.map(([spelling, lines]): [string, Term] => [spelling, {is: 'resolution', lines, stated: false}]);
	yield* codecTable.map(([spelling, codec]): [string, Term] => [spelling, {is: 'codec', codec}]);
	yield* ['remux', 'bd remux', 'uhd remux', 'uhd bd remux', 'dvd remux', '4k uhd remux', '4k remux'].map((spelling): [string, Term] => [
		spelling,
		{is: 'remux'},
	]);
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

/** Is this lower-case word one that release names use as technical? */
export function isVocabulary(word: string): boolean {
	return technicalWords.has(word) || index.has(word);
}

/** The terms of the longest phrase that begins at this word, or null. */
export function termsAt(words: Pick<Words, 'lower'>, at: number): PhraseHit<Term[]> | null {
	return phraseAt(index, words, at);
}
