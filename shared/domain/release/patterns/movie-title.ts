import {idPosition} from './ids.ts';

/** Words that no title has: the media title ends before the first of them. */
const strongTag =
	/(?<=[ ._[({,-])(?:\d{3,4}[pi]|\d{3,4}x\d{3,4}|4k|uhd|blu-?ray|bluray\d{3,4}p?|(?:bd|br|web|dvd|hd|tv|vhs|vod|ppv|sat|dsr?|web-dl)-?rip|bdremux|remux|web-?dl|web[ .](?=dl|[hx]26)|hdtv|pdtv|sdtv|dvdr|dvd-?[59]?|[hx][. ]?26[45]|xvid|divx|hevc|hd-?dvd|hdcam|hd-?ts|telesync|telecine|dvd-?scr|screener|workprint|hdr(?:10)?|10bits?|r5|bd(?=[ .](?:\d{3,4}|remux|avc|hevc))|dual[ .]audio|audio[ .](?:dual|latino|castellano)|(?:temporada|saison|stagione|staffel)[ .]\d{1,2})(?![a-z\d])/i;

const edition =
	"(?:the[ ._])?(?:extended|uncut|unrated|uncensored|theatrical|despeciali[sz]ed|remastered|restored|imax|(?:\\d{1,3}(?:th|st|nd|rd)[ ._])?anniversary[ ._]edition|open[ ._]matte|(?:directors?|director'?s|final|ultimate|special|extended|collector'?s|limited|criterion|imperial|diamond|signature|rogue|fan|recut|alternative|festival|assembly|theatrical|international)[ ._](?:cut|edition|version|collection|edit)|(?:2|3|4)in1)";
const loose =
	'limited|internal|proper|repack|rerip|read\\.?nfo|complete|dubbed|subbed|multi|dual|dl|ml|retail|festival|cam|ts|tc|hc|web|ws|hybrid|custom|rated|ac3|dts|aac|vff|vfq|vostfr|truefrench|fansub|pal|ntsc|3d|hsbs|hou|v\\d';
const language =
	'german|french|italian|spanish|english|japanese|korean|russian|danish|dutch|swedish|norwegian|finnish|polish|czech|hungarian|turkish|portuguese|brazilian|chinese|mandarin|cantonese|hindi|tamil|telugu|arabic|greek|hebrew|thai|vietnamese|flemish|nordic|latino|castellano|ukrainian|romanian|bulgarian|persian|icelandic|lithuanian|latvian|slovak|catalan';

const gap = '[ ._,-]*[ ._([{,-]';
const looseAtEnd = new RegExp(`${gap}(?:${edition}|${loose})[\\])}([{ ._-]*$`, 'i');
const languageAtEnd = new RegExp(`${gap}(?:${language})[\\])}([{ ._-]*$`, 'i');
const editionAtEnd = new RegExp(`${gap}(?:${edition}|directors?|director'?s|limited|internal|proper|repack|3d)[\\])}([{ ._-]*$`, 'i');
const shouted = new RegExp(
	`${gap}(?:${`${language}|cam|ts|tc|hc|web|multi|dual|dl|ml|complete|truefrench|vostfr|dubbed|subbed`.toUpperCase()})[\\])}([{ ._-]*$`,
);
const editionAtStart = new RegExp(`^[\\]) ._-]*(?:${edition}|directors?(?=[ ._](?:19|20)\\d\\d)|${loose}|${language})(?![a-z])`, 'i');

const years = /(?<=[^\d ._([-][ ._)\]!?'-]{0,3}[ ._([-]|\d[ ._([-]{1,3})((?:18[89]|19\d|20\d)\d)(?![\da-z])/gi;
const bracketedYear = /[([](?:[a-z]{0,12}[ .])?((?:18[89]|19\d|20\d)\d)[\])]/i;

interface Year {
	year: number;
	at: number;
	end: number;
}

function toYear(found: RegExpExecArray): Year {
	const at = found.index;
	return {year: Number(found[1]), at, end: at + found[0].length};
}

/** The year of the movie: in brackets, else the last before the first technical word, else the first after it. */
function findYear(text: string, tag: number): Year | null {
	const bracketed = bracketedYear.exec(text);
	if (bracketed && bracketed.index > 0) {
		return toYear(bracketed);
	}
	let chosen: Year | null = null;
	years.lastIndex = 0;
	for (let found = years.exec(text); found; found = years.exec(text)) {
		const year = toYear(found);
		if (chosen && (year.at > tag || editionAtStart.test(text.slice(chosen.end, year.at)))) {
			break;
		}
		chosen = year;
	}
	return chosen;
}

/** Moves the title's end back over editions and languages that stand right before the year or the first tag. */
function withoutLooseTags(text: string, end: number, beforeYear: boolean): number {
	let title = text.slice(0, end);
	const patterns = beforeYear ? [editionAtEnd, shouted] : [looseAtEnd, languageAtEnd];
	for (let count = 0; count < 8; count++) {
		const shorter = patterns.reduce((text, pattern) => text.replace(pattern, ''), title);
		if (shorter === title || !/[\p{L}\p{N}]/u.test(shorter)) {
			break;
		}
		title = shorter;
	}
	return title.length;
}

/** `Title[PassThePopcorn]`: a tracker's name is all that says the title has ended. */
const trackerAtEnd = /^(.+?)[ ._]?\[[a-z]{3,20}\]$/i;

const yearInFront = /^[ ._]*[([]((?:18[89]|19\d|20\d)\d)[\])][ ._-]+(?=\S)/;

export interface MovieTitle {
	/** The title as written. */
	title: string;
	year: number | null;
	/** Where the words behind the title begin; the year counts among them. */
	end: number;
}

/**
 * Title and year of a movie's name; null when it tells neither a year nor any technical word, as then nothing says
 * that it is a release.
 */
export function findMovieTitle(name: string, start: number): MovieTitle | null {
	const front = yearInFront.exec(name.slice(start));
	if (front) {
		const title = findTitle(name, start + front[0].length) ?? {title: name.slice(start + front[0].length), end: name.length};
		return {...title, year: Number(front[1])};
	}
	return findTitle(name, start);
}

function findTitle(name: string, start: number): MovieTitle | null {
	const id = idPosition(name);
	const text = name.slice(start, id > start ? id : name.length);
	const found = strongTag.exec(text);
	const tag = found && found.index > 0 ? found.index : text.length;
	const year = findYear(text, tag);
	if (year === null && tag === text.length && id <= start) {
		const tracker = trackerAtEnd.exec(text);
		if (tracker) {
			return {title: tracker[1]!, year: null, end: start + tracker[1]!.length};
		}
		return looseAtEnd.test(text) ? titleBefore(text, {end: text.length, year: null, start, beforeYear: true}) : null;
	}
	const beforeYear = year !== null && year.at < tag;
	return titleBefore(text, {end: beforeYear ? year.at : tag, year: year?.year ?? null, start, beforeYear});
}

interface Cut {
	end: number;
	year: number | null;
	start: number;
	beforeYear: boolean;
}

function titleBefore(text: string, {end, year, start, beforeYear}: Cut): MovieTitle | null {
	const length = withoutLooseTags(text, end, beforeYear);
	const title = text.slice(0, length);
	return /[\p{L}\p{N}]/u.test(title) ? {title, year, end: start + length} : null;
}
