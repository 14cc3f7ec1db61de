import {type SearchCriteria, titlesOf} from '#shared/domain/indexers/search-criteria.ts';

/**
 * The title as words of a search. `sphinx` servers treat punctuation as operators, so they get plain words; `raw` ones
 * get it as it is.
 */
export function toSearchText(title: string, engine: string): string {
	const spaced = title.replaceAll('+', ' ');
	return engine.startsWith('raw') ? squeeze(spaced) : toPlainWords(spaced);
}

/** Release names leave out the accents of these scripts. In others a mark makes another letter: й is not и. */
const accents = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;
/** Points for vowels in Hebrew and Arabic, which nobody writes in names, and what makes an emoji of a character. */
const points = /[\u0591-\u05BD]|[\u05BF-\u05C7]|[\u064B-\u0652]|\u0670|[\uFE00-\uFE0F]|[\u20D0-\u20FF]/g;

function toPlainWords(title: string): string {
	const unmarked = title.normalize('NFKD').replace(accents, '$1').replace(points, '').normalize('NFC');
	const joined = unmarked.replaceAll('&', ' and ').replace(/['’`´.]/g, '');
	return squeeze(joined.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' '));
}

function squeeze(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}

const innerMark = /(?<=[\p{L}\p{N}])['’`´.](?=[\p{L}\p{N}])/gu;

/**
 * The same search with blanks for the marks inside of words: `l empereur` for `l'empereur`, which is `lempereur` as a
 * plain word. Sites write either. Only for the first title with such a mark, because it is one more search; null if
 * none has one.
 */
export function withSpacedTitle(criteria: SearchCriteria): SearchCriteria | null {
	const title = titlesOf(criteria)
		.find(each => each.search(innerMark) >= 0)
		?.replace(innerMark, ' ');
	if (title === undefined) {
		return null;
	}
	if (criteria.kind === 'text') {
		return {...criteria, query: title};
	}
	return criteria.kind === 'movie' ? {...criteria, title, titles: []} : {...criteria, series: {...criteria.series, title, titles: []}};
}
