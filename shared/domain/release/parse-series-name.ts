import {rawSeriesTitle, readNumbering} from './parse-series.ts';
import {parseTags} from './parse-tags.ts';
import type {ParsedTitle} from './parsed-title.ts';
import {splitAlternatives} from './patterns/alternative-titles.ts';
import {parseImdbId, parseTmdbId} from './patterns/ids.ts';
import {type Mark, noNumbering} from './patterns/numbering.ts';
import {tellsSpecial} from './patterns/special.ts';
import {splitYear} from './patterns/year.ts';
import {prepareName} from './prepare-name.ts';
import {toTitleText} from './title-text.ts';

/** A pack or an unnumbered file that calls itself special may belong to season 0; so may a nameless one. */
function mayBeSpecial({season, episodes = [], airDate}: Mark, special: boolean, title: string): boolean {
	const nameless = title === '' && !airDate && (episodes.length === 0 || season === 0);
	return nameless || special;
}

/** Reads a show's release name, given without its extension; null when it names no episode, season or day. */
export function parseSeriesName(releaseTitle: string, extension: string | null): ParsedTitle | null {
	const release = prepareName(releaseTitle);
	const mark = readNumbering(release);
	if (!mark) {
		return null;
	}
	const {start, end, moreTitles = [], title: _, ...numbering} = mark;
	const titles = [...splitAlternatives(rawSeriesTitle(release, mark)), ...moreTitles].map(toTitleText);
	const title = titles[0] ?? '';
	const {withoutYear, year} = splitYear(title);
	const rest = release.name.slice(Math.max(start, end));
	const special = numbering.special === true || (numbering.episodes === undefined && tellsSpecial(rest));
	return {
		...noNumbering,
		...numbering,
		title,
		titles,
		titleWithoutYear: withoutYear,
		releaseTitle,
		year,
		imdbId: parseImdbId(release.name),
		tmdbId: parseTmdbId(release.name),
		special,
		possibleSpecial: mayBeSpecial(mark, special, title),
		...parseTags({name: release.name, rest, extension}),
	};
}
