import {episodeRange, type Mark, type Reader} from './numbering.ts';
import {seasonWords} from './numbering-words.ts';

const prefix = '(?:(?:the[ ._-])?complete[ ._-]{1,3}(?:(?:tv[ ._-])?series)?[\\])]?[ ._-]{0,3}[[(]?)?';

/** `S03`, `S 01`, `S01-S04`, `S01 S04`, `Season 1-3`, `(Сезон 1-3)`. */
const pack = new RegExp(
	`(?<![a-zа-я\\d'’])${prefix}(?:s(?:(?<!(?:^|[ .])[a-z]\\.s)[ ._:-]{1,2})?|(?:${seasonWords})(?![a-zа-я])[ ._:-]{0,2})(\\d{1,2}|(?:19|20)\\d\\d|0\\d\\d)(?:(?![a-zа-я\\d])|(?=s\\d\\d|d\\d))`,
	'i',
);

/** The next of several: `-S04`, ` S04`, `S04`, `-4`, `, 4`, ` to 4`; spaces around a dash are for `Seasons 1 - 4` only. */
const nextOfSeveral = new RegExp(
	[
		'(?:, ?|[-~～–&+]|[ ._](?:to|thru|through|and|bis|al?|à|e|et|&|\\+)[ ._])s?(\\d{1,2})(?![a-z\\d])',
		'[ ._]{0,2}[-~–&+,]?[ ._]{0,2}(?:s(?=\\d)|seasons?[ ._]|(?<=[ ._]s\\d\\d )(?=\\d\\d [[(]))(\\d{1,2})(?![a-rt-z\\d])',
		' - (?=\\d{1,2}(?!\\d))(?<=sons? \\d{1,2} - )(\\d{1,2})',
	].join('|'),
	'iy',
);

const british = /(?<=[^ ._-][ ._-]{1,3})series[ ._]{1,2}(\d{1,2})(?![a-z\d])/i;

/** `1. Sezon`, `2 сезон`, `2ª Temporada`, `2nd Season`. */
const numberFirst = new RegExp(
	`(?<![a-zа-я\\d])(?:(\\d{1,2})[ ]?[-–][ ]?)?(\\d{1,2})(?:[ .ªº°-]{0,2}|ª |(?:st|nd|rd|th)[ ._])[ ]?(?:${seasonWords})(?![a-zа-я])`,
	'i',
);

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
/** `The Complete Fourth Season`. */
const ordinalWord = new RegExp(`(?<![a-z])(?:the[ ._-])?complete[ ._-](${ordinals.join('|')})[ ._-]season(?![a-z])`, 'i');

