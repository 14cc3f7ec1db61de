import {seasonWords} from '../release/numbering/numbering.ts';

interface SeasonedTitle {
	/** The title without the season. */
	title: string;
	season: number;
	/** Given by a word or an `S`. A number alone may be part of the title. */
	isSure: boolean;
}

const ordinals: readonly string[] = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const hanNumbers = '零一二三四五六七八九十';
const romans: readonly string[] = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X'];

const gap = '[ ._:~-]{1,3}[([]?';
const spelled = new RegExp(
	`${gap}(?:s|(?:${seasonWords})[ ._]?)(?<behind>\\d{1,2})[)\\]]?$|${gap}(?<before>\\d{1,2})(?:st|nd|rd|th)[ ._](?:season|stage|series)[)\\]]?$|${gap}(?<ordinal>${ordinals.join('|')})[ ._]season$|[ ._]?第 ?(?<han>[一二三四五六七八九十]|\\d{1,2}) ?[季期]$|[ ._]?(?<term>\\d{1,2})期$`,
	'i',
);
const roman = /[ ._](?<roman>II|III|IV|V|VI|VII|VIII|IX|X)$/;
const digit = /[ ._](?<digit>[2-9])$/;

/**
 * The season at the end of a title: `Title S2`, `Title 2nd Season`, `Title 第二季`, `Title II`,
 * `Title 2`; null without one.
 */
export function splitSeason(title: string): SeasonedTitle | null {
	const sure = spelled.exec(title);
	const found = sure ?? roman.exec(title) ?? digit.exec(title);
	const season = found ? numberOf(found.groups ?? {}) : 0;
	const rest = title.slice(0, found?.index ?? 0).trim();
	return season > 0 && rest !== '' ? {title: rest, season, isSure: sure !== null} : null;
}

function numberOf({behind, before, ordinal, han, term, roman: letters, digit: alone}: Record<string, string | undefined>): number {
	const digits = behind ?? before ?? term ?? alone ?? han ?? '';
	return (
		Number(digits) ||
		ordinals.indexOf(ordinal?.toLowerCase() ?? '') + 1 ||
		Math.max(0, hanNumbers.indexOf(han ?? '-')) ||
		Math.max(0, romans.indexOf(letters ?? '-'))
	);
}
