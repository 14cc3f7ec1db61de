import {isAt, matchAt} from '../../text/match-at.ts';
import {countAhead, countBehind} from './count-beside.ts';
import {readList} from './episode.ts';
import {episodeRange, episodeWords, joinWords, type Mark, ofWords, type Release, seasonWords, spanWords, totalWords} from './numbering.ts';
import {blank} from './technical.ts';

const partial =
	/(?:[dp](?=\d)|[\])]?[ ._-]{1,3}[[(]?(?:d(?=\d)|dis[ck]|cd|dvd(?![ ._-]?[59](?!\d))|p(?=\d)|part|pt|vol(?:ume)?|cour|teil|parte))[ ._-]{0,2}(\d{1,2}|i{1,3}|iv|one|two|three|four)(?![a-z\d])(?:[ ._]of[ ._]\d{1,2}(?!\d))?/iy;
const extra =
	/(?:[ ._-]{1,3}[[(]?|(?=extras))(?:extras?|subpack|bonus|featurettes?|deleted[ ._]scenes|trailers?|promos?|teasers?|previews?|menus?|samples?|bloopers|making[ ._]of|behind[ ._]the[ ._]scenes|(?:pv|cm) ?\d{0,2}|soundtrack|ost)(?![a-z\d])/iy;
const roman = ['', 'i', 'ii', 'iii', 'iv'];
const spelled = ['', 'one', 'two', 'three', 'four'];

/** `Stagione 1 e01-29`, `S01 (1-8 из 8)`: the pack lists its episodes. */
const episodeList = new RegExp(
	`[\\])]?[ ._]{0,2}(?:\\| )?[[(]?(?:e(?:p(?:isodes?)?)?[ ._]?[[(]?)?(\\d{1,3})[ ]?[-~][ ]?(?:e(?:p(?:isodes?)?)?)?(\\d{1,3})(?:[ ._](?:${ofWords})[ ._](\\d{1,3}))?[\\])]?(?![a-z\\d])`,
	'iy',
);

/** `S05.08.1080p`, `Season 5 12`: the number right after the season is the episode. */
const plainEpisode = new RegExp(
	`(?:[ ._]|(?<=[a-zа-я]{4}[ ._]\\d{1,2})[ ._]-[ ._])()(\\d{2}|\\d(?=\\.${blank}))(?![\\da-z]|[ ._]?[[(])`,
	'iy',
);
/** `[2 сезон] [11 из 12]`: the number of episodes released so far. */
const soFar = /[ ._,]{0,2}[\])]?[ ._,]{0,2}[[(]?(\d{1,3})[ ._](?:из|із)[ ._](\d{1,3})(?!\d)/iy;

/** `Season 2.1of4`, `Season 2, 2 of 12`: one episode of a total. */
export const oneOf =
	/[\])]?[ ._,;:|-]{0,4}[[(]?(\d{1,3})(?:[ ._]?of[ ._]?|[ ._](?:von|sur|de|di|van|av|iz|z)[ ._]|\/)(\d{1,3})(?![a-z\d])/iy;

/** `Stagione 2 HDTV ep04`, `Season 6 [720p] E11`: the episode comes later in the name. */
const episodeApart = new RegExp(`(?<![a-zа-я\\d])(?:e|(${episodeWords})[ ._:№#-]{0,3})(\\d{1,4})(?![a-z\\d])`, 'i');

/** `S2 12 эпизодов`, `Season 2 - 10 Episodes`; and `S2 12 серий из 24`, the number released so far. */
const total = new RegExp(`[\\])]?[ ._,:|-]{1,3}[[(]?(\\d{1,3})(?:${totalWords})(?:[ ._](?:${ofWords})[ ._](\\d{1,3})(?!\\d))?`, 'iuy');

function describe(name: string, end: number): Partial<Mark> | null {
	const extras = matchAt(extra, name, end);
	if (extras) {
		return {end: end + extras[0].length, fullSeason: true, seasonExtra: true};
	}
	const part = matchAt(partial, name, end);
	if (part) {
		const written = part[1]!.toLowerCase();
		const seasonPart = Number(written) || Math.max(roman.indexOf(written), spelled.indexOf(written));
		return {end: end + part[0].length, fullSeason: false, partialSeason: true, seasonPart};
	}
	return null;
}

function episodesSoFar(text: string, end: number): Partial<Mark> | null {
	const found = matchAt(soFar, text, end);
	const episodes = found && Number(found[1]) < Number(found[2]) ? episodeRange(1, Number(found[1])) : null;
	return found && {end: end + found[0].length, ...(episodes ? {episodes} : {fullSeason: true})};
}

function episodeOutOf(text: string, end: number): Partial<Mark> | null {
	const found = matchAt(oneOf, text, end);
	return found && Number(found[1]) <= Number(found[2]) ? {end: end + found[0].length, episodes: [Number(found[1])]} : null;
}

function inTotal(text: string, end: number): Partial<Mark> | null {
	const found = matchAt(total, text, end);
	const [, count = '', all = count] = found ?? [];
	const episodes = found && count !== all ? episodeRange(1, Number(count)) : null;
	return found && {end: end + found[0].length, ...(episodes ? {episodes} : {fullSeason: true})};
}

function listedEpisodes(text: string, end: number): Partial<Mark> | null {
	const list = matchAt(episodeList, text, end);
	const episodes = list && episodeRange(Number(list[1]), Number(list[2]));
	if (!list || !episodes) {
		return null;
	}
	const all = list[3] === list[2] && list[1] === '1';
	return {end: end + list[0].length, ...(all ? {fullSeason: true} : {episodes})};
}

const nextPlain = /[ ._](\d{2})(?![\da-z]|[ ._](?:19|20)\d\d(?!\d))/iy;

/** `S02.05.06.07`: consecutive numbers. */
function neighbours(text: string, {at, first}: {at: number; first: number}): Partial<Mark> | null {
	const episodes = [first];
	let end = at;
	for (let next = matchAt(nextPlain, text, end); next && Number(next[1]) === episodes.at(-1)! + 1; next = matchAt(nextPlain, text, end)) {
		episodes.push(Number(next[1]));
		end += next[0].length;
	}
	return episodes.length > 1 ? {episodes, end} : null;
}

/** One episode or a list, separate from its season. */
function namedEpisode(release: Release, {end, first}: Seasons): Partial<Mark> | null {
	const {text} = release;
	const direct = matchAt(plainEpisode, text, end);
	const apart = direct ? null : episodeApart.exec(text.slice(end));
	const found = direct ?? apart;
	if (!found) {
		return null;
	}
	const at = end + found[0].length + (apart?.index ?? 0);
	const several = direct ? neighbours(text, {at, first: Number(found[2])}) : null;
	if (several) {
		return several;
	}
	const list = readList(release, {written: found[2]!, at, season: first, style: found[1] ? 'word' : 'letter'});
	return list && {episodes: list.episodes, end: list.end};
}

function certainEpisodes(release: Release, seasons: Seasons): Partial<Mark> | null {
	const {text} = release;
	return (
		inTotal(text, seasons.end) ??
		listedEpisodes(text, seasons.end) ??
		episodesSoFar(text, seasons.end) ??
		episodeOutOf(text, seasons.end) ??
		namedEpisode(release, seasons)
	);
}

/** A pack that says itself that it lacks episodes: `S01 INCOMPLETE`, `S01 First Half`. */
const unfinished =
	/(?<![\p{L}\d])(?:incomplet[aeo]?|incompl[eè]te?|unvollst(?:ä|ae)ndig|onvolledig|unfinished|on-?going|(?:still|currently)[ ._]airing|(?:first|second|last|1st|2nd|erste|zweite)[ ._-](?:half|h[aä]lfte)|not[ ._]complete|en[ ._]cours|онгоинг|неполн(?:ый|ая|ое)|не[ ._](?:полный|полностью)|連載中|连载中|更新中|未完结?)(?![\p{L}\d])/iu;

/** What a name contains of its seasons: all of them, a part, the extras, or certain episodes. */
export function readContents(release: Release, seasons: Seasons): Mark {
	const {start, end, first, last} = seasons;
	const multiSeason = last > first;
	const mark: Mark = {start, end, season: first, multiSeason, lastSeason: multiSeason ? last : null};
	const contents = describe(release.name, end) ?? (multiSeason ? null : certainEpisodes(release, seasons));
	if (unfinished.test(release.name)) {
		const isPart = contents?.episodes === undefined;
		return {...mark, ...contents, fullSeason: false, partialSeason: isPart, seasonPart: contents?.seasonPart ?? null};
	}
	const isWhole = !multiSeason && (contents === null || contents.partialSeason === true);
	const counted = isWhole && contents?.seasonPart !== null ? countBehind(release.text, contents?.end ?? end) : null;
	if (counted) {
		return {...mark, absoluteEpisodes: counted, seasonPart: contents?.seasonPart ?? null};
	}
	const ahead = isWhole && contents?.seasonPart !== null ? countAhead(release.name, start) : null;
	if (!ahead) {
		return {...mark, ...(contents ?? {fullSeason: true})};
	}
	const {episode, from, to} = ahead;
	return {
		...mark,
		start: to,
		absoluteEpisodes: [episode],
		...(from > 0 && {title: release.name.slice(from, to).replace(/[ ._([-]+$/, '')}),
	};
}

/** Where a name gives its season or seasons. */
export interface Seasons {
	start: number;
	end: number;
	first: number;
	last: number;
}

const prefix = '(?:(?:the[ ._-])?(?:complete|int[eé]grale?|completa|komplette)[ ._-]{1,3}(?:(?:tv[ ._-])?series)?[\\])]?[ ._-]{0,3}[[(]?)?';

/** `S03`, `S 01`, `Season 1`, `(Сезон 1`, `Title (2018) T2 [`. */
const wordFirst = new RegExp(
	`(?<![a-zа-я\\d'’])${prefix}(?:t(?=0[1-9](?![\\da-z])|(?<=\\((?:19|20)\\d\\d\\)[ ._]t)[1-9]\\d?[ ._]*\\[|\\d{1,2}[ ._-]{1,3}complet[ao])|se(?=\\d)|s(?:(?<!(?:^|[ .])[a-z]\\.s)[ ._:-]{1,2})?|(?<!(?:\\d(?:st|nd|rd|th|[ªº°]|-?[йя]|[eè]me|\\.(?=[ _]))|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth))[ ._-]{1,2}|\\d[ ._]{1,2}(?=сезон|sezon|évad|řada|시즌))(?:${seasonWords})(?![a-zа-я])[ ._:№#-]{0,2})(\\d{1,2}|(?:19|20)\\d\\d|0\\d\\d)(?:(?![a-zа-я\\d])|(?=s\\d\\d|[dp]\\d|x26[45]|extras))`,
	'i',
);

const ordinalEnd = '(?:-?(?:й|я|ой|ый|ий|ая|го|th|st|nd|rd|a|[eè]me|re)[ ._]|[ ._ªº°-]{0,2}|ª )';
/** `1. Sezon`, `2 сезон`, `2ª a 5ª Temporada`, `1-3 сезоны`, `2nd Season`. */
const numberFirst = new RegExp(
	`(?<![a-zа-я\\d])(?:[сз][ ._])?(?:(\\d{1,2})(?:-?(?:й|th|st|nd|rd)|[ªº°.])?(?: ?[-–~] ?|[ ._](?:${spanWords}|${joinWords})[ ._]))?(\\d{1,2})(?![ ._]-[ ._])(?!(?<=0\\d)[ ._]season)${ordinalEnd}[ _]?(?:${seasonWords})(?![a-zа-я]|['’]s|[ ._](?:premi[eè]re|finale|greetings)(?![a-z]))`,
	'i',
);

const severalSeasons = /^0*(?:[2-9]|[1-9]\d)[ ._]{1,2}seasons$/i;

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
/** `The Complete Fourth Season`, `Second Season`. */
const ordinalWord = new RegExp(`(?<![a-z])(?:the[ ._-])?(?:complete[ ._-])?(${ordinals.join('|')})[ ._-]season(?![a-z])`, 'i');

/** Many titles contain the word, so a number must follow it and a title must precede it. */
const seriesWord = /series/i;
const british = /(?<=[^ ._-][ ._-]{1,3})series[ ._]{1,2}(\d{1,2})(?![a-z\d])/i;

function placed(found: RegExpExecArray, first: number, last: number): Seasons {
	return {start: found.index, end: found.index + found[0].length, first, last};
}

/** A season given by `S` or the word, followed by its number; the first one if there are several. */
export function findSeason(text: string): Seasons | null {
	const found = wordFirst.exec(text);
	return found && placed(found, Number(found[1]), Number(found[1]));
}

/** A season whose number comes before the word. */
export function findOrdinalSeason(text: string): Seasons | null {
	const spelled = ordinalWord.exec(text);
	if (spelled) {
		const season = ordinals.indexOf(spelled[1]!.toLowerCase()) + 1;
		return placed(spelled, season, season);
	}
	const found = numberFirst.exec(text);
	// `4 Seasons` says how many there are.
	const first = found && severalSeasons.test(found[0]) ? 1 : Number(found?.[1] ?? found?.[2]);
	return found && placed(found, first, Number(found[2]));
}

/** `Title Series 2`, the British form. */
export function findBritishSeason(text: string): Seasons | null {
	const found = seriesWord.test(text) ? british.exec(text) : null;
	return found && placed(found, Number(found[1]), Number(found[1]));
}

const lacking = 'missing|lacks|lacking|without|w/o|except|minus|fehlt|ohne|manque|sans|falta|sin|manca|senza|нет|без';
const gone = 'missing|fehlt|absent';
/** A quick check that nearly every name fails. */
const mayLack = new RegExp(`(?<!\\p{L})(?:${lacking}|${gone})(?!\\p{L})`, 'iu');
const lacked = `(?:s\\d{1,4}[ ._]?)?(?:e|ep|eps|episodes?|folgen?)[ ._]?\\d{1,3}(?!\\d)(?:[ ._,&+-]{1,3}(?:ep?)?\\d{1,3}(?![\\dpi])){0,9}`;
/** `missing E02`, `without episode 4`, `E02 missing`. */
const gaps = new RegExp(
	`(?<![\\p{L}\\d])(?:(?:${lacking})[ ._:-]{1,3}${lacked}|${lacked}[ ._-]{1,2}(?:is[ ._])?(?:${gone})(?!\\p{L}))`,
	'giu',
);
/** `S01.E04`, `Season 2 Episode 4`: the name of an episode, which may be `Missing`. */
const episodeNext = new RegExp(`[ ._,:-]{1,3}(?:e|${episodeWords})[ ._#-]{0,2}\\d`, 'iy');

/**
 * The name with a word for an unfinished pack in place of the episodes that it says it lacks: `S03 (missing E04)`, `S03
 * [S03E04 missing]`. They stand behind the season of a pack; the title of a show may end in such a word.
 */
export function withoutGaps(name: string): string {
	const season = mayLack.test(name) ? (findSeason(name) ?? findOrdinalSeason(name)) : null;
	if (!season || isAt(episodeNext, name, season.end)) {
		return name;
	}
	return name.slice(0, season.end) + name.slice(season.end).replace(gaps, 'incomplete');
}
