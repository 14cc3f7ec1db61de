import type {Reader} from '../episodes/numbering.ts';
import {blank} from '../episodes/technical.ts';

const words = [
	'(?:the[ ._])?complete[ ._](?:tv[ ._])?series',
	'series[ ._](?:complete|collection)',
	// A film may have an uncut version with the same name.
	`int[eé]grale(?=[ ._]{0,2}(?:$|[[(${blank}]|[a-z]*french|multi|vo|s[eé]rie))`,
	's[eé]rie[ ._]compl[eè]ta?e?',
	'komplette[ ._]serie',
	'all[ ._]seasons',
	'(?:все|всі)[ ._](?:сезоны|сезони|серии)',
	'полный[ ._]сериал',
	'(?:toutes[ ._]les[ ._]|tutte[ ._]le[ ._]|todas[ ._](?:l?as[ ._])?)(?:saisons|stagioni|temporadas)',
];
const wholeShow = new RegExp(`(?<=[^ ._([-][ ._([-]{1,3})(?:${words.join('|')})(?![\\p{L}\\d])`, 'iu');

/**
 * `Title The Complete Series`: the whole show, without the number of seasons. Used only when the name has no season.
 */
export const readWholeShow: Reader = ({text, start}) => {
	const found = wholeShow.exec(text);
	const end = found ? found.index + found[0].length : 0;
	return found && found.index > start ? {start: found.index, end, fullSeason: true, multiSeason: true, unsure: true} : null;
};
