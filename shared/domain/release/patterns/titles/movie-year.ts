import {tagAtStart} from './movie-tags.ts';

/** A span of years such as `2003-2009` ends a collection's title like a year, but does not count as one. */
const years =
	/(?<=[^\d ._([-][ ._)\]!?'-]{0,3}[ ._([-]|\d[ ._([-]{1,3})(?<year>(?:18[89]|19\d|20\d)\d)(?<span>[-–~/](?:19|20)\d\d)?(?![\da-z]| ?[x×*] ?(?!26[456])\d{3})/gi;
const bracketed = /[([](?:[a-z]{0,12}[ .]|[^()[\]]{1,30} ?[/|] ?)?(?<year>(?:18[89]|19\d|20\d)\d)(?<span> ?[-–~/] ?(?:19|20)\d\d)?[\])]/i;
/** `(Henri Valmont, 1968)`: the director's name with the year. */
const signed =
	/[([][^()[\]]{2,40}(?:,| [-–]|(?<=\p{Lu}[\p{L}.]* \p{Lu}\p{L}+))[ ]?(?<year>(?:18[89]|19\d|20\d)\d)(?:,[^()[\]]{1,40})?[\])]/u;

export interface Year {
	/** Null for a span of years. */
	year: number | null;
	at: number;
	end: number;
}

function toYear(found: RegExpExecArray): Year {
	const {year, span} = found.groups ?? {};
	return {year: span === undefined ? Number(year) : null, at: found.index, end: found.index + found[0].length};
}

/**
 * The year of the movie: the one in brackets, else the last one before the first technical word at `tag`,
 * else the first one after it.
 */
export function findYear(text: string, tag: number): Year | null {
	const inBrackets = bracketed.exec(text) ?? signed.exec(text);
	if (inBrackets && inBrackets.index > 0) {
		return toYear(inBrackets);
	}
	let chosen: Year | null = null;
	years.lastIndex = 0;
	for (let found = years.exec(text); found; found = years.exec(text)) {
		const year = toYear(found);
		if (chosen && (year.at > tag || ((chosen.year ?? 0) <= (year.year ?? 0) && tagAtStart.test(text.slice(chosen.end, year.at))))) {
			break;
		}
		chosen = year;
	}
	return chosen;
}
