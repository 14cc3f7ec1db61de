import {dayMs} from '../durations.ts';
import {toAirDateUtc} from '../media/library-episode.ts';
import {
	type Numbering,
	numberings,
	type OtherNumber,
	type OtherNumbering,
	type OtherNumbers,
	type ReleaseNumbering,
	type SceneTitle,
} from '../media/other-numbers.ts';
import {foldTitle} from '../release/clean-title.ts';
import type {ParsedTitle} from '../release/parsed-title.ts';
import {findByEpisodeName, isSpecial, type NumberedEpisode} from './find-special.ts';
import {isWholeSeason, matchEpisodes} from './match-episodes.ts';
import type {SeriesNames} from './season-of-title.ts';

/** The names of a series, and how its releases are numbered. */
export interface NumberedSeries extends SeriesNames {
	/** Names that mean a season of the scene. */
	sceneTitles?: readonly SceneTitle[] | undefined;
	releaseNumbering?: ReleaseNumbering | undefined;
}

/** An episode with its numbers in other lists; without them it has only our own. */
type Episode = NumberedEpisode & {numbers?: OtherNumbers | null};

interface MatchOptions {
	/** When the release was published: it cannot hold an episode that airs more than a day later. */
	publishedAt?: Date | null;
	/** The numbering to try first: of the grab, or of the folder that a file lies in. */
	first?: Numbering | null | undefined;
}

export interface MatchedEpisodes<T> {
	episodes: T[];
	/** The numbering in which the release was read; null for our own. */
	numbering: OtherNumbering | null;
}

type Renumbered<T> = NumberedEpisode & {of: T};

/** Whether other lists have numbers for these episodes. */
export function isNumberedElsewhere(episodes: readonly Pick<Episode, 'numbers'>[]): boolean {
	return episodes.some(({numbers}) => numbers?.tvdb ?? numbers?.scene);
}

/** How the releases of one series are read: in the numbers of the scene, of TVDB, and of ours. */
export function readerOfEpisodes<T extends Episode>(
	episodes: readonly T[],
	series: NumberedSeries | null = null,
): (parsed: ParsedTitle, options?: MatchOptions) => MatchedEpisodes<T> {
	const own = (parsed: ParsedTitle): MatchedEpisodes<T> => ({episodes: matchEpisodes(episodes, parsed, series), numbering: null});
	if (!isNumberedElsewhere(episodes)) {
		return own;
	}
	const lists = {scene: renumber(episodes, ({scene}) => scene), tvdb: renumber(episodes, ({tvdb}) => tvdb)};
	const names = series && {...series, seasonTitles: seasonsOf(series)};

	function read(parsed: ParsedTitle, numbering: Numbering): T[] {
		if (numbering === 'own') {
			return isNamedByScene(parsed, series) ? [] : complete(matchEpisodes(episodes, parsed, series), parsed, series);
		}
		return complete(matchEpisodes(lists[numbering], parsed, names), parsed, names).map(({of}) => of);
	}

	return (parsed, {publishedAt = null, first = null} = {}) => {
		if (parsed.airDate !== null || isSpecial(parsed, series)) {
			return own(parsed);
		}
		const all = orderOf(first, series?.releaseNumbering)
			.map(numbering => ({numbering, episodes: read(parsed, numbering)}))
			.filter(reading => reading.episodes.length > 0);
		const inTime = all.filter(reading => !reading.episodes.some(episode => airsAfter(episode, publishedAt)));
		const readings = inTime.length > 0 ? inTime : all;
		const chosen = byEpisodeName(readings, parsed) ?? readings[0] ?? {numbering: 'own', episodes: []};
		return {episodes: chosen.episodes, numbering: chosen.numbering === 'own' ? null : chosen.numbering};
	};
}

/** The absolute number of an episode in a list without such numbers and with gaps, where counting would be wrong. */
const uncounted = Number.NaN;

function renumber<T extends Episode>(episodes: readonly T[], numberOf: (numbers: OtherNumbers) => OtherNumber | null): Renumbered<T>[] {
	const rows = episodes.flatMap(episode => {
		const number = episode.numbers ? numberOf(episode.numbers) : null;
		return number ? [{episode, number}] : [];
	});
	const unknown = hasGaps(rows.map(({number}) => number)) ? uncounted : null;
	return rows.map(({episode, number}) => ({
		of: episode,
		seasonNumber: number.season,
		episodeNumber: number.episode,
		absoluteEpisodeNumber: number.absolute ?? unknown,
		airDate: episode.airDate,
		...(episode.title !== undefined && {title: episode.title}),
	}));
}

/** Is anything missing between the first episode of the first season and the last one that is there? */
function hasGaps(numbers: readonly OtherNumber[]): boolean {
	const regular = numbers.filter(({season}) => season > 0).toSorted((a, b) => a.season - b.season || a.episode - b.episode);
	return regular.some(({season, episode}, index) => {
		const before = regular[index - 1] ?? {season: 0, episode: 0};
		return season === before.season ? episode !== before.episode + 1 : season !== before.season + 1 || episode !== 1;
	});
}

function seasonsOf({sceneTitles = []}: NumberedSeries) {
	return sceneTitles.flatMap(({title, seasonNumber}) => (seasonNumber === null ? [] : [{title, seasonNumber}]));
}

/** A name that only the scene has means one of its seasons, which our own numbers do not have. */
function isNamedByScene({titles}: ParsedTitle, series: NumberedSeries | null): boolean {
	if (!series?.sceneTitles?.length) {
		return false;
	}
	const {title, originalTitle, alternativeTitles, seasonTitles = []} = series;
	const ours = new Set([title, originalTitle ?? title, ...alternativeTitles, ...seasonTitles.map(season => season.title)].map(foldTitle));
	const theirs = new Set(seasonsOf(series).map(season => foldTitle(season.title)));
	return titles.map(foldTitle).some(name => theirs.has(name) && !ours.has(name));
}

/** The episodes that a reading found, if it found each number of the release exactly once; otherwise none. */
function complete<E extends NumberedEpisode>(found: E[], parsed: ParsedTitle, series: SeriesNames | null): E[] {
	const {episodes, absoluteEpisodes, across} = parsed;
	const named = new Set(episodes.length > 0 ? episodes : absoluteEpisodes).size;
	return across || isWholeSeason(parsed, series) || found.length === Math.max(1, named) ? found : [];
}

function orderOf(first: Numbering | null, chosen: ReleaseNumbering = 'auto'): Numbering[] {
	const before = [first, chosen === 'auto' ? null : chosen].filter(numbering => numbering !== null);
	return [...new Set([...before, ...numberings])];
}

function airsAfter({airDate}: NumberedEpisode, publishedAt: Date | null): boolean {
	const aired = toAirDateUtc(airDate);
	return publishedAt !== null && aired !== null && Number(aired) - Number(publishedAt) > dayMs;
}

/** Of readings that differ, the one with the episode whose name is in the release. */
function byEpisodeName<Reading extends {episodes: NumberedEpisode[]}>(readings: readonly Reading[], parsed: ParsedTitle): Reading | null {
	const all = [...new Set(readings.flatMap(({episodes}) => episodes))];
	const [first] = readings;
	if (readings.length < 2 || first?.episodes.length === all.length) {
		return null;
	}
	const [named] = findByEpisodeName(all, parsed);
	return (named && readings.find(({episodes}) => episodes.includes(named))) ?? null;
}
