import {languageTable} from '#shared/domain/release/language-table.ts';
import {languageName} from '#shared/domain/release/spoken-languages.ts';
import {fieldOf, type Item} from './item.ts';

/** Words that sites send when the language is unknown, or when they use the field for something else. */
const noLanguages = ['unknown', 'multi', 'dual', 'other', 'none', 'n/a'];

/** Language names by every lower-case word for them, including three-letter codes and words in other languages. */
const namesByWord = new Map(
	languageTable.flatMap(({name, words, codes, guarded}) =>
		[...words, ...codes, ...guarded, name].map((word): [string, string] => [word.toLowerCase(), name]),
	),
);

/** `English`, `en`, `eng, German` and `English - German` all occur. The names are those of `ParsedTitle`. */
export function readLanguages(item: Item): string[] {
	const told = item.attributes.get('language') ?? [fieldOf(item, 'language') ?? ''];
	const words = told.flatMap(text =>
		text
			.slice(0, 500)
			.toLowerCase()
			.split(/[,|;/]|\s-\s/),
	);
	return [...new Set(words.map(word => toLanguage(word.trim())).filter(name => name !== null))];
}

function toLanguage(word: string): string | null {
	if (!/^\p{L}[\p{L} ()-]{1,39}$/u.test(word) || noLanguages.includes(word)) {
		return null;
	}
	const plain = word.replace(/[ ()-]+/g, ' ').trim();
	return namesByWord.get(plain) ?? languageName(word);
}
