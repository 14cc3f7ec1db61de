import {isAt, matchAt} from '../../text/match-at.ts';
import {joinWords, type Mark, type Reader, type Release, seasonWords, spanWords} from './numbering.ts';
import {findBritishSeason, findOrdinalSeason, findSeason, oneOf, readContents, type Seasons} from './season-contents.ts';
import {blank} from './technical.ts';

/** A season number from here on is a year. */
const firstYear = 1900;

/**
 * `S2 - 05`, `S03 - EP14`, `S3 [11]`, `S21 999`, `S2 Part 2 - 17`: the number of an episode, in a show whose
 * title ends in its season.
 */
const episodeFollows =
	/[\])]?(?:[ _](?:part|pt|cour)[ ._]?\d(?=[ _]-[ _]\d))?(?:[ _]{1,2}-[ _]{1,2}\[?(?:ep(?:isode)?[ ._]?)?\d{1,4}(?:\.\d)?(?![\d%])|[ _]?\[(?:ep?)?[ ._]?(?!(?:19|20)\d\d\])\d{2,4}(?:\.\d)?(?:v\d)?(?:[ ._]?(?:end|fin))?\]|[ _](?!(?:480|540|576|720|1080|2160|(?:19|20)\d\d)(?!\d))\d{3,4}(?![\da-z]))/iy;

