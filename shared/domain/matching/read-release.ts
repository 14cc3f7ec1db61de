import {parseTitle} from '../release/parse-title.ts';
import type {ParsedTitle} from '../release/parsed-title.ts';
import type {FoundRelease} from '../release/release.ts';
import {matchMovie} from './match-movie.ts';
import {matchSeries} from './match-series.ts';
import type {LibraryTitle, TitleIndex} from './title-index.ts';

/** A release's title as read, and the library title that it stands for; null where it cannot be read or found. */
export interface ReadRelease<T extends LibraryTitle> {
	parsed: ParsedTitle | null;
	entry: T | null;
}

export function readMovieRelease<T extends LibraryTitle>(index: TitleIndex<T>, release: FoundRelease): ReadRelease<T> {
	const parsed = parseTitle(release.title, {mode: 'movie'});
	return {parsed, entry: parsed && matchMovie(index, parsed, release)};
}

export function readSeriesRelease<T extends LibraryTitle>(index: TitleIndex<T>, release: FoundRelease): ReadRelease<T> {
	const parsed = parseTitle(release.title, {mode: 'tv'});
	return {parsed, entry: parsed && matchSeries(index, parsed, release)};
}
