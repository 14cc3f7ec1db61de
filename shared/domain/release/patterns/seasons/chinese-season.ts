import {episodeRange, type Reader} from '../episodes/numbering.ts';

const numerals = '零一二三四五六七八九十';
const season = /第 ?([一二三四五六七八九十]|\d{1,2}) ?季/;
const episode = /^[ ._\]]{0,2}[[(]?(?:第|ep?)[ ]?(\d{1,4})(?:[-~～](\d{1,4}))?[ ]?[话話集]?/i;

/** `标题.第二季.第05集` and `标题 第1季`: season and episode, except in anime. */
export const readChineseSeason: Reader = ({text, hasGroup}) => {
	const found = hasGroup ? null : season.exec(text);
	if (!found) {
		return null;
	}
	const number = Number(found[1]) || numerals.indexOf(found[1]!);
	const end = found.index + found[0].length;
	const listed = episode.exec(text.slice(end));
	if (!listed) {
		return {start: found.index, end, season: number, fullSeason: true};
	}
	const episodes = episodeRange(Number(listed[1]), Number(listed[2] ?? listed[1]));
	return episodes && {start: found.index, end: end + listed[0].length, season: number, episodes};
};
