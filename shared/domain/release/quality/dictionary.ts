import {languageTable} from '../language-table.ts';
import {indexPhrases, type Phrase} from './phrases.ts';
import {type Term, technicalWords, vocabulary} from './vocabulary.ts';

type Form = 'word' | 'code' | 'guarded';

export interface Spelling {
	language: string;
	form: Form;
	/** The code counts only in capitals. */
	capitals: boolean;
}

/** What a word means in release names, alone and at the start of phrases. */
export interface Meaning {
	terms: Phrase<Term[]>[];
	languages: Phrase<Spelling>[];
	/** Is it technical, alone or as the start of a phrase? */
	isVocabulary: boolean;
}

function* spellings(): Generator<[string, Spelling]> {
	for (const {name, words, codes, guarded} of languageTable) {
		yield* words.map((word): [string, Spelling] => [word, {language: name, form: 'word', capitals: false}]);
		yield* [...codes, ...guarded].map((code, index): [string, Spelling] => [
			code.toLowerCase(),
			{language: name, form: index < codes.length ? 'code' : 'guarded', capitals: code !== code.toLowerCase()},
		]);
	}
}

function gather(rows: Iterable<[string, Term]>): Map<string, Term[]> {
	const terms = new Map<string, Term[]>();
	for (const [spelling, term] of rows) {
		terms.set(spelling, [...(terms.get(spelling) ?? []), term]);
	}
	return terms;
}

/** One for terms and languages, because looking up a word costs more than anything else that is done with it. */
function buildDictionary(): Map<string, Meaning> {
	const terms = indexPhrases(gather(vocabulary()));
	const languages = indexPhrases(spellings());
	const words = new Set([...terms.keys(), ...languages.keys(), ...technicalWords]);
	return new Map(
		[...words].map(word => {
			const isVocabulary = technicalWords.has(word) || terms.has(word);
			return [word, {terms: terms.get(word) ?? [], languages: languages.get(word) ?? [], isVocabulary}];
		}),
	);
}

const dictionary = buildDictionary();

/** The meaning of a lower-case word; undefined for one that release names do not use. */
export function meaningOf(word: string): Meaning | undefined {
	return dictionary.get(word);
}

/** Is this lower-case word one that release names use as technical? */
export function isVocabulary(word: string): boolean {
	return dictionary.get(word)?.isVocabulary ?? false;
}

/** Is this lower-case word a language name or code, alone or as the start of a phrase? */
export function isLanguageWord(word: string): boolean {
	return (dictionary.get(word)?.languages.length ?? 0) > 0;
}
