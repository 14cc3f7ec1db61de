import {assembleTitle} from './assemble-title.ts';
import {parseTags} from './parse-tags.ts';
import type {ParsedTitle} from './parsed-title.ts';
import {pairInFront} from './patterns/episodes/compact-number.ts';
import {episodeRange, type Mark, type Release} from './patterns/episodes/numbering.ts';
import {splitSpecial, tellsSpecial} from './patterns/episodes/special.ts';
import {splitAlternatives} from './patterns/titles/alternative-titles.ts';
import {parseIds} from './patterns/titles/ids.ts';
import {firstYear, rawSeriesTitle} from './patterns/titles/series-title.ts';
import {splitScripts} from './patterns/titles/two-scripts.ts';
import {splitYear} from './patterns/titles/year.ts';
import {toPlainName} from './prepare-name.ts';
import {readShow} from './read-show.ts';
import {toTitleText} from './title-text.ts';

/**
 * A pack or an unnumbered file that is called a special may belong to season 0. So may a nameless one, and
 * an episode 0 of a season.
 */
function mayBeSpecial({season, episodes = [], airDate}: Mark, special: boolean, title: string): boolean {
	const nameless = title === '' && !airDate && (episodes.length === 0 || season === 0);
	return nameless || special || (episodes.length === 1 && episodes[0] === 0);
}

/** When one of the titles is in Latin script, libraries use that one. */
function latinFirst(titles: string[]): string[] {
	if (titles.length < 2) {
		return titles;
	}
	const latin = titles.find(title => /[a-z]{2}/i.test(title) && !/\p{Script=Cyrillic}/u.test(title));
	return latin === undefined ? titles : [latin, ...titles.filter(title => title !== latin)];
}

interface SeriesTitles {
	titles: string[];
	/** The title says that its number counts specials. The last of its titles leaves out the word for them. */
	special: boolean;
}

function readTitles(release: Release, mark: Mark): SeriesTitles {
	const raw = rawSeriesTitle(release, mark);
	const {title, special} = mark.absoluteEpisodes ? splitSpecial(raw) : {title: raw, special: false};
	const plain = special ? [toTitleText(title)] : [];
	const named = splitAlternatives(raw);
	const scripts = named.length === 1 ? splitScripts(raw) : null;
	const parts = scripts ? [scripts.latin, scripts.foreign] : named;
	const titles = latinFirst([...parts, ...(mark.moreTitles ?? [])].map(toTitleText));
	return {titles: [...titles, ...plain], special};
}

/** Nobody numbers episodes this high within a season without naming the season. */
const highestPlainEpisode = 99;

/** `Season 1/05-06 Name.mkv`: two episodes of the folder's season rather than one of season 5. */
function pairOfFolder(mark: Mark, folderSeason: number, name: string): Mark | null {
	const pair = mark.start === 0 && mark.unsure && mark.season !== folderSeason ? pairInFront(name) : null;
	const episodes = pair && episodeRange(...pair);
	return episodes && {...mark, season: folderSeason, episodes};
}

/**
 * `Season 2/Title - E07.mkv`: when the file has no season, the folder gives it. A group's count continues across
 * seasons; any other high count must lead into the folder's season, too.
 */
function inFolder(mark: Mark, folderSeason: number | null, {hasGroup, name}: Release): Mark {
	if (folderSeason === null) {
		return mark;
	}
	if (mark.seasonImplied) {
		return {...mark, season: folderSeason};
	}
	const {absoluteEpisodes: counted = []} = mark;
	if (hasGroup || mark.season !== undefined || counted.length === 0) {
		return pairOfFolder(mark, folderSeason, name) ?? mark;
	}
	const withinSeason = counted.every(number => number <= highestPlainEpisode);
	return {...mark, season: folderSeason, ...(withinSeason && {episodes: counted, absoluteEpisodes: []})};
}

interface NamedFile {
	extension: string | null;
	folderSeason: number | null;
}

/** Parses a show's release name without extension; null when it has no episode, season or date. */
export function parseSeriesName(releaseTitle: string, {extension, folderSeason}: NamedFile): ParsedTitle | null {
	const show = readShow(toPlainName(releaseTitle));
	if (!show) {
		return null;
	}
	const {plain, release, mark: told} = show;
	const mark = inFolder(told, folderSeason, release);
	const {titles, special: countsSpecials} = readTitles(release, mark);
	const title = titles[0] ?? '';
	const {withoutYear, year} = splitYear(title);
	const behind = release.name.slice(Math.max(mark.start, mark.end));
	const special = mark.special === true || countsSpecials || (mark.episodes === undefined && tellsSpecial(behind));
	const rest = release.start > 0 ? release.name.slice(0, release.start) + behind : behind;
	return assembleTitle({
		names: {title, titles, titleWithoutYear: withoutYear, releaseTitle, year: year ?? firstYear(release, mark)},
		numbering: special ? {...mark, special} : mark,
		possibleSpecial: mayBeSpecial(mark, special, title),
		ids: parseIds(release.name),
		tags: parseTags({name: plain, rest, extension, mode: 'tv'}),
	});
}
