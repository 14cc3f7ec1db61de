import {episodeRange, type Mark, type Reader} from './numbering.ts';

/** `E56`, `e07`, `E11-E12`: an episode without a season; four digits are the count of a soap, unless its day follows. */
const lettered = /(?<=[ ._)\]?!-]|^)e(\d{1,3}(?!\d)|\d{4}(?=\.\d{6}\.))(?:[ ._]?(?:[-~&+][ ._]?e?|e)(\d{1,3})(?![a-z\d]))?(?![a-z\d])/i;

/** Korean captures begin with the day of broadcast and count with `ep`: `221208 ABC123 Title ep34`. */
const datedFront = /^\d{6}[ ._]/;
const datedEpisode = /[ ._]ep?(\d{1,3})(?![a-z\d])/i;

/** `Part 1`, `Part.Two`, `Pt.II`. */
const part =
	/(?<![a-z\d])(?:part|pt)[ ._-]?(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|i{1,3}|iv|vi{0,3}|ix|x)(?:[ ._]?(?:[-&+]|and)[ ._]?(?:(?:part|pt)[ ._-]?)?(\d{1,2}))?(?![a-z\d])/i;

/** `1of4`, `2 of 6`, `(3/8)`. */
const outOf = /(?:(?<![a-z\d])part[ ._])?(?<![a-z\d-])(\d{1,2})[ ._]?of[ ._]?(\d{1,2})(?![a-z\d])/i;

const words = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const romans = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];

function toNumber(written: string): number {
	const lower = written.toLowerCase();
	return /^\d/.test(lower) ? Number(lower) : Math.max(words.indexOf(lower), romans.indexOf(lower));
}

function toMark(found: RegExpExecArray, first: number, last: number): Mark | null {
	const episodes = episodeRange(first, last);
	return episodes && {start: found.index, end: found.index + found[0].length, season: 1, episodes};
}

/** `Title.E05`: counted as season 1; anime groups count from the start of the show. */
export const readSeasonlessEpisode: Reader = ({text, start, hasGroup}) => {
	if (datedFront.test(text)) {
		const dated = datedEpisode.exec(text);
		return dated && toMark(dated, Number(dated[1]), Number(dated[1]));
	}
	const found = hasGroup ? null : lettered.exec(text);
	if (!found || found.index < start) {
		return null;
	}
	const first = Number(found[1]);
	return toMark(found, first, Number(found[2] ?? first));
};

/** `Title.Part.Two`: counted as season 1. */
export const readMiniSeries: Reader = ({text}) => {
	const parts = part.exec(text);
	if (parts) {
		const first = toNumber(parts[1]!);
		return toMark(parts, first, parts[2] ? Number(parts[2]) : first);
	}
	return null;
};

/** `Title.2of6`: the same, unless a group numbers an anime so. */
export const readOutOf: Reader = ({text, hasGroup}) => {
	const count = hasGroup ? null : outOf.exec(text);
	return count && Number(count[1]) <= Number(count[2]) ? toMark(count, Number(count[1]), Number(count[1])) : null;
};
