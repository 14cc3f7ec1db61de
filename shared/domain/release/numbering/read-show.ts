import {isAt, matchAt} from '../../text/match-at.ts';
import {countedEpisodes, readBracketed, readChineseWhole, readCounted, readCountInRound, readIssue} from '../bracketed-name.ts';
import {prepareName} from '../prepare-name.ts';
import {isVocabulary} from '../quality/words.ts';
import {readAbsolute, readBareCount, readCountAmongWords, readCountBehindHan, readNumberBeforeWord} from './absolute.ts';
import {readChineseBatch, readChineseEpisode, readChineseSeason} from './chinese-season.ts';
import {readAllCrossed, readCompactNumber, readCompactPair, readDottedPair, readGluedNumber, readNumbersInFront} from './compact-number.ts';
import {hasImpossibleDate, readDaily, readDateBefore, readDateInFront, readShortDate} from './daily.ts';
import {listsTooMany, readEpisode} from './episode.ts';
import {readMiniSeries, readOutOf, readSeasonlessEpisode, readSeriesOutOf, readSoFar} from './mini-series.ts';
import {countRange, type Mark, type Reader, type Release} from './numbering.ts';
import {readBritishSeason, readSeason, readWholeShow} from './season.ts';
import {readSeasonAndCount, readSeasonPair} from './season-and-count.ts';
import {withoutGaps} from './season-contents.ts';
import {readBesideEpisodes, readSpecial, readSpecialOfSeason} from './special.ts';
import {readSpelledEpisode} from './spelled-episode.ts';
import {hasUnclearDay} from './technical.ts';
import {withDigits} from './written-number.ts';

interface NumberedName {
	/** The parsed name, with written-out numbers as digits. */
	plain: string;
	release: Release;
	mark: Mark;
}

/** May a written-out number have been missed? Not when season and episode are both given. */
function mayGoOn(name: string, mark: Mark | null): boolean {
	const spelled = mark?.fullSeason === true && !/^s\d/i.test(name.slice(mark.start, mark.start + 2));
	return mark === null || spelled || mark.absoluteEpisodes !== undefined || mark.airDate !== undefined;
}

/** The episodes that a plain name refers to, written-out numbers included; null when it has none. */
export function readShow(written: string): NumberedName | null {
	const plain = withoutGaps(written);
	const release = prepareName(plain);
	const mark = readNumbering(release);
	const digits = mayGoOn(release.name, mark) ? withDigits(plain) : plain;
	if (digits !== plain) {
		return readShow(digits);
	}
	return mark && {plain, release, mark};
}

/** Most reliable first: a later reader only sees names that the earlier ones could not read. */
const readers: readonly Reader[] = [
	readBesideEpisodes,
	readBracketed,
	readDottedPair,
	readGluedNumber,
	readAllCrossed,
	readSeasonAndCount,
	readSeasonPair,
	readSeriesOutOf,
	readNumberBeforeWord,
	readChineseEpisode,
	readDaily,
	readChineseSeason,
	readCompactPair,
	readSeasonPack,
	readBritishEpisode,
	readSeasonlessEpisode,
	readShortDate,
	readSoFar,
	readOutOf,
	readMarkedCount,
	readIssue,
	readAbsolute,
	readBareCount,
	readCountAmongWords,
	readMiniSeries,
	readCompactNumber,
	readNumbersInFront,
	readCountBehindHan,
	readSpecial,
	readBritishSeason,
	readWholeShow,
	readCountInRound,
	readChineseWhole,
	readChineseBatch,
];

/** `Title 8 第05话`: the number with a mark, before those that may be part of a title. Specials are counted, too. */
function readMarkedCount(release: Release): Mark | null {
	const mark = readCounted(release);
	return mark && !readSpecial(release) ? mark : null;
}

/** `标题.S01-S08.Title.S01-S08`, `标题S03.Title.2016`: the Latin title follows, with its seasons or its year. */
const secondPack =
	/^[ ._]+((\p{Script=Latin}+)[^[\]()/]{0,100}?)[ ._]+(?:s\d{1,2}(?!\d|[ ._]?e\d)|(?:19|20)\d\d(?:-(?:19|20)\d\d)?[ ._])/iu;

/** A pack in a Chinese posting gives its episodes separately from its season: `[第01-15集].Title.S01`. */
function readSeasonPack(release: Release): Mark | null {
	const mark = readSeason(release);
	if (mark && !/\p{L}|\d/u.test(release.name.slice(Math.min(release.start, mark.start), mark.start))) {
		return null;
	}
	const counted = mark ? countedEpisodes(release.name) : null;
	const pack = mark && counted ? {...mark, episodes: counted, fullSeason: false} : mark;
	const latin =
		pack && !/\p{Script=Latin}/u.test(release.name.slice(release.start, pack.start)) ? secondPack.exec(release.name.slice(pack.end)) : null;
	return pack && latin && !isVocabulary(latin[2]!.toLowerCase()) ? {...pack, title: latin[1]!} : pack;
}

/** `Series 6 [720p] E11`, `Series 2 Part 11`: the word means a season when an episode or a part of one follows it. */
function readBritishEpisode(release: Release): Mark | null {
	const mark = readBritishSeason(release);
	if (mark?.partialSeason && mark.seasonPart && /part[ ._]?\w+$/i.test(release.text.slice(mark.start, mark.end))) {
		return {...mark, partialSeason: false, seasonPart: null, episodes: [mark.seasonPart], unsure: false};
	}
	return mark?.episodes ? {...mark, unsure: false} : null;
}

