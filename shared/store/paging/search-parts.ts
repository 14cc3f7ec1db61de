import {searchForm} from '../../domain/media/sort-title.ts';
import {escapePattern} from '../match-text.ts';
import type {Conditions} from './list-filter.ts';

export const searchIndex = 'list_search';

/** Letters of an indexed part: longer needles are rare, and few titles share their beginning. */
const partLength = 6;

/** The beginnings of all endings of these folded titles: whatever stands inside a title stands at the start of one of them. */
export function searchParts(searchTitles: readonly string[]): string[] {
	const parts = new Set<string>();
	for (const title of searchTitles) {
		const letters = [...title];
		for (let at = 0; at < letters.length; at += 1) {
			parts.add(letters.slice(at, at + partLength).join(''));
		}
	}
	return [...parts];
}

/** Finds titles with this text anywhere inside, by the index `searchIndex` on `searchParts`; null when nothing of the text is left after folding. */
export function searchConditions(text: string): {key: string; conditions: Conditions} | null {
	const needle = searchForm(text);
	const letters = [...needle];
	if (letters.length === 0) {
		return null;
	}
	const part = {searchParts: {$regex: `^${escapePattern(letters.slice(0, partLength).join(''))}`}};
	const whole = letters.length > partLength ? {searchTitles: {$regex: escapePattern(needle)}} : {};
	return {key: needle, conditions: {...part, ...whole}};
}
