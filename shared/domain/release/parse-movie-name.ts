import {assembleTitle, movieTitles, toTitleText} from './alternative-titles.ts';
import {bracketedTitle, eastAsianTitles} from './bracketed-name.ts';
import {splitYearInFront} from './east-asian-name.ts';
import {
	checksum,
	descriptionStart,
	languageAlone,
	languageBeforeBracket,
	languageBehindArticle,
	noteInBrackets,
	onlyTags,
	tagAtStart,
	tagsBeforeTags,
	tagsBeforeYear,
} from './movie-tags.ts';
import {idPosition, parseIds, parseTags} from './parse-tags.ts';
import type {ParsedTitle} from './parsed-title.ts';
import {prepareName, toPlainName} from './prepare-name.ts';

/** A name with an episode is not a movie, whatever year it has. */
const episode = /(?<![a-z\d])s\d{1,4}[ ._]?e\d{1,4}(?!\d)/i;

/** `BD-50_Title`. */
const discInFront = /^\[?(?:bd|dvd)-?(?:25|50|66|100|5|9)\]?[ ._-]+(?=\S)/i;

/** `[1999] Title` looks like a group. */
const groupLikeYear = /^\[(?:19|20)\d\d\]/;

/** Parses a movie's release name without extension; null when it does not name a movie. */
export function parseMovieName(releaseTitle: string, extension: string | null): ParsedTitle | null {
	const plain = toPlainName(releaseTitle);
	const front = splitYearInFront(plain.replace(discInFront, ''));
	const {name, start: afterGroup} = prepareName(front.rest);
	const start = groupLikeYear.test(name) ? 0 : afterGroup;
	const found = episode.test(name) ? null : findMovieTitle(name, start);
	const titles = found ? [...movieTitles(found.title), ...found.also].map(toTitleText) : [];
	const title = titles[0] ?? '';
	if (!found || title === '') {
		return null;
	}
	return assembleTitle({
		names: {title, titles, titleWithoutYear: title, releaseTitle, year: found.year ?? front.year},
		numbering: {},
		possibleSpecial: false,
		ids: parseIds(name),
		tags: parseTags({name: plain, rest: name.slice(found.end), extension, mode: 'movie'}),
	});
}

const anyId = /(?:(?:tmdb|imdb|tvdb)(?:id)?[-= ]|tt)[a-z\d]{1,12}/gi;
/** Moves the end of the title back over editions and languages right before the year or the first tag. */
function withoutLooseTags(text: string, end: number, beforeYear: boolean): number {
	let title = text.slice(0, end);
	const inBrackets = '(['.includes(text.charAt(end) || '.') && languageBeforeBracket.test(title);
	if (beforeYear && (inBrackets || languageBehindArticle.test(title))) {
		return title.length;
	}
	const patterns = beforeYear ? tagsBeforeYear : tagsBeforeTags;
	for (let count = 0; count < 8; count++) {
		const shorter = patterns.reduce((text, pattern) => text.replace(pattern, ''), title);
		const isVersion = !beforeYear && pointZero.test(title) && channels.test(text.slice(end));
		if (isVersion || shorter === title || !/[\p{L}\p{N}]/u.test(shorter) || articleAlone.test(shorter)) {
			break;
		}
		title = shorter;
	}
	return title.length;
}

/** `Title 2.0 1080p DTS 5.1`: with the channels told elsewhere, this is no sound. */
const pointZero = /[ ._]2\.0[ ._]*$/;
const channels = /(?<!\d)[1-9][ .][01](?!\d)/;

/** What is left when the whole of `The Final Cut` was read as an edition. */
const articleAlone = /^[ ._]*(?:the|an?|der|die|das|les?|la|el|il)[ ._]*$/i;

/** `Title.TS.Group`: the word is too short to count anywhere else. */
const cinemaAtEnd = /(?<=[\p{L}\d][._ ])(?:TS|TC|CAM)(?=(?:[._ -][\p{L}\d]{2,20})?$)/u;

/** `Title[PassThePopcorn]`: only a tracker's name shows that the title has ended. */
const trackerAtEnd = /^(.+?)[ ._]?\[[a-z]{3,20}\]$/i;

