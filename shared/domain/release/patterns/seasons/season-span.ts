import {matchAt} from '../../../text/match-at.ts';
import {joinWords, seasonWords, spanWords} from '../episodes/numbering-words.ts';
import type {Seasons} from './season-mark.ts';

const mark = `(?:s(?=\\d)|(?:${seasonWords})[ ._]{1,2})`;
const dash = '[-~～–]{1,2}';

/** The next season, with its own mark: `-S04`, ` S04`, `S04`, ` to S04`, ` - Season 4`. */
const marked = new RegExp(
	`(?:[ ._]?${dash}[ ._]?|[ ._]{1,2}(?:${spanWords}|${joinWords})[ ._]{1,2}|[ ._]?[&+,/][ ._]?|[ ._]{0,3})${mark}(?<number>\\d{1,2})(?![a-rt-z\\d])`,
	'iy',
);

/** The next season without a mark: `-4`, ` to 4`. After ` & 4` and `, 4` it must be the next number. */
const bare = new RegExp(
	`(?:(?<span>${dash}|[ ._](?:${spanWords})[ ._])|(?:, ?|[&+]|[ ._](?:&|\\+|${joinWords})[ ._]))(?:la[ ._])?(?<number>\\d{1,2})[ªº]?(?![a-z\\d]|[ .]?(?:${seasonWords}))`,
	'iy',
);

/**
 * Spaces around a dash are accepted in `Seasons 1 - 4`, in `Season 1 - 3 (2009-2011)`, and before a number that is not
 * zero-padded like an episode.
 */
const dashed =
	/[ ._][-–][ ._](?:(?<=[a-zа-я]{3}[sыи][ ._]0?\d{1,2}[ ._][-–][ ._])\d{1,2}|(?<=[a-zа-я]{4}[ ._]0?\d{1,2}[ ._][-–][ ._])(?:[1-9]|\d\d(?=[ ._][([](?:19|20)\d\d\b)))(?![a-z\d])/iy;

/** `S02 03 04` and `Temporadas 1 2`. */
const listed = /[ ._](\d{1,2})(?![\da-z])/iy;
const wordForSeveral = /[a-zа-я]{3}[sыи][ ._]{1,2}\d{1,2}$/i;
const bracketBehind = / ?[[(]/y;
const paddedMark = /[ ._]s\d\d$/i;

interface Next {
	number: number;
	end: number;
}

/** Plain numbers count when they are consecutive and there are at least two, or one after a plural word. */
function readListed(text: string, {first, end}: Seasons): Next | null {
	let next: Next = {number: first, end};
	let count = 0;
	for (let more = matchAt(listed, text, end); more && Number(more[1]) === next.number + 1; more = matchAt(listed, text, next.end)) {
		next = {number: next.number + 1, end: next.end + more[0].length};
		count++;
	}
	return count > 1 || (count === 1 && wordForSeveral.test(text.slice(0, end))) ? next : null;
}

/** `S01 04 (1080p`: the first and the last season. */
function readEnds(text: string, {first, end}: Seasons): Next | null {
	const more = matchAt(listed, text, end);
	if (!more || Number(more[1]) <= first || !paddedMark.test(text.slice(0, end))) {
		return null;
	}
	const behind = end + more[0].length;
	return matchAt(bracketBehind, text, behind) ? {number: Number(more[1]), end: behind} : null;
}

function readNext(text: string, {end, last}: Seasons, hasGroup: boolean): Next | null {
	const own = matchAt(marked, text, end);
	if (own) {
		return {number: Number(own.groups?.['number']), end: end + own[0].length};
	}
	const plain = matchAt(bare, text, end);
	if (plain) {
		const number = Number(plain.groups?.['number']);
		return plain.groups?.['span'] === undefined && number !== last + 1 ? null : {number, end: end + plain[0].length};
	}
	const apart = hasGroup ? null : matchAt(dashed, text, end);
	return apart && {number: Number(/\d+$/.exec(apart[0])?.[0]), end: end + apart[0].length};
}

/** Reads on from the first season to the last of the list. */
export function readSpan(text: string, first: Seasons, hasGroup: boolean): Seasons {
	const list = readListed(text, first) ?? readEnds(text, first);
	if (list) {
		return {...first, last: list.number, end: list.end};
	}
	let seasons = first;
	for (let next = readNext(text, seasons, hasGroup); next && next.number > seasons.last; next = readNext(text, seasons, hasGroup)) {
		seasons = {...seasons, last: next.number, end: next.end};
	}
	return seasons;
}
