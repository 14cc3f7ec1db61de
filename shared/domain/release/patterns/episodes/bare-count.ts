import {finished, firstCount, lastCount, range, toCount, version} from './count-form.ts';
import type {Mark, Reader, Release} from './numbering.ts';
import {seasonWords} from './numbering-words.ts';
import {blank} from './technical.ts';

/**
 * `Title 05 [`, `Title_26-27_[`, `Title 06 720p`: the last number before brackets, technical words or the end. Decimals
 * such as `1.11` belong to the title, as do numbers before a year in brackets.
 */
const trailing = new RegExp(
	`(?=\\d\\d)(?<=[^\\d ._-][ ._!?)'-]{1,3}|\\d[ ._]|[ ._]s\\d-)(?!(?<=(?<!\\d)\\d\\.)\\d\\d )(\\d{2,4}(?:\\.\\d)?)${range}${version}${finished}[ ._]{0,2}(?=[[({「${blank}]|$|(?:complete|batch|web|hdtv|dvd|bd|bluray|raw|dual|multi|(?:sub|true)?french|vost(?:fr|a)?|vf|vo|sub|ger(?:man)?|ita(?:lian)?|uncensored)(?![a-z])|- \\p{L})(?![([](?:19|20)\\d\\d[)\\]])`,
	'giu',
);

/** `[Group] Title 01 Name [`: a zero-padded number between words. */
const amongWords = /(?<=\p{L}[ ._])(0\d{1,2})(?=[ ._]\p{L})/gu;

/** `Part 03` and a lone `Season 02` say themselves what they count. */
const partOrSeason = new RegExp(`(?:[ ._-](?:part|pt)|^(?:${seasonWords}))[ ._-]{1,2}$`, 'i');

/** French fansub groups count from the start of the show. */
const fansub = /^(?:v\d)?[ ._](?:sub|vost)/i;

/** Without a group in front, a bare number is absolute only when it cannot contain a season. */
function isPlain(written: string, behind: string): boolean {
	return written.length === 2 || /^0\d\d$|\./.test(written) || fansub.test(behind);
}

function readTrailing(release: Release): Mark | null {
	const {text, start, hasGroup} = release;
	const found = lastCount(release, trailing, start);
	if (!found) {
		return null;
	}
	const [, written = '', last] = found;
	const sure = hasGroup || last !== undefined;
	const plain = sure || isPlain(written, text.slice(found.index + written.length));
	if (!plain || partOrSeason.test(text.slice(0, found.index))) {
		return null;
	}
	const mark = toCount(found);
	// Only episode numbers are zero-padded.
	return mark && !sure && !written.startsWith('0') ? {...mark, unsure: true} : mark;
}

/**
 * A number from the start of the show, recognized only by its position. Without a group in front it may
 * be part of a film title.
 */
export const readBareCount: Reader = release => {
	const trailed = readTrailing(release);
	const among = trailed === null && release.hasGroup ? firstCount(release, amongWords, release.start + 1) : null;
	return trailed ?? (among && toCount(among));
};
