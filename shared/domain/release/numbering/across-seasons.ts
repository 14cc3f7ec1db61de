import {matchAt} from '../../text/match-at.ts';
import type {AcrossSeasons} from '../parsed-title.ts';
import type {Mark} from './numbering.ts';

/** The first mark of a name. */
interface First {
	start: number;
	/** The position after its number. */
	at: number;
	season: string;
	episode: string;
	/** `4x05`, not `S04E05`. */
	isCrossed: boolean;
}

/**
 * `S01E01-S04E10`, `S01E12+S02E01`, `S01E12S02E01`: the first and the last of several seasons. `S02E05-06 E07` is a
 * list of one.
 */
const acrossSeasons = /(?:[ ._]?[-~–+&][ ._]?s?|[ ._]?s)(?<last>\d{1,2})(?:(?<=s\d{1,2})[ ._])?[ex](?<end>\d{1,4})(?!\d)/iy;
/** `S01-S04E10`. */
const seasonBefore = /[ ._([-]{1,3}s(\d{1,2})[ ._]?[-~–][ ._]?$/i;

/**
 * `S02E05 - 10x10`, `2x05 - 4x4`: two marks that differ, or stand apart, are no first and last episode but a name
 * after a number. Specials lead into no season.
 */
function isSpan({season, episode, isCrossed}: First, behind: string): boolean {
	const isAlike = isCrossed === !/[se]\d/i.test(behind);
	const isNamed = isCrossed && /^[ ._]?[-~–][ ._]/.test(behind) && Number(episode) > 1;
	return isAlike && !isNamed && Number(season) > 0;
}

/**
 * `S01E01-S04E10` means whole seasons. Any other pair means its two episodes, or with a dash, or with a season in
 * between, all from the one to the other.
 */
function acrossOf({season, episode}: First, {0: found, groups}: RegExpExecArray): AcrossSeasons | null {
	const isRun = /^[ ._]?[-~–]/.test(found) || Number(groups?.['last']) > Number(season) + 1;
	const first = Number(episode);
	return isRun && first <= 1 ? null : {first, last: Number(groups?.['end']), isRun};
}

/** A pack of several seasons whose first and last episode are given; null when both are in one season. */
export function readAcrossSeasons(name: string, mark: First): Mark | null {
	const {start, at, season} = mark;
	const last = matchAt(acrossSeasons, name, at);
	if (last && Number(last.groups?.['last']) > Number(season) && isSpan(mark, last[0])) {
		const across = acrossOf(mark, last);
		return {
			start,
			end: at + last[0].length,
			season: Number(season),
			lastSeason: Number(last.groups?.['last']),
			multiSeason: true,
			fullSeason: across === null,
			...(across && {across}),
		};
	}
	const first = seasonBefore.exec(name.slice(0, start));
	return first && Number(first[1]) < Number(season)
		? {start: first.index, end: at, season: Number(first[1]), lastSeason: Number(season), multiSeason: true, fullSeason: true}
		: null;
}
