import {searchForm} from '../../domain/media/sort-title.ts';
import type {Conditions} from './list-filter.ts';
import {escapePattern} from './match-text.ts';

export const searchIndex = 'list_search';

/** Letters in an indexed part. Longer search texts are rare, and few titles share so long a beginning. */
const partLength = 6;

/**
 * The beginnings of all suffixes of the words in these folded titles. Any text inside a word is at
 * the start of one of them.
 */
export function searchParts(searchTitles: readonly string[]): string[] {
	const words = new Set(searchTitles.flatMap(title => title.split(' ')));
	const parts = new Set<string>();
	for (const word of words) {
		const letters = [...word];
		for (let at = 0; at < letters.length; at += 1) {
			parts.add(letters.slice(at, at + partLength).join(''));
		}
	}
	return [...parts];
}

/**
 * Finds titles that contain this text anywhere, by the index `searchIndex` on `searchParts`; null when the
 * text is empty after folding.
 */
export function searchConditions(text: string): {key: string; conditions: Conditions} | null {
	const needle = searchForm(text);
	const longestWord = needle.split(' ').reduce((longest, word) => (word.length > longest.length ? word : longest), '');
	if (longestWord === '') {
		return null;
	}
	const part = [...longestWord].slice(0, partLength).join('');
	const inWord = {searchParts: {$regex: `^${escapePattern(part)}`}};
	return {key: needle, conditions: part === needle ? inWord : {...inWord, searchTitles: {$regex: escapePattern(needle)}}};
}