/** The same without a dash, when a group is in front: `[Group] Title S2 05 [1080p]`. */
const episodeFollowsGroup = /(?:[ _]|(?<=[ _]s(?:\d|0[2-9]|[1-9]\d))-)\d{2}(?:v\d)?[ _]?(?=[[(]|$)/iy;

/** `Season 5 - 08`: without a group in front, the word shows that the number belongs to that season. */
const dashedEpisode = /[ ._]-[ ._]\d{2}(?![\d%.])/y;
const withinSeason = /[a-zа-я]{4}[ ._]\d{1,2}$/i;

/** Does the season belong to the title, with an episode number after it? */
function endsTitle({text, hasGroup}: Release, {start, end}: Seasons): boolean {
	if (!hasGroup && withinSeason.test(text.slice(start, end)) && isAt(dashedEpisode, text, end)) {
		return false;
	}
	if (isAt(oneOf, text, end)) {
		return false;
	}
	return isAt(episodeFollows, text, end) || (hasGroup && isAt(episodeFollowsGroup, text, end));
}

/** `Season 2 of 4`: how many seasons there are, after the word and its number. */
const ofSeasons = /[ ._]of[ ._](?<all>\d{1,2})(?![\da-z])/iy;

function withTotal({text}: Release, seasons: Seasons): Seasons {
	const total = withinSeason.test(text.slice(seasons.start, seasons.end)) ? matchAt(ofSeasons, text, seasons.end) : null;
	return total && seasons.last <= Number(total.groups?.['all']) ? {...seasons, end: seasons.end + total[0].length} : seasons;
}

function readFrom(release: Release, first: Seasons): Mark | null {
	const seasons = withTotal(release, readSpan(release, first));
	return seasons.last === seasons.first && endsTitle(release, seasons) ? null : readContents(release, seasons);
}

/** `The Long Season.2023.E01`: the year of a show whose title ends in the word. */
const withYear = /^\p{L}{3}.*\d{4}$/u;
const letterNext = /[ ._]e\d/iy;

/** A whole season, several, a part of one, or its extras. */
export const readSeason: Reader = release => {
	const found = findSeason(release.text);
	// `9 сезон 2019`: the number after the word is the year.
	const season = found && found.first < firstYear ? found : ((release.saysSeason ? findOrdinalSeason(release.text) : null) ?? found);
	if (
		season &&
		season.first >= firstYear &&
		withYear.test(release.text.slice(season.start, season.end)) &&
		isAt(letterNext, release.text, season.end)
	) {
		return null;
	}
	const mark = season && readFrom(release, season);
	// `Open Season 2006` is a film; `Open S2006` is a season.
	const unsure = season !== null && season.first >= firstYear && !/s\d+$/i.test(release.text.slice(0, season.end));
	return mark && unsure ? {...mark, unsure} : mark;
};

/** `Title Series 2`; used only when no other reader matches. */
export const readBritishSeason: Reader = release => {
	const found = release.hasGroup ? null : findBritishSeason(release.text);
	const mark = found && readFrom(release, found);
	return mark && {...mark, unsure: true};
};

const mark = `(?:s(?=\\d)|(?:${seasonWords})[ ._]{1,2})`;
const dash = '[-~～–]{1,2}';

/** The next season, with its own mark: `-S04`, ` S04`, `S04`, ` to S04`, ` - Season 4`. */
const marked = new RegExp(
	`(?:[ ._]?${dash}[ ._]?|[ ._]{1,2}(?:${spanWords}|${joinWords})[ ._]{1,2}|[ ._]?[&+,/][ ._]?|[ ._]{0,3})${mark}(?<number>\\d{1,2})(?![a-rt-z\\d])`,
	'iy',
);

/** The next season without a mark: `-4`, ` to 4`. After ` & 4` and `, 4` it must be the next number. */
const bare = new RegExp(
	`(?:(?<span>${dash}|[ ._](?:${spanWords})[ ._])|(?:, ?|[&+]|[ ._](?:&|\\+|${joinWords})[ ._]))(?:la[ ._])?(?<number>\\d{1,2})[ªº]?(?![a-z\\d]|[ .]?(?:${seasonWords})|[ ._]?(?:of|из|із)[ ._]?\\d|[ ._](?:von|sur|di|de|van|av)[ ._]\\d|/\\d)`,
	'iy',
);

/**
 * Spaces around a dash are accepted in `Seasons 1 - 4`, in `Season 2 - 3 (2009-2011)`, and from the first season to one
 * that is not zero-padded like an episode.
 */
const dashed =
	/[ ._][-–][ ._](?:(?<=[a-zа-я]{3}[sыи](?<!series)[ ._]0?\d{1,2}[ ._][-–][ ._])\d{1,2}|(?<=[a-zа-я]{4}[ ._]0?1[ ._][-–][ ._])[1-9])(?![a-z\d])/iy;
/** A span of years shows that there are several seasons. */
const dashedBeforeYears =
	/[ ._][-–][ ._](?<=[a-zа-я]{4}[ ._]0?\d{1,2}[ ._][-–][ ._])\d{1,2}(?=[ ._][([](?:19|20)\d\d ?[-–/~] ?(?:(?:19|20)?\d\d)?[)\]])/iy;

/** `S02 03 04` and `Temporadas 1 2`. */
const listed = /[ ._](\d{1,2})(?![\da-z])/iy;
const wordForSeveral = /[a-zа-я]{3}[sыи](?<!series)[ ._]{1,2}\d{1,2}$/i;
/** Encodes of discs have all that describes them in one pair of round brackets. */
const discBehind = / ?\([^()]*(?:blu-?ray|bd-?rip|dvd)[^()]*\)$/iy;
const firstMark = /[ ._]s01$/i;

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

/** `S01 04 (1080p BluRay x265 Tern)`: the first and the last season. */
function readEnds(text: string, {first, end}: Seasons): Next | null {
	const more = matchAt(listed, text, end);
	if (!more || Number(more[1]) <= first || !firstMark.test(text.slice(0, end))) {
		return null;
	}
	const behind = end + more[0].length;
	return matchAt(discBehind, text, behind) ? {number: Number(more[1]), end: behind} : null;
}

const glued = /(?:-(\d\d)|[~～](\d{1,3}))(?![a-z\d])/iy;
const unpadded = /(?:^|\D)\d$/;

/**
 * `[Group] Title S02-05`, `Season 2-05`, `S2~14`: a span of seasons begins with the first, or has a dash and pads both
 * numbers alike.
 */
function isEpisodeOf({text, hasGroup}: Release, {end, last}: Pick<Seasons, 'end' | 'last'>): boolean {
	const [, dashed, tilde] = matchAt(glued, text, end) ?? [];
	const differs = dashed?.startsWith('0') === true && unpadded.test(text.slice(0, end));
	return last > 1 && (tilde !== undefined || (dashed !== undefined && (hasGroup || differs)));
}

function readNext(release: Release, {end, last}: Seasons): Next | null {
	const {text, name, hasGroup} = release;
	const own = matchAt(marked, text, end);
	if (own) {
		return {number: Number(own.groups?.['number']), end: end + own[0].length};
	}
	const plain = isEpisodeOf(release, {end, last}) ? null : matchAt(bare, text, end);
	if (plain) {
		const number = Number(plain.groups?.['number']);
		return plain.groups?.['span'] === undefined && number !== last + 1 ? null : {number, end: end + plain[0].length};
	}
	const apart = hasGroup ? null : (matchAt(dashed, text, end) ?? matchAt(dashedBeforeYears, name, end));
	return apart && {number: Number(/\d+$/.exec(apart[0])?.[0]), end: end + apart[0].length};
}

/** Reads on from the first season to the last of the list. */
function readSpan(release: Release, first: Seasons): Seasons {
	const {text} = release;
	const list = readListed(text, first) ?? readEnds(text, first);
	if (list) {
		return {...first, last: list.number, end: list.end};
	}
	let seasons = first;
	for (let next = readNext(release, seasons); next && next.number > seasons.last; next = readNext(release, seasons)) {
		seasons = {...seasons, last: next.number, end: next.end};
	}
	return seasons;
}

const words = [
	'(?:the[ ._])?complete[ ._](?:tv[ ._])?series',
	'series[ ._](?:complete|collection)',
	// A film may have an uncut version with the same name.
	`int[eé]grale(?=[ ._]{0,2}(?:$|[[(${blank}]|[a-z]*french|multi|vo|s[eé]rie))`,
	's[eé]rie[ ._]compl[eè]ta?e?',
	'komplette[ ._]serie',
	'all[ ._]seasons',
	'(?:все|всі)[ ._](?:сезоны|сезони|серии)',
	'полный[ ._]сериал',
	'(?:toutes[ ._]les[ ._]|tutte[ ._]le[ ._]|todas[ ._](?:l?as[ ._])?)(?:saisons|stagioni|temporadas)',
];
const wholeShow = new RegExp(`(?<=[^ ._([-][ ._([-]{1,3})(?:${words.join('|')})(?![\\p{L}\\d])`, 'iu');

/**
 * `Title The Complete Series`: the whole show, without the number of seasons. Used only when the name has no season.
 */
export const readWholeShow: Reader = ({text, start}) => {
	const found = wholeShow.exec(text);
	const end = found ? found.index + found[0].length : 0;
	return found && found.index > start ? {start: found.index, end, fullSeason: true, multiSeason: true, unsure: true} : null;
};
