import {type SearchCriteria, titlesOf} from '#shared/domain/indexers/search-criteria.ts';
import {toSearchText} from '../newznab/search-text.ts';

/**
 * For sources that cannot search: does the name contain all words of one of the titles? Later steps decide which title
 * it really is.
 */
export function matchesCriteria(name: string, criteria: SearchCriteria): boolean {
	const words = new Set(wordsOf(name));
	return titlesOf(criteria).some(title => {
		const wanted = wordsOf(title);
		return wanted.length > 0 && wanted.every(word => words.has(word));
	});
}

/** Release names use dots and underscores for spaces. */
function wordsOf(text: string): string[] {
	return toSearchText(text.slice(0, 500).replace(/[._]/g, ' '), 'sphinx')
		.toLowerCase()
		.split(' ')
		.filter(word => word !== '');
}
