import {foldTitle} from '#shared/domain/matching/fold-title.ts';
import {splitSeason} from '#shared/domain/matching/season-of-title.ts';
import type {SeasonTitle} from '#shared/domain/media/series.ts';
import type {WireSeason, WireSeries} from './wire-types.ts';

/** `Season 2`, `2. Staffel`, `Specials`: names that say no more than the number. */
const plain = /^[^\p{N}]{0,12}\p{N}{1,4}[^\p{N}]{0,12}$|^\P{N}*specials?$/iu;

/** `Second Arc` of `Title` is released as `Title Second Arc`. */
function nameOfSeason(title: string, {name}: WireSeason): string | null {
	if (name === null || plain.test(name) || foldTitle(name) === foldTitle(title)) {
		return null;
	}
	return foldTitle(name).includes(foldTitle(title)) ? name : `${title} ${name}`;
}

/**
 * The names of one season: its own name after that of the series, and alternative titles that the
 * provider labels `Season 2`.
 */
export function toSeasonTitles({name, alternative_titles}: WireSeries, seasons: readonly WireSeason[]): SeasonTitle[] {
	const named = seasons.flatMap(season => {
		const title = season.season_number > 0 ? nameOfSeason(name, season) : null;
		return title === null ? [] : [{title, seasonNumber: season.season_number}];
	});
	const told = alternative_titles.results.flatMap(({title, type}) => {
		const found = splitSeason(`${title} ${type ?? ''}`);
		return type !== null && found?.isSure ? [{title, seasonNumber: found.season}] : [];
	});
	return [...named, ...told];
}
