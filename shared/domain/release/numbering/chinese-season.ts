import {countedEpisodes} from '../bracketed-name.ts';
import {countBehind} from './count-beside.ts';
import {episodeRange, type Mark, type Reader, type Release} from './numbering.ts';
import {findSeason} from './season-contents.ts';
import {fromHan} from './written-number.ts';

const number = '(?:[一二三四五六七八九十]{1,3}|\\d{1,2})';
const joint = ' ?(?:[-~～、,&+至到和]|季 ?[-~～、,&+至到和]?) ?(?:第 ?)?';
/**
 * `第二季`, `第 12 季`, `第1-3季`, `第一季、第二季`, `1-6季`, `全三季`, `3季全`, and the Japanese `2期 第08話`, where 期 alone
 * counts episodes.
 */
const season = new RegExp(
	`第 ?(?<first>${number})(?:${joint}(?<last>${number}))? ?季|(?<!\\d|\\d\\.)(?<from>\\d{1,2}) ?[-~～至到] ?(?<to>\\d{1,2}) ?季|[全共] ?(?<all>${number}) ?季|(?<![\\d第])(?<allOf>${number}) ?季全|第? ?(?<![\\d.])(?<term>\\d{1,2}) ?期(?= ?[[「(]?(?:第|#)? ?\\d{1,4} ?[話话集回])`,
);
/** `第七季 20190426 第01期`: the day says nothing more. */
const episode = /^[ ._\]_-]{0,3}(?:20\d{6}[ ._-]{1,2})?[[(]?(?:第|#|ep?)[ ]?(\d{1,4})(?:[-～~](\d{1,4}))?[ ]?[话話集回期场場]?/i;

interface Written {
	start: number;
	end: number;
	first: number;
	last: number;
}

function findChinese(text: string): Written | null {
	const found = season.exec(text);
	if (!found) {
		return null;
	}
	const {first, last, from, to, all, allOf, term} = found.groups ?? {};
	const whole = all ?? allOf;
	const begin = whole === undefined ? fromHan(first ?? from ?? term ?? '') : 1;
	const finish = fromHan(whole ?? last ?? to ?? first ?? term ?? '');
	return {start: found.index, end: found.index + found[0].length, first: begin, last: Math.max(begin, finish)};
}

function readChinese({text}: Release): Mark | null {
	const found = findChinese(text);
	if (!found) {
		return null;
	}
	const {start, end, first, last} = found;
	if (last > first) {
		return {start, end, season: first, lastSeason: last, multiSeason: true, fullSeason: true};
	}
	const listed = episode.exec(text.slice(end));
	if (!listed) {
		const absoluteEpisodes = countedEpisodes(text.slice(end)) ?? countBehind(text, end);
		return absoluteEpisodes ? {start, end, season: first, absoluteEpisodes} : {start, end, season: first, fullSeason: true};
	}
	const episodes = episodeRange(Number(listed[1]), Number(listed[2] ?? listed[1]));
	return episodes && {start, end: end + listed[0].length, season: first, episodes};
}

/** `标题第三季.Title.S03`: the Latin title and its season follow. */
function hasLatinSeason(text: string, at: number): boolean {
	const latin = findSeason(text.slice(at));
	return latin !== null && /\p{Script=Latin}{2}/u.test(text.slice(at, at + latin.start));
}

/** `标题.第二季.第05集` and `标题 第1季`: season and episode, except in anime. */
export const readChineseSeason: Reader = release => {
	const mark = release.hasGroup ? null : readChinese(release);
	return mark && hasLatinSeason(release.text, mark.end) ? null : mark;
};

/** `标题 第三季 第8期 20240615`: with season and episode, the day says nothing more. */
export const readChineseEpisode: Reader = release => {
	const mark = readChineseSeason(release);
	return mark?.episodes ? mark : null;
};

const anyNumber = /\d/;

/** `[Group] 标题 第二季 [1080p]`: used only when no other reader matches and no other number is in the name. */
export const readChineseBatch: Reader = release => {
	const mark = release.hasGroup ? readChinese(release) : null;
	return mark?.fullSeason && !anyNumber.test(release.text.slice(mark.end)) ? mark : null;
};
