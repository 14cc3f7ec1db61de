import {countRange, type Reader} from './numbering.ts';
import {seasonWords} from './numbering-words.ts';

const number = '(?:ep?(?:isode)?[ ._]?)?(?<number>(?!(?:19|20)\\d\\d(?!\\d))\\d{2,4})(?:v\\d)?(?:[ ._]?(?:end|fin))?';

/** `Title (Season 3) - 27 [`, `Title (S3) 27`, `Title Season 3 [27]`: the season is told apart, and the number counts within it or from the start. */
const seasonAndCount = new RegExp(
	`(?:[([](?:s|(?:${seasonWords})[ ._]{1,2})(?<bracketed>\\d{1,2})[)\\]][ _]{0,2}(?:-[ _]{1,2})?${number}(?=[ _]*(?:[([{\\-\\u0001]|$))|(?<![a-z])(?:${seasonWords})[ ._]{1,2}(?<plain>\\d{1,2})[ _]?\\[${number.replace('<number>', '<inside>')}\\])`,
	'i',
);

/** `61 (S4-22)`, `[S3-17]`: season and episode in one pair of brackets, and maybe the count before them. */
const pair = /[([]s(?<season>\d{1,2})-(?<episode>\d{2,3})[)\]]/i;
const countBefore = /[ ._]{1,2}(?:-[ ._]{1,2})?(?<count>\d{2,4})(?:v\d)?[ ._]{0,2}$/;

/** An absolute number, the season of which a bracket or a word tells. */
export const readSeasonAndCount: Reader = ({text, start}) => {
	const found = seasonAndCount.exec(text);
	if (!found || found.index <= start) {
		return null;
	}
	const {bracketed, plain, number: behind, inside} = found.groups ?? {};
	const count = Number(behind ?? inside);
	const absoluteEpisodes = countRange(count, count);
	const place = {start: found.index, end: found.index + found[0].length};
	return absoluteEpisodes && {...place, season: Number(bracketed ?? plain), absoluteEpisodes, fullSeason: false};
};

/** Two digits behind the dash, and a group or a count before the brackets, tell a pair from a span of seasons. */
export const readSeasonPair: Reader = ({text, start, hasGroup}) => {
	const found = pair.exec(text);
	if (!found || found.index <= start) {
		return null;
	}
	const before = countBefore.exec(text.slice(start, found.index));
	if (!before && !hasGroup) {
		return null;
	}
	const {season, episode} = found.groups ?? {};
	const place = {start: before ? start + before.index : found.index, end: found.index + found[0].length};
	const counted = before ? {absoluteEpisodes: [Number(before.groups?.['count'])]} : {};
	return {...place, season: Number(season), episodes: [Number(episode)], ...counted};
};
