import type {SeriesType} from '../media/series.ts';
import {expandNumbering, type MultiEpisodeStyle, numberList} from './episode-numbers.ts';
import {articleLast, cleanArticleLast, cleanForm, fileValues, firstCharacter, type NamedFile} from './file-values.ts';
import {renderPath, type TokenValues} from './render.ts';
import {type CharacterRules, defaultCharacters, safeName} from './safe-name.ts';

/** The fields of a series that its paths use. */
export interface NamedSeries {
	title: string;
	year: number | null;
	type: SeriesType;
	metaId: number | null;
	tvMetaId: number | null;
	imdbId: string | null;
}

export interface NamedEpisode {
	seasonNumber: number;
	episodeNumber: number;
	absoluteEpisodeNumber: number | null;
	title: string;
	/** `YYYY-MM-DD`. */
	airDate: string | null;
}

export interface EpisodeNaming extends CharacterRules {
	seriesFolder: string;
	seasonFolder: string;
	specialsFolder: string;
	standardEpisode: string;
	dailyEpisode: string;
	animeEpisode: string;
	multiEpisodeStyle: MultiEpisodeStyle;
	/** Otherwise files keep the names from their downloads. Folders always have the names of the templates. */
	rename: boolean;
}

export const defaultEpisodeNaming: EpisodeNaming = {
	seriesFolder: '{Series Title} ({Year})',
	seasonFolder: 'Season {season:00}',
	specialsFolder: 'Specials',
	standardEpisode: '{Series Title} ({Year}) - S{season:00}E{episode:00} - {Episode Title} [{Quality Full}]{-Release Group}',
	dailyEpisode: '{Series Title} ({Year}) - {Air-Date} - {Episode Title} [{Quality Full}]{-Release Group}',
	animeEpisode: '{Series Title} ({Year}) - S{season:00}E{episode:00} - {absolute:000} - {Episode Title} [{Quality Full}]{-Release Group}',
	multiEpisodeStyle: 'prefixedRange',
	rename: true,
	...defaultCharacters,
};

/** Names of series may have `{{` for a brace. */
const hasEscapes = true;

function seriesValues({title, year, metaId, tvMetaId, imdbId}: NamedSeries): TokenValues {
	const suffix = ` (${year})`;
	const bare = title.endsWith(suffix) ? title.slice(0, -suffix.length) : title;
	const whole = year === null ? title : bare + suffix;
	return {
		seriestitle: title,
		seriescleantitle: cleanForm(title),
		seriestitlethe: articleLast(title),
		seriescleantitlethe: cleanArticleLast(title),
		seriestitleyear: whole,
		seriescleantitleyear: cleanForm(whole),
		seriestitletheyear: year === null ? articleLast(title) : articleLast(bare) + suffix,
		seriescleantitletheyear: year === null ? cleanArticleLast(title) : `${cleanArticleLast(bare)} ${year}`,
		seriestitlewithoutyear: bare,
		seriescleantitlewithoutyear: cleanForm(bare),
		seriestitlethewithoutyear: articleLast(bare),
		seriescleantitlethewithoutyear: cleanArticleLast(bare),
		seriestitlefirstcharacter: firstCharacter(title),
		seriesyear: year,
		year,
		tmdbid: metaId,
		metaid: metaId,
		tvdbid: tvMetaId,
		tvmetaid: tvMetaId,
		imdbid: imdbId,
		tvmazeid: null,
	};
}

function absoluteNumbers(episodes: readonly NamedEpisode[]): number[] {
	return episodes.map(({absoluteEpisodeNumber}) => absoluteEpisodeNumber).filter(number => number !== null);
}

/**
 * Numbers outside the `S01E01` form are filled in before the template is parsed, because a token has one value and a
 * file may have several episodes.
 */
function expandLoneNumbers(template: string, episodes: readonly NamedEpisode[]): string {
	const absolute = absoluteNumbers(episodes);
	return template
		.replace(/\{episode(?::(0+))?\}/gi, (_match, zeros: string | undefined) =>
			numberList(
				episodes.map(({episodeNumber}) => episodeNumber),
				zeros ?? '',
			),
		)
		.replace(/\{absolute(?::(0+))?\}/gi, (_match, zeros: string | undefined) =>
			absolute.length > 0 ? numberList(absolute, zeros ?? '') : '',
		);
}

