import {longestName} from './words.ts';

/** Words that name an edition by themselves. */
const alone =
	'extended|uncut|unrated|uncensored|theatrical|remastered|recut|restored|imax|despecialized|ultimate|' +
	"director'?s|directors|collector'?s|collectors|criterion|open[-._ ]?matte|fan[-._ ]?edit|[234]in1|\\d{2,3}(?:st|nd|rd|th)?[-._ ]anniversary";
/** Words that are too common by themselves: a cut, an edition, a version or a collection has to follow. */
const together =
	"special|final|assembly|imperial|diamond|signature|hunter|rekall|rogue|rouge|festival|limited|anniversary|international|definitive|legacy|producer'?s|" +
	'deluxe|redux|superbit|workprint|television|tv|complete|alternative|alternate|original|full|long|preview|roadshow|integral|supreme|black[-._ ]and[-._ ]chrome';
const noun = 'cut|edition|version|collection';

/** One edition as a piece of a pattern. */
export const editionWords = `(?:(?:${alone})(?:[-._ ](?:${noun}))?|(?:${together})[-._ ](?:${noun}))`;
const edition = new RegExp(`(?<![\\p{L}\\p{N}])${editionWords}(?![\\p{L}\\p{N}])`, 'giu');

const gap = /^[-._ ]$/;
/** One look that nearly every name fails. */
const mayHaveEdition = new RegExp(`${noun}|${alone}`, 'i');

/**
 * The edition that stands in a name, as it is spelled but with spaces: `Extended Directors Cut`.
 * Null when there is none.
 * `name` is what follows the title, a year included or not.
 */
export function parseEdition(name: string): string | null {
	const text = name.slice(0, longestName);
	if (!mayHaveEdition.test(text) || text.search(edition) < 0) {
		return null;
	}
	let start = -1;
	let end = -1;
	for (const match of text.matchAll(edition)) {
		if (start >= 0 && !gap.test(text.slice(end, match.index))) {
			break;
		}
		start = start < 0 ? match.index : start;
		end = match.index + match[0].length;
	}
	return start < 0 ? null : text.slice(start, end).replace(/[._]/g, ' ');
}