const yearInFront = /^[ ._]*[([]((?:18[89]|19\d|20\d)\d)[\])][ ._-]+(?=\S)/;
/** `2001- Title`, where no other year follows. */
const yearBeforeDash = /^((?:18[89]|19\d|20\d)\d)- (?=\p{L})(?!.*[ ._([](?:18[89]|19\d|20\d)\d(?!\d))/u;

interface MovieTitle {
	/** The title as written. */
	title: string;
	year: number | null;
	/** Where the words after the title begin, including the year. */
	end: number;
	/** What the title may be as well. */
	also: string[];
}

/**
 * Title and year of a movie's name. Null when it has neither a year nor a technical word, because then nothing
 * shows that it is a release.
 */
export function findMovieTitle(name: string, start: number): MovieTitle | null {
	const front = yearInFront.exec(name.slice(start)) ?? yearBeforeDash.exec(name.slice(start));
	if (front) {
		const title = findTitle(name, start + front[0].length) ?? {title: name.slice(start + front[0].length), end: name.length, also: []};
		return {...title, year: Number(front[1])};
	}
	const bracketed = start > 0 ? (bracketedTitle(name.slice(start)) ?? bracketedTitle(name)) : null;
	if (bracketed !== null) {
		const end = name.indexOf(bracketed) + bracketed.length;
		const also = eastAsianTitles(name.slice(start, end), bracketed, false).filter(other => other !== bracketed);
		return {title: bracketed, year: findYear(name, name.length)?.year ?? null, end, also};
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
			return {title: tracker[1]!, year: null, end: start + tracker[1]!.length, also: []};
		}
		return tagsBeforeTags.some(pattern => pattern.test(text))
			? titleBefore(text, {end: text.length, year: null, start, beforeYear: false})
			: null;
	}
	const beforeYear = year !== null && year.at < tag;
	const knownYear = year?.year ?? (id > start ? yearBehindId(name.slice(id)) : null);
	return titleBefore(text, {end: beforeYear ? year.at : tag, year: knownYear, start, beforeYear});
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
	const also = beforeYear ? withLanguage(text.slice(0, end), title) : [];
	return /[\p{L}\p{N}]/u.test(title) ? {title, year, end: start + length, also} : null;
}

/**
 * `Simple.German.2012`: a language before the year may as well be the last word of the title, unless it alone is in
 * capitals.
 */
function withLanguage(before: string, title: string): string[] {
	const behind = before.slice(title.length);
	const isSpelledApart = /\p{Ll}/u.test(title) && !/\p{Ll}{2}/u.test(behind);
	return behind !== '' && !isSpelledApart && languageAlone.test(behind) ? [before.replace(/[ ._([{-]+$/, '')] : [];
}

/** A span of years such as `2003-2009` ends a collection's title like a year, but does not count as one. */
const years =
	/(?<=[^\d ._([-][ ._)\]!?'-]{0,3}[ ._([-]|\d[ ._([-]{1,3}|[\u3002\uff01\uff1f\u3400-\u9fff])(?<year>(?:18[89]|19\d|20\d)\d)(?<span>[-–~/](?:19|20)\d\d)?(?![\da-z]| ?[x×*] ?(?!26[456])\d{3})/gi;
const bracketed = /[([](?:[a-z]{0,12}[ .]|[^()[\]]{1,30} ?[/|] ?)?(?<year>(?:18[89]|19\d|20\d)\d)(?<span> ?[-–~/] ?(?:19|20)\d\d)?[\])]/i;
/** `(Henri Valmont, 1968)`: the director's name with the year. */
const signed =
	/[([][^()[\]]{2,40}(?:,| [-–]|(?<=\p{Lu}[\p{L}.]* \p{Lu}\p{L}+))[ ]?(?<year>(?:18[89]|19\d|20\d)\d)(?:,[^()[\]]{1,40})?[\])]/u;

interface Year {
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
function findYear(text: string, tag: number): Year | null {
	const inBrackets = bracketed.exec(text) ?? signed.exec(text);
	if (inBrackets && inBrackets.index > 0) {
		return toYear(inBrackets);
	}
	let chosen: Year | null = null;
	years.lastIndex = 0;
	for (let found = years.exec(text); found; found = years.exec(text)) {
		const year = toYear(found);
		const between = chosen ? text.slice(chosen.end, year.at) : '';
		const later = (chosen?.year ?? 0) <= (year.year ?? 0);
		if (chosen && (year.at > tag || (later && tagAtStart.test(between) && !onlyTags.test(between)))) {
			break;
		}
		// `Title.2007.Extended.2007`: told twice, with nothing but such words between.
		if (chosen && chosen.year === year.year && tagAtStart.test(between)) {
			continue;
		}
		chosen = year;
	}
	return chosen;
}