const lettered = /s\d{1,4}[ ._]?e\d/i;

const secondTitle = /^[ ._]*[\])]?[ ._]*[/|][ ._]*([^/|()[\]\d ._][^/|()[\]]+)[([]/;

/** `标题 [Season 2] / Title - 01`: the number after the second title. */
const countAtEnd = /[ ._]+-[ ._]+\d{1,4}(?:v\d)?[ ._]*$/;

/** `Один (S2E1) / One (S2E1)` has a number for each of its titles. */
function withSecondTitle(mark: Mark, name: string): Mark {
	const found = name.includes('/') || name.includes('|') ? secondTitle.exec(name.slice(mark.end)) : null;
	return found ? {...mark, moreTitles: [found[1]!.replace(countAtEnd, '').trim()]} : mark;
}

const crossedMark = /^\d{1,4}[xх×]/i;

/** `Season 2 Episode 5 The 2x4`: what looks like a second episode belongs to the name of the first. */
function spelledBefore({start}: Mark, release: Release): Mark | null {
	const spelled = release.saysSeason && crossedMark.test(release.name.slice(start)) ? readSpelledEpisode(release) : null;
	return spelled && spelled.start < start ? spelled : null;
}

/** The episodes that a name refers to; null when it has none or has an impossible date. */
function readNumbering(release: Release): Mark | null {
	const inFront = readDateInFront(release);
	const scene = readEpisode(release);
	if (!scene && listsTooMany(release)) {
		return null;
	}
	const episode = (scene && spelledBefore(scene, release)) ?? scene ?? readSpecialOfSeason(release) ?? readSpelledEpisode(release);
	if (episode && !(inFront && !lettered.test(release.name))) {
		const dated = readDateBefore(release, episode) ?? withSecondCount(episode, release);
		return withSecondTitle(dated, release.name);
	}
	if (hasImpossibleDate(release.text)) {
		return null;
	}
	for (const read of readers) {
		const mark = read(release);
		if (mark) {
			return mark.fullSeason && hasUnclearDay(release.name) ? null : withSecondTitle(mark, release.name);
		}
	}
	return null;
}

const behind =
	/[ ._]*(?:[-(][ ._]*)?((?!(?:480|540|576|720|1080|2160)(?!\d))\d{3,4}|\d\d(?=[ ._]*[[(]))(?:-\d{3,4}){0,8}?(?:-(\d{3,4}))?(?![a-z\d]|-[a-z\d])/iy;
/** Files such as ` - S02E07 - 107 - Name` have the absolute number between separate dashes. */
const betweenDashes = / - \d{3,4} - (?=\S)/y;
const before = /[ ._-]{1,3}(\d{2,4})[ ._]*$/;
const decimalBefore = /[ ._-]{1,3}(\d{1,4}\.\d)(?:[ ._]*[([]?|[ ._]-[ ._])$/;
const apartBefore = /[ ._]-[ ._](\d{2,4})(?:v\d)?[ ._]*(?:[([]|-[ ._])$/;
/** The same without a group, where two digits may belong to the title. */
const longBefore = /[ ._]-[ ._]((?!(?:19|20)\d\d)(?:0\d|\d{3})\d?)(?:v\d)?[ ._]*-[ ._]$/;
const year = /^(?:19|20)\d\d$/;

/** Round hundreds more likely belong to the title. A short number counts when it repeats the episode. */
function isCount(written: string, {episodes = []}: Mark): boolean {
	if (written.length === 2) {
		return episodes.length === 1 && episodes[0] === Number(written);
	}
	return Number(written) % 100 !== 0 && !year.test(written);
}

function withCountBehind(mark: Mark, {name, hasGroup}: Release): Mark | null {
	const found = matchAt(behind, name, mark.end);
	if (!found || year.test(found[1]!) || !(hasGroup || found[1]!.startsWith('0') || isAt(betweenDashes, name, mark.end))) {
		return null;
	}
	const absoluteEpisodes = countRange(Number(found[1]), Number(found[2] ?? found[1]));
	return absoluteEpisodes && {...mark, absoluteEpisodes, end: mark.end + found[0].length};
}

/**
 * Adds the absolute number that anime names have next to season and episode: `S10E14 214`, `214 10x14`, `07.5
 * (S00E01)`. Without a group in front, only a zero-padded number after the episode counts, because others may be
 * part of the episode title.
 */
export function withSecondCount(mark: Mark, release: Release): Mark {
	const counted = withCountBehind(mark, release);
	if (counted) {
		return counted;
	}
	const {name, start, hasGroup} = release;
	const title = name.slice(start, mark.start);
	const decimal = decimalBefore.exec(title);
	// `Title 2.0 S02E05`: only specials are numbered between two episodes.
	if (decimal && (mark.season === 0 || hasGroup || decimal[0].includes('-'))) {
		return {...mark, specialAbsoluteEpisodes: [Number(decimal[1])], start: start + decimal.index, special: true};
	}
	const apart = (hasGroup ? apartBefore : longBefore).exec(title);
	const beside = hasGroup ? before.exec(title) : null;
	const number = apart ?? (beside && isCount(beside[1]!, mark) ? beside : null);
	return number ? {...mark, absoluteEpisodes: [Number(number[1])], start: start + number.index} : mark;
}