function templateFor({type}: NamedSeries, episodes: readonly NamedEpisode[], naming: EpisodeNaming): string {
	if (type === 'daily' && episodes.every(({airDate, seasonNumber}) => airDate !== null && seasonNumber > 0)) {
		return naming.dailyEpisode;
	}
	return type === 'anime' && absoluteNumbers(episodes).length === episodes.length ? naming.animeEpisode : naming.standardEpisode;
}

function episodeValues(episodes: readonly NamedEpisode[]): TokenValues {
	const titles = joinTitles(episodes.map(({title}) => title));
	return {
		season: episodes[0]?.seasonNumber ?? null,
		episodetitle: titles,
		episodecleantitle: cleanForm(titles),
		airdate: episodes[0]?.airDate ?? null,
	};
}

/** Folder of a series, relative to its root folder, with `/` as separator. */
export function seriesFolder(series: NamedSeries, naming: EpisodeNaming): string {
	return renderPath(naming.seriesFolder, seriesValues(series), {...naming, hasEscapes}).join('/');
}

/** Folder of a season, relative to the series' folder. */
export function seasonFolder(series: NamedSeries, season: number, naming: EpisodeNaming): string {
	const template = season === 0 ? naming.specialsFolder : naming.seasonFolder;
	return renderPath(template, {...seriesValues(series), season}, {...naming, hasEscapes}).join('/');
}

/** The season in whose folder a file lies. */
export function firstSeason(episodes: readonly Pick<NamedEpisode, 'seasonNumber'>[]): number {
	return Math.min(...episodes.map(({seasonNumber}) => seasonNumber));
}

/** One numbering for each season in the file, such as `S01E13+S02E01`. */
function expandSeasons(template: string, episodes: readonly NamedEpisode[], style: MultiEpisodeStyle): string {
	const seasons = [...Map.groupBy(episodes, ({seasonNumber}) => seasonNumber)].map(([season, of]) => ({
		season,
		episodes: of.map(({episodeNumber}) => episodeNumber),
	}));
	return expandNumbering(template, seasons, style);
}

/** File name for one or more episodes, relative to its folder. `episodes` must not be empty. */
export function episodeFile(
	series: NamedSeries,
	{episodes, file}: {episodes: readonly NamedEpisode[]; file: NamedFile},
	naming: EpisodeNaming,
): string {
	if (!naming.rename && file.originalFileName) {
		return safeName(file.originalFileName, file.extension);
	}
	const inOrder = episodes.toSorted((a, b) => a.seasonNumber - b.seasonNumber || a.episodeNumber - b.episodeNumber);
	const numbered = expandSeasons(templateFor(series, inOrder, naming), inOrder, naming.multiEpisodeStyle);
	const values = {...fileValues(file), ...seriesValues(series), ...episodeValues(inOrder)};
	return renderPath(expandLoneNumbers(numbered, inOrder), values, {...naming, hasEscapes, extension: file.extension}).join('/');
}

/** Path of an episode file, relative to the root folder and always inside it. */
export function episodePath(
	series: NamedSeries,
	named: {episodes: readonly NamedEpisode[]; file: NamedFile; inSeasonFolder: boolean},
	naming: EpisodeNaming,
): string {
	const season = named.inSeasonFolder ? [seasonFolder(series, firstSeason(named.episodes), naming)] : [];
	return [seriesFolder(series, naming), ...season, episodeFile(series, named, naming)].join('/');
}

/** `Pilot (1)` and `Pilot (2)` are one title in two parts. */
const partNumber = / ?\((?:part )?\d{1,2}\)$/i;

/** The titles of the episodes in one file, without duplicates. */
export function joinTitles(titles: readonly string[]): string {
	if (titles.length < 2) {
		return titles[0] ?? '';
	}
	return [...new Set(titles.map(title => title.replace(partNumber, '')))].join(' + ');
}
