import {isAt, matchAt} from '../../text/match-at.ts';
import {countRange, type Mark, type Release} from './numbering.ts';

const behind =
	/[ ._]*(?:[-(][ ._]*)?((?!(?:480|540|576|720|1080|2160)(?!\d))\d{3,4}|\d\d(?=[ ._]*[[(]))(?:-\d{3,4}){0,8}?(?:-(\d{3,4}))?(?![a-z\d]|-[a-z\d])/iy;
/** Files such as ` - S02E07 - 107 - Name` have the absolute number between separate dashes. */
const betweenDashes = / - \d{3,4} - (?=\S)/y;
const before = /[ ._-]{1,3}(\d{2,4})[ ._]*$/;
const decimalBefore = /[ ._-]{1,3}(\d{1,4}\.\d)(?:[ ._]*[([]?|[ ._]-[ ._])$/;
const apartBefore = /[ ._]-[ ._](\d{2,4})(?:v\d)?[ ._]*(?:[([]|-[ ._])$/;
/** The same without a group, where two digits may belong to the title. */
const longBefore = /[ ._]-[ ._]((?!(?:19|20)\d\d)(?:0\d|\d{3})\d?)(?:v\d)?[ ._]*-[ ._]$/;
const year = /^(?:19|20)\d\d$/;

/** Round hundreds more likely belong to the title. A short number counts when it repeats the episode. */
function isCount(written: string, {episodes = []}: Mark): boolean {
	if (written.length === 2) {
		return episodes.length === 1 && episodes[0] === Number(written);
	}
	return Number(written) % 100 !== 0 && !year.test(written);
}

function withCountBehind(mark: Mark, {name, hasGroup}: Release): Mark | null {
	const found = matchAt(behind, name, mark.end);
	if (!found || year.test(found[1]!) || !(hasGroup || found[1]!.startsWith('0') || isAt(betweenDashes, name, mark.end))) {
		return null;
	}
	const absoluteEpisodes = countRange(Number(found[1]), Number(found[2] ?? found[1]));
	return absoluteEpisodes && {...mark, absoluteEpisodes, end: mark.end + found[0].length};
}

/**
 * Adds the absolute number that anime names have next to season and episode: `S10E14 214`, `214 10x14`, `07.5
 * (S00E01)`. Without a group in front, only a zero-padded number after the episode counts, because others may be
 * part of the episode title.
 */
export function withSecondCount(mark: Mark, release: Release): Mark {
	const counted = withCountBehind(mark, release);
	if (counted) {
		return counted;
	}
	const {name, start, hasGroup} = release;
	const title = name.slice(start, mark.start);
	const decimal = decimalBefore.exec(title);
	// `Title 2.0 S02E05`: only specials are numbered between two episodes.
	if (decimal && (mark.season === 0 || hasGroup || decimal[0].includes('-'))) {
		return {...mark, specialAbsoluteEpisodes: [Number(decimal[1])], start: start + decimal.index, special: true};
	}
	const apart = (hasGroup ? apartBefore : longBefore).exec(title);
	const beside = hasGroup ? before.exec(title) : null;
	const number = apart ?? (beside && isCount(beside[1]!, mark) ? beside : null);
	return number ? {...mark, absoluteEpisodes: [Number(number[1])], start: start + number.index} : mark;
}
