import {foldLetters} from '../release/clean-title.ts';

const marks = /\p{M}/gu;
const article = /^(?:the|an?)\s+(?=\S)/;
const punctuation = /[^\p{L}\p{N}\s]+/gu;
const digits = /\d+/g;

/** Digits that numbers are padded to, so that text order equals numeric order. */
const digitWidth = 12;

/**
 * The form used to sort lists by title: lower case, no accents, no leading article, no punctuation, numbers by value.
 */
export function sortTitle(title: string): string {
	const plain = lowerForm(title).replace(punctuation, '').replace(/\s+/g, ' ').trim();
	return plain.replace(article, '').replace(digits, run => run.replace(/^0+(?=\d)/, '').padStart(digitWidth, '0'));
}

/** The form that `search` compares: lower case, no accents. */
export function searchForm(title: string): string {
	return lowerForm(title).replace(/\s+/g, ' ').trim();
}

function lowerForm(title: string): string {
	return foldLetters(title.normalize('NFKD').replace(marks, '').toLowerCase());
}
