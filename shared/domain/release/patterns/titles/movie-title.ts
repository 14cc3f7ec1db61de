import {idPosition} from './ids.ts';
import {checksum, descriptionStart, noteInBrackets, tagsBeforeTags, tagsBeforeYear} from './movie-tags.ts';
import {findYear} from './movie-year.ts';

const anyId = /(?:(?:tmdb|imdb|tvdb)(?:id)?[-= ]|tt)[a-z\d]{1,12}/gi;
/** Moves the end of the title back over editions and languages right before the year or the first tag. */
function withoutLooseTags(text: string, end: number, beforeYear: boolean): number {
	let title = text.slice(0, end);
	const patterns = beforeYear ? tagsBeforeYear : tagsBeforeTags;
	for (let count = 0; count < 8; count++) {
		const shorter = patterns.reduce((text, pattern) => text.replace(pattern, ''), title);
		if (shorter === title || !/[\p{L}\p{N}]/u.test(shorter) || articleAlone.test(shorter)) {
			break;
		}
		title = shorter;
	}
	return title.length;
}

/** What is left when the whole of `The Final Cut` was read as an edition. */
const articleAlone = /^[ ._]*(?:the|an?|der|die|das|les?|la|el|il)[ ._]*$/i;

/** `Title.TS.Group`: the word is too short to count anywhere else. */
const cinemaAtEnd = /(?<=[\p{L}\d][._ ])(?:TS|TC|CAM)(?=(?:[._ -][\p{L}\d]{2,20})?$)/u;

/** `Title[PassThePopcorn]`: only a tracker's name shows that the title has ended. */
const trackerAtEnd = /^(.+?)[ ._]?\[[a-z]{3,20}\]$/i;

const yearInFront = /^[ ._]*[([]((?:18[89]|19\d|20\d)\d)[\])][ ._-]+(?=\S)/;

export interface MovieTitle {
	/** The title as written. */
	title: string;
	year: number | null;
	/** Where the words after the title begin, including the year. */
	end: number;
}

/**
 * Title and year of a movie's name. Null when it has neither a year nor a technical word, because then nothing
 * shows that it is a release.
 */
export function findMovieTitle(name: string, start: number): MovieTitle | null {
	const front = yearInFront.exec(name.slice(start));
	if (front) {
		const title = findTitle(name, start + front[0].length) ?? {title: name.slice(start + front[0].length), end: name.length};
		return {...title, year: Number(front[1])};
	}
	return findTitle(name, start);
}

/** `Title {tmdb-2020} (2016)`: the digits of the id are not a year. */
function yearBehindId(text: string): number | null {
	return findYear(` ${text.replace(anyId, '')}`, text.length)?.year ?? null;
}

function findTitle(name: string, start: number): MovieTitle | null {
	const id = idPosition(name);
	const text = name.slice(start, id > start ? id : name.length);
	const tag = descriptionStart(text, start > 0 ? checksum : cinemaAtEnd);
	const year = findYear(text, tag);
	if (year === null && tag === text.length && id <= start) {
		const tracker = trackerAtEnd.exec(text);
		if (tracker) {
			return {title: tracker[1]!, year: null, end: start + tracker[1]!.length};
		}
		return tagsBeforeTags.some(pattern => pattern.test(text))
			? titleBefore(text, {end: text.length, year: null, start, beforeYear: false})
			: null;
	}
	const beforeYear = year !== null && year.at < tag;
	const told = year?.year ?? (id > start ? yearBehindId(name.slice(id)) : null);
	return titleBefore(text, {end: beforeYear ? year.at : tag, year: told, start, beforeYear});
}

interface Cut {
	end: number;
	year: number | null;
	start: number;
	beforeYear: boolean;
}

function titleBefore(text: string, {end, year, start, beforeYear}: Cut): MovieTitle | null {
	const cut = text
		.slice(0, withoutLooseTags(text, end, beforeYear))
		.replace(/[ ._-]+$/, '')
		.replace(noteInBrackets, '');
	const open = cut.lastIndexOf('[');
	const length = open > 0 && open > cut.lastIndexOf(']') ? open : cut.length;
	const title = text.slice(0, length);
	return /[\p{L}\p{N}]/u.test(title) ? {title, year, end: start + length} : null;
}
