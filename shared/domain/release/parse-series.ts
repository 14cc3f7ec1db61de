import {readAbsolute, readNumberBeforeWord} from './patterns/absolute.ts';
import {countedEpisodes, latinPart, readBracketed, readCounted} from './patterns/bracketed-name.ts';
import {readChineseSeason} from './patterns/chinese-season.ts';
import {readCompactNumber, readCompactPair, readNumbersInFront} from './patterns/compact-number.ts';
import {hasImpossibleDate, readDaily, readDateBefore, readDateInFront, readShortDate} from './patterns/daily.ts';
import {readEpisode} from './patterns/episode.ts';
import {readMiniSeries, readOutOf, readSeasonlessEpisode} from './patterns/mini-series.ts';
import type {Mark, Reader, Release} from './patterns/numbering.ts';
import {seasonWords} from './patterns/numbering-words.ts';
import {readBritishSeason, readSeason} from './patterns/season.ts';
import {readSeasonAndCount, readSeasonPair} from './patterns/season-and-count.ts';
import {withSecondCount} from './patterns/second-count.ts';
import {readSpecial} from './patterns/special.ts';
import {readSpelledEpisode} from './patterns/spelled-episode.ts';
import {blank, blankTechnical} from './patterns/technical.ts';

/** The surest first: a later reader only sees names that say nothing to those before it. */
const readers: readonly Reader[] = [
	readBracketed,
	readSeasonAndCount,
	readSeasonPair,
	readNumberBeforeWord,
	readDaily,
	readChineseSeason,
	readCompactPair,
	readSeasonPack,
	readSeasonlessEpisode,
	readShortDate,
	readOutOf,
	readAbsolute,
	readMiniSeries,
	readCompactNumber,
	readNumbersInFront,
	readSpecial,
	readCounted,
	readBritishSeason,
];

/** A pack of a Chinese posting says its episodes apart from its season: `[第01-15集].Title.S01`. */
function readSeasonPack(release: Release): Mark | null {
	const mark = readSeason(release);
	if (mark && !/\p{L}|\d/u.test(release.name.slice(Math.min(release.start, mark.start), mark.start))) {
		return null;
	}
	const counted = mark ? countedEpisodes(release.name) : null;
	return mark && counted ? {...mark, episodes: counted, fullSeason: false} : mark;
}

const lettered = /s\d{1,4}[ ._]?e\d/i;

const secondTitle = /^[ ._]*[\])]?[ ._]*[/|][ ._]*([^/|()[\]\d ._][^/|()[\]]+)[([]/;

/** `Один (S2E1) / One (S2E1)` numbers both of its titles. */
function withSecondTitle(mark: Mark, name: string): Mark {
	const found = name.includes('/') || name.includes('|') ? secondTitle.exec(name.slice(mark.end)) : null;
	return found ? {...mark, moreTitles: [found[1]!.trim()]} : mark;
}

/** Which episodes a name is about; null when it does not say, or says a date that cannot be. */
export function readNumbering(release: Release): Mark | null {
	const inFront = readDateInFront(release);
	const episode = readEpisode(release) ?? readSpelledEpisode(release);
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
			return withSecondTitle(mark, release.name);
		}
	}
	return null;
}

/** `[標題][Title`: of several titles in brackets the last, which is cut in the middle. */
const lastBracket = /^\[.*?([^[\]]*\p{L}[^[\]]*)\]?$/u;
/** Blanks and brackets, and a day or an episode beside the number that was read. */
const emptyEnd = new RegExp(`[${blank} ._[({-]+$`);
const otherNumber = /[ ._-]+(?:(?:19|20)\d\d[ ._-]\d\d[ ._-]\d\d|ep?\d{1,4})$/i;
const seasonInTitle = new RegExp(`[ ._([-]+(?:${seasonWords})[ ._]{0,2}\\d{1,2}(?:[\\])]?(?:[ ._]?\\[[^[\\]]*\\])*)$`, 'i');
const complete = /[ ._([-]+(?:the[ ._])?complete(?:[ ._]series)?[ ._)\]]*$/i;
const miniSeries = /[ ._]*\((?:tv )?mini-?series?\)/i;
const dayInFront = /^\d{6}[ ._]+(?=.*\p{L})/u;
/** A posting may repeat the name in quotes: `Title s05 - "Title Season 5 Episode 14"`. */
const openQuote = /^(?:[^"]*"[^"]*")*[^"]*"/;

/** The media title in front of the number, as written. */
export function rawSeriesTitle({name, start, hasGroup}: Release, mark: Mark): string {
	if (mark.title !== undefined) {
		return shortSeason(mark.title);
	}
	const quoted = openQuote.exec(name.slice(0, mark.start))?.[0].length ?? 0;
	const from = Math.max(Math.min(start, mark.start), quoted);
	const written = blankTechnical(name.slice(from, mark.start));
	const length = written
		.replace(emptyEnd, '')
		.replace(otherNumber, '')
		.replace(mark.season ? seasonInTitle : /$^/, '').length;
	const raw = name.slice(from, from + length).replace(dayInFront, '');
	const plain = raw.replace(miniSeries, '').replace(mark.fullSeason ? complete : /$^/, '');
	const latin = latinPart(plain);
	return hasGroup ? shortSeason(lastBracket.exec(latin)?.[1] ?? latin) : latin;
}

/** Groups pad the season in a title, `Title S02`; the show is known without. */
function shortSeason(title: string): string {
	return title.replace(/(?<=[ ._]s)0(?=\d$)/i, '');
}
