import {isAt, matchAt} from '../../../text/match-at.ts';
import {readList, type Style} from './episode-list.ts';
import type {Mark, Reader, Release} from './numbering.ts';
import {episodeWords} from './numbering-words.ts';

const behindSeason = '(?:[ ._]?[\\])]?[ ._-]?[[(]?|[ _]-[ _](?=e\\d))';
/** The codec in `S01.x265` is not an episode. */
const marker = `(?:x?[eе]|x(?!26[2-6](?!\\d))|(?<word>${episodeWords})[ ._]?)`;
/** `S01E05`, `S01.Ep05`, `s1x05`, `S01][E05`, also in Cyrillic letters. */
const usual = `(?<![a-zа-я\\d])[sс](?<season>\\d{1,4})${behindSeason}${marker}[ ._-]?`;
/** `zoos01e11`. */
const insideWord = '(?<!\\d)s(?<inWord>\\d\\d)e(?=\\d\\d)';
/** `T01E05`, `T2x05`, `T2 Cap 5`. */
const spanish = '(?<![a-z\\d])t(?<temporada>\\d{1,2})(?:[ ._]?e|x|[ ._]{1,2}cap(?:[ií]tulo)?[ ._]{1,2})';
const lettered = new RegExp(`(?:${usual}|${insideWord}|${spanish})(?<episode>\\d{1,5})(?!\\d)`, 'i');

/** `4x05`, `2009x09`, `[1x05]`, also with the Cyrillic letter. */
const crossed = /(?<![a-zа-я\d])(?<season>\d{1,2}|(?:19|20)\d\d)[xх×]e?(?<episode>\d{1,4})(?!\d|p\b)/i;

const half = /\.5(?![a-z\d]|\.\d)/iy;
const part = /[a-d](?![a-z\d])/iy;

/** A season of four digits is a year. */
function isSeason(written: string): boolean {
	return written.length < 4 || /^(?:19|20)/.test(written);
}

/** `S01E01-S04E10`: the first and the last of several seasons. */
const acrossSeasons = /[ ._]?[-~–][ ._]?s?(\d{1,2})(?:[ ._]?e|x)\d{1,4}(?!\d)/iy;
/** `S01-S04E10`. */
const seasonBefore = /[ ._([-]{1,3}s(\d{1,2})[ ._]?[-~–][ ._]?$/i;

/** A pack of several seasons whose first and last episode are given; null when both are in one season. */
function readAcrossSeasons(name: string, {start, at, season}: Pick<Told, 'start' | 'at' | 'season'>): Mark | null {
	const last = matchAt(acrossSeasons, name, at);
	if (last && Number(last[1]) > Number(season)) {
		return {start, end: at + last[0].length, season: Number(season), lastSeason: Number(last[1]), multiSeason: true, fullSeason: true};
	}
	const first = seasonBefore.exec(name.slice(0, start));
	return first && Number(first[1]) < Number(season)
		? {start: first.index, end: at, season: Number(first[1]), lastSeason: Number(season), multiSeason: true, fullSeason: true}
		: null;
}

export interface Told {
	start: number;
	/** The position after the number. */
	at: number;
	season: string;
	episode: string;
	style: Style;
}

/** The mark for an episode that was found, including the rest of its list. */
export function markFrom(release: Release, {start, at, season, episode, style}: Told): Mark | null {
	const list = isSeason(season) ? readList(release, {written: episode, at, season: Number(season), style}) : null;
	if (!list) {
		return null;
	}
	const {episodes, end, all} = list;
	if (all) {
		return {start, end, season: Number(season), fullSeason: true};
	}
	const special = isAt(half, release.name, end);
	const splitEpisode = isAt(part, release.name, end);
	return {start, end: end + (special ? 2 : splitEpisode ? 1 : 0), season: Number(season), episodes, special, splitEpisode};
}

/** `12x12.2008`, `Title.4x4.2019`: films have such names, with a year after them. */
const yearBehind = /[ ._]{1,2}[([]?(?:19|20)\d\d(?![\da-z])/iy;

/** Season and episode in scene style: `S01E02-E04`, `4x05`. */
export const readEpisode: Reader = release => {
	const letters = lettered.exec(release.name);
	const found = letters ?? crossed.exec(release.text);
	if (!found) {
		return null;
	}
	const {season, inWord, temporada, episode = '', word} = found.groups ?? {};
	const told: Told = {
		start: found.index,
		at: found.index + found[0].length,
		season: season ?? inWord ?? temporada ?? '',
		episode,
		style: letters ? (word === undefined ? 'letter' : 'word') : 'cross',
	};
	const mayBeTitle = !letters && isAt(yearBehind, release.text, told.at);
	if (mayBeTitle && told.start <= release.start) {
		return null;
	}
	const mark = readAcrossSeasons(release.name, told) ?? markFrom(release, told);
	return mark && mayBeTitle && episode.length === 1 ? {...mark, unsure: true} : mark;
};

const widened =
	/(?<![a-z\d])(?:s\d{1,4}[ ._]?e\d{1,4}[ ._]?[-~–][ ._]?(?:s\d{1,4}[ ._]?)?e\d|\d{1,2}[xх×]\d{1,4}[ ._]?[-~–][ ._]?\d{1,2}[xх×]\d)/i;

/**
 * Whether a name that `readEpisode` does not take lists more episodes than a release holds: `S01E01-E99`. Nothing else
 * in it is more likely.
 */
export function listsTooMany({name}: Release): boolean {
	return widened.test(name);
}
