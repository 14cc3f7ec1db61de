import {longestName} from './quality/words.ts';

/** Words that name an edition on their own. */
const alone =
	'extended|uncut|unrated|uncensored|theatrical|remastered|recut|restored|imax|despecialized|ultimate|' +
	"director'?s|directors|collector'?s|collectors|criterion|open[-._ ]?matte|fan[-._ ]?edit|[234]in1|\\d{2,3}(?:st|nd|rd|th)?[-._ ]anniversary";
/** Words that are too common on their own: "cut", "edition", "version" or "collection" must follow. */
const together =
	"special|final|assembly|imperial|diamond|signature|hunter|rekall|rogue|rouge|festival|limited|anniversary|international|definitive|legacy|producer'?s|" +
	'deluxe|redux|superbit|workprint|television|tv|complete|alternative|alternate|original|full|long|preview|roadshow|integral|supreme|black[-._ ]and[-._ ]chrome';
const noun = 'cut|edition|version|collection';

/** One edition, as part of a pattern. */
export const editionWords = `(?:(?:(?:${together})[-._ ])?(?:${alone})[-._ ](?:${noun})|(?:${alone})|(?:${together})[-._ ](?:${noun}))`;
const edition = new RegExp(`(?<![\\p{L}\\p{N}])${editionWords}(?![\\p{L}\\p{N}])`, 'giu');

const gap = /^[-._ ]$/;
/** A quick check that nearly every name fails. */
const mayHaveEdition = new RegExp(`${noun}|${alone}`, 'i');

/**
 * The edition in a name, spelled as there but with spaces: `Extended Directors Cut`; null when there is none. `name` is
 * the part after the title, with or without the year.
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