const partial =
	/(?:d(?=\d)|[ ._-]{1,3}[[(]?(?:d(?=\d)|dis[ck]|p(?=\d\d)|part|pt|vol(?:ume)?|cour|teil|parte))[ ._-]{0,2}(\d{1,2}|i{1,3}|iv)(?![a-z\d])/iy;
const extra = /[ ._-]{1,3}[[(]?(?:extras?|subpack|bonus|featurettes|deleted[ ._]scenes)(?![a-z\d])/iy;
const roman = ['', 'i', 'ii', 'iii', 'iv'];

/** `S2 - 05` and `S03 - EP14` number an episode of a show whose title ends in its season. */
const episodeFollows =
	/[\])]?(?:[ _]{1,2}-[ _]{1,2}(?:ep(?:isode)?[ ._]?)?\d{1,4}(?:\.\d)?(?![\d%])|[ _](?!(?:480|540|576|720|1080|2160|(?:19|20)\d\d)(?!\d))\d{3,4}(?![\da-z]))/iy;

/** The same without a dash where a group stands in front: `[Group] Title S2 05 [1080p]`. */
const episodeFollowsGroup = /(?:[ _]|(?<=[ _]s\d)-)\d{2}(?:v\d)?[ _]?(?=[[(]|$)/iy;

/** `Stagione 1 e01-29`, `S01 (1-8 из 8)`: the pack says which episodes it has. */
const episodeList =
	/[ ._]{0,2}(?:\| )?[[(]?(?:e(?:p(?:isodes?)?)?[ ._]?)?(\d{1,3})[ ]?[-~][ ]?(?:e(?:p(?:isodes?)?)?)?(\d{1,3})(?:[ ._](?:of|из|з|iz|di|de)[ ._](\d{1,3}))?[\])]?(?![a-z\d])/iy;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
	pattern.lastIndex = at;
	return pattern.exec(text);
}

/** ` - 05 (Season 2)`: an episode has been named before. */
const countBefore = /[ _]-[ _]\d{2,4}(?:v\d)?[ _]*[([]$/;

interface Seasons {
	start: number;
	end: number;
	first: number;
	last: number;
}

function readSeasons(text: string, found: RegExpExecArray): Seasons {
	const end = found.index + found[0].length;
	const first = Number(found[1]);
	const seasons = {start: found.index, end, first, last: first};
	for (let more = matchAt(nextOfSeveral, text, end); more; more = matchAt(nextOfSeveral, text, seasons.end)) {
		const last = Number(more[1] ?? more[2] ?? more[3]);
		if (last <= seasons.last) {
			break;
		}
		seasons.last = last;
		seasons.end += more[0].length;
	}
	return seasons;
}

function describe(text: string, end: number): Partial<Mark> {
	const extras = matchAt(extra, text, end);
	if (extras) {
		return {end: end + extras[0].length, fullSeason: true, seasonExtra: true};
	}
	const part = matchAt(partial, text, end);
	if (part) {
		const written = part[1]!.toLowerCase();
		const seasonPart = Number(written) || roman.indexOf(written);
		return {end: end + part[0].length, fullSeason: false, partialSeason: true, seasonPart};
	}
	return {fullSeason: true};
}

function toMark(text: string, {start, end, first, last}: Seasons): Mark {
	const multiSeason = last > first;
	const list = multiSeason ? null : matchAt(episodeList, text, end);
	const episodes = list && episodeRange(Number(list[1]), Number(list[2]));
	if (list && list[3] === list[2] && list[1] === '1') {
		return {start, end: end + list[0].length, season: first, fullSeason: true};
	}
	if (list && episodes) {
		return {start, end: end + list[0].length, season: first, episodes};
	}
	return {start, end, season: first, multiSeason, ...describe(text, end)};
}

/** A whole season, several, a part of one or its extras. */
export const readSeason: Reader = ({text, hasGroup}) => {
	const found = pack.exec(text);
	if (found) {
		const end = found.index + found[0].length;
		const plural = /seasons/i.test(found[0]);
		const episode = !plural && matchAt(episodeFollows, text, end);
		const bare = hasGroup && matchAt(episodeFollowsGroup, text, end);
		return episode || bare || countBefore.test(text.slice(0, found.index)) ? null : toMark(text, readSeasons(text, found));
	}
	const spelled = ordinalWord.exec(text);
	if (spelled) {
		const season = ordinals.indexOf(spelled[1]!.toLowerCase()) + 1;
		return toMark(text, {start: spelled.index, end: spelled.index + spelled[0].length, first: season, last: season});
	}
	const ordinal = numberFirst.exec(text);
	if (!ordinal) {
		return null;
	}
	const last = Number(ordinal[2]);
	const end = ordinal.index + ordinal[0].length;
	const mark = toMark(text, {start: ordinal.index, end, first: Number(ordinal[1] ?? last), last});
	return matchAt(episodeFollows, text, mark.end) ? null : mark;
};

/** `Title Series 2`, as the British say; many titles carry the word, so it is asked only where no other reader knows. */
export const readBritishSeason: Reader = ({text, hasGroup}) => {
	const found = hasGroup ? null : british.exec(text);
	return found && toMark(text, readSeasons(text, found));
};
