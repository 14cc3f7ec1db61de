import {readAbsolute, readNumberBeforeWord, withAbsolute} from './patterns/absolute.ts';
import {countedEpisodes, latinPart, readBracketed, readCounted} from './patterns/bracketed-name.ts';
import {readCompactNumber, readCompactPair} from './patterns/compact-number.ts';
import {hasImpossibleDate, readDaily, readShortDate} from './patterns/daily.ts';
import {readEpisode} from './patterns/episode.ts';
import {readMiniSeries, readSeasonlessEpisode} from './patterns/mini-series.ts';
import type {Mark, Reader, Release} from './patterns/numbering.ts';
import {seasonWords} from './patterns/numbering-words.ts';
import {readSeason} from './patterns/season.ts';
import {readSpecial} from './patterns/special.ts';

/** The surest first: a later reader only sees names that say nothing to those before it. */
const readers: readonly Reader[] = [
	readBracketed,
	readNumberBeforeWord,
	readDaily,
	readCompactPair,
	readSeasonlessEpisode,
	readShortDate,
	readSeasonPack,
	readAbsolute,
	readMiniSeries,
	readCompactNumber,
	readSpecial,
	readCounted,
];

/** A pack of a Chinese posting says its episodes apart from its season: `[第01-15集].Title.S01`. */
function readSeasonPack(release: Release): Mark | null {
	const mark = readSeason(release);
	const counted = mark ? countedEpisodes(release.name) : null;
	return mark && counted ? {...mark, episodes: counted, fullSeason: false} : mark;
}

const secondTitle = /^[ ._]*[\])]?[ ._]*[/|][ ._]*([^/|()[\]]{2,})[([]/;

/** `Один (S2E1) / One (S2E1)` numbers both of its titles. */
function withSecondTitle(mark: Mark, name: string): Mark {
	const found = secondTitle.exec(name.slice(mark.end));
	return found ? {...mark, moreTitles: [found[1]!.trim()]} : mark;
}

/** Which episodes a name is about; null when it does not say, or says a date that cannot be. */
export function readNumbering(release: Release): Mark | null {
	const episode = readEpisode(release);
	if (episode) {
		return withSecondTitle(withAbsolute(episode, release), release.name);
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

const han = /[\u3400-\u9fff]/;
/** Blanks and brackets, and a day or an episode beside the number that was read. */
const emptyEnd = /[\u0001 ._[({-]+$/;
const otherNumber = /[ ._-]+(?:(?:19|20)\d\d[ ._-]\d\d[ ._-]\d\d|ep?\d{1,4})$/i;
const seasonInTitle = new RegExp(`[ ._([-]+(?:${seasonWords})[ ._]{0,2}\\d{1,2}(?:[\\])]?(?:[ ._]?\\[[^[\\]]*\\])*)$`, 'i');
const dayInFront = /^\d{6}[ ._]+(?=.*[a-z])/i;

/** The media title in front of the number, as written. */
export function rawSeriesTitle({name, text, start}: Release, mark: Mark): string {
	if (mark.title !== undefined) {
		return mark.title;
	}
	const from = Math.min(start, mark.start);
	const written = text.slice(from, mark.start);
	const length = written.replace(emptyEnd, '').replace(otherNumber, '').replace(mark.season ? seasonInTitle : /$^/, '').length;
	const raw = name.slice(from, from + length).replace(dayInFront, '');
	return han.test(raw) ? shortSeason(latinTail(raw)) : raw;
}

/** Chinese postings pad the season in a title, `Title S02`; its Latin title is known without. */
function shortSeason(title: string): string {
	return title.replace(/(?<=[ ._]S)0(?=\d$)/, '');
}

const hanInFront = /^.*[\u3040-\u30ff\u3400-\u9fff\])】][^\p{L}\p{N}]*(?=[a-z\d][^\u3040-\u30ff\u3400-\u9fff]*[a-z])/iu;

function latinTail(raw: string): string {
	const part = latinPart(raw);
	if (!han.test(part)) {
		return part;
	}
	const tail = raw.replace(hanInFront, '');
	return han.test(tail) ? raw : tail;
}
