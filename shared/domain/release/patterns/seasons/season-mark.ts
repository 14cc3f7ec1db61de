import {joinWords, seasonWords, spanWords} from '../episodes/numbering-words.ts';

/** Where a name gives its season or seasons. */
export interface Seasons {
	start: number;
	end: number;
	first: number;
	last: number;
}

const prefix = '(?:(?:the[ ._-])?(?:complete|int[eé]grale?|completa|komplette)[ ._-]{1,3}(?:(?:tv[ ._-])?series)?[\\])]?[ ._-]{0,3}[[(]?)?';

/** `S03`, `S 01`, `Season 1`, `(Сезон 1`. */
const wordFirst = new RegExp(
	`(?<![a-zа-я\\d'’])${prefix}(?:t(?=0[1-9](?![\\da-z]))|s(?:(?<!(?:^|[ .])[a-z]\\.s)[ ._:-]{1,2})?|(?:${seasonWords})(?![a-zа-я])[ ._:№#-]{0,2})(\\d{1,2}|(?:19|20)\\d\\d|0\\d\\d)(?:(?![a-zа-я\\d])|(?=s\\d\\d|[dp]\\d|x26[45]|extras))`,
	'i',
);

const ordinalEnd = '(?:-?(?:й|я|ой|ый|ий|ая|го|th|st|nd|rd|a|[eè]me|re)[ ._]|[ ._ªº°-]{0,2}|ª )';
/** `1. Sezon`, `2 сезон`, `2ª a 5ª Temporada`, `1-3 сезоны`, `2nd Season`. */
const numberFirst = new RegExp(
	`(?<![a-zа-я\\d])(?:[сз][ ._])?(?:(\\d{1,2})(?:-?(?:й|th|st|nd|rd)|[ªº°.])?(?: ?[-–~] ?|[ ._](?:${spanWords}|${joinWords})[ ._]))?(\\d{1,2})${ordinalEnd}[ _]?(?:${seasonWords})(?![a-zа-я])`,
	'i',
);

const severalSeasons = /^0*(?:[2-9]|[1-9]\d)[ ._]{1,2}seasons$/i;

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
/** `The Complete Fourth Season`, `Second Season`. */
const ordinalWord = new RegExp(`(?<![a-z])(?:the[ ._-])?(?:complete[ ._-])?(${ordinals.join('|')})[ ._-]season(?![a-z])`, 'i');

/** Many titles contain the word, so a number must follow it and a title must precede it. */
const seriesWord = /series/i;
const british = /(?<=[^ ._-][ ._-]{1,3})series[ ._]{1,2}(\d{1,2})(?![a-z\d])/i;

function placed(found: RegExpExecArray, first: number, last: number): Seasons {
	return {start: found.index, end: found.index + found[0].length, first, last};
}

/** A season given by `S` or the word, followed by its number; the first one if there are several. */
export function findSeason(text: string): Seasons | null {
	const found = wordFirst.exec(text);
	return found && placed(found, Number(found[1]), Number(found[1]));
}

/** A season whose number comes before the word. */
export function findOrdinalSeason(text: string): Seasons | null {
	const spelled = ordinalWord.exec(text);
	if (spelled) {
		const season = ordinals.indexOf(spelled[1]!.toLowerCase()) + 1;
		return placed(spelled, season, season);
	}
	const found = numberFirst.exec(text);
	// `4 Seasons` says how many there are.
	const first = found && severalSeasons.test(found[0]) ? 1 : Number(found?.[1] ?? found?.[2]);
	return found && placed(found, first, Number(found[2]));
}

/** `Title Series 2`, the British form. */
export function findBritishSeason(text: string): Seasons | null {
	const found = seriesWord.test(text) ? british.exec(text) : null;
	return found && placed(found, Number(found[1]), Number(found[1]));
}
