import type {Mark, Reader} from './numbering.ts';

const single = /(?<=[ ._-]|^)(\d{1,2})(\d\d)(?=[ ._-]|$)/g;
/** Six digits starting with `10` or more are a date, because few shows have so many seasons. */
const double = /(?<=[ ._-]|^)(\d|0\d)(\d\d)(\d\d)(?=[ ._-]|$)/;

const neighbours = /(?<=[ ._-]|^)(?<![ ._]-[ ._])(\d{1,2})(\d\d)[ ._-]\1(\d\d)(?=[ ._-]|$)(?![ ._](?:sub|vost))/i;
const numbersInFront = /^(\d{1,2})-(\d\d)[ ._]+(?=\p{L})/u;

/** `001`: there is no season 0 here, so this counts from the start of the show. */
const counted = /^0\d\d$/;
const year = /^(?:18[89]\d|(?:19|20)\d\d)$/;
const letter = /\p{L}/u;
/**
 * `Title.300.2006`, `Fight.179.PPV`: a number right before a year is part of the title, and so
 * is the number of a fight.
 */
const yearBehind = /^[ ._-]{1,2}[([]?(?:19|20)\d\d(?!\d)|^[ ._-]ppv(?![a-z])/i;

/**
 * `Title.10910.hdtv` and `Title.109.110.hdtv`: season 1, episodes 9 and 10. Consecutive episodes distinguish
 * them from other numbers.
 */
export const readCompactPair: Reader = ({text, hasGroup}) => {
	// Fansub groups count from the start of the show.
	const found = (hasGroup ? null : neighbours.exec(text)) ?? double.exec(text);
	if (!found || Number(found[3]) !== Number(found[2]) + 1 || Number(found[1]) === 0 || year.test(found[1]! + found[2])) {
		return null;
	}
	return {
		start: found.index,
		end: found.index + found[0].length,
		season: Number(found[1]),
		episodes: [Number(found[2]), Number(found[3])],
		unsure: true,
	};
};

const glued = /(?<![a-z\d])s(?<season>0[1-9]|1[0-8])(?<episode>0[1-9]|[1-9]\d)(?![a-z\d])/i;

/** `Title.S0201`: season 2, episode 1. `S2010` is a year. */
export const readGluedNumber: Reader = ({text}) => {
	const found = glued.exec(text);
	const {season, episode} = found?.groups ?? {};
	return found && {start: found.index, end: found.index + found[0].length, season: Number(season), episodes: [Number(episode)]};
};

const dottedPair = /[ ._-]{0,3}\[(?<season>\d{1,2})\.(?<episode>\d\d)\]/;

/** `Title [2.10]`: season 2, episode 10. Behind a group it would be a date or a version. */
export const readDottedPair: Reader = ({text, start, hasGroup}) => {
	const found = hasGroup || !text.includes('[') ? null : dottedPair.exec(text);
	const {season, episode} = found?.groups ?? {};
	return found && found.index > start
		? {start: found.index, end: found.index + found[0].length, season: Number(season), episodes: [Number(episode)]}
		: null;
};

/** A quick check that nearly every name fails. */
const mayBeAll = /x(?:all|complete)/i;
const allCrossed = /(?<![a-z\d])(?<season>\d{1,2})x(?:all|complete)(?![a-z])/i;

/** `Title 1xAll`: the whole first season. */
export const readAllCrossed: Reader = ({text, start}) => {
	const found = mayBeAll.test(text) ? allCrossed.exec(text) : null;
	return found && found.index > start
		? {start: found.index, end: found.index + found[0].length, season: Number(found.groups?.['season']), fullSeason: true}
		: null;
};

/** `11-02 Name`: season 11, episode 2, without a title, as one store names its files. */
export const readNumbersInFront: Reader = ({text}) => {
	const found = numbersInFront.exec(text);
	return found && {start: 0, end: found[0].length, season: Number(found[1]), episodes: [Number(found[2])], unsure: true};
};

/** The two numbers at the start of a name. In the folder of season 1, `05-06 Name` is two of its episodes. */
export function pairInFront(name: string): [first: number, second: number] | null {
	const found = numbersInFront.exec(name);
	return found && [Number(found[1]), Number(found[2])];
}

/** `Title.103.hdtv`: season 1, episode 3. Uses the last such number that is not a year. */
export const readCompactNumber: Reader = ({text, start}) => {
	let last: Mark | null = null;
	single.lastIndex = 0;
	for (let found = single.exec(text); found; found = single.exec(text)) {
		const end = found.index + found[0].length;
		if (!letter.test(text.slice(start, found.index)) || yearBehind.test(text.slice(end))) {
			continue;
		}
		if (counted.test(found[0])) {
			last = {start: found.index, end, absoluteEpisodes: [Number(found[0])], unsure: true};
			continue;
		}
		const usable = !year.test(found[0]) && Number(found[1]) > 0 && Number(found[2]) > 0;
		if (usable) {
			last = {start: found.index, end, season: Number(found[1]), episodes: [Number(found[2])], unsure: true};
		}
	}
	return last;
};
