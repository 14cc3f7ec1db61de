import type {Mark} from './numbering/numbering.ts';
import {readShow} from './numbering/read-show.ts';
import {hasUnclearDay} from './numbering/technical.ts';
import {parseTitle, seasonByFolder} from './parse-title.ts';
import type {ParsedTitle, TitleMode} from './parsed-title.ts';
import {seasonOfFolder, splitExtension, splitPath, toPlainName} from './prepare-name.ts';
import type {FoundRelease} from './release.ts';

/**
 * Is a name a movie or a series, when nothing else says so? It is a series when it has an episode, a season or a date.
 */
export function guessMode(name: string, isPath = false): TitleMode {
	const show = parseTitle(name, {mode: 'tv', isPath});
	if (show && isPath && isInSeason(splitPath(name))) {
		return 'tv';
	}
	if (!show) {
		return hasUnclearDay(name) ? 'tv' : 'movie';
	}
	const unsure = readUnsure(name, isPath);
	return unsure && looksLikeFilm(parseTitle(name, {mode: 'movie', isPath}), unsure) ? 'movie' : 'tv';
}

/** `Season 2/Name.mkv`, `Title.S02.1080p/05 Name.mkv`. */
const isInSeason = ({file, folders: [folder]}: ReturnType<typeof splitPath>) =>
	seasonOfFolder(folder) !== null || (/^\d/.test(file) && seasonByFolder(folder) !== null);

/**
 * Finds the numbering when it could also be part of a film's title: `Part 2`, `Harbour 13`,
 * `Harbour.103`, `the Movie - 03`.
 */
function readUnsure(name: string, isPath: boolean): Mark | null {
	const {name: plain} = splitExtension((isPath ? splitPath(name).file : name).trim());
	const show = readShow(toPlainName(plain));
	if (!show) {
		return null;
	}
	const {mark, release} = show;
	return mark.unsure || (mark.absoluteEpisodes && numberedFilm.test(release.name.slice(0, mark.start))) ? mark : null;
}

/** `Title the Movie - 03`, `Title Movie 03`: the films of a show are numbered, too. */
const numberedFilm = /[ ._-](?:movies?|gekijou-?ban|film)[ ._:-]*$/i;

/** `Harbour.97.German.DL`: anime releases with episode numbers separate words with spaces, not dots. */
const dotted = /^[^ _[\]]+$/;

const recorded = /(?:[hp]d|sd)tv|(?:tv|sat|dvb|dsr?|dth)-?rip|(?<![a-z])dsr(?![a-z])/i;
/** Media on which films are released. A `BD` of an anime has a group in front. */
const onDisc = /^[^[].*(?:blu-?ray|(?:bd|br)-?rip|remux|(?<![a-z])uhd(?![a-z])|hd-?dvd)/i;

/** Films carry a year or a disc, and are rarely recorded from television. */
function looksLikeFilm(film: ParsedTitle | null, {absoluteEpisodes = [], seasonImplied}: Mark): boolean {
	if (film === null || recorded.test(film.releaseTitle)) {
		return false;
	}
	const {year, releaseTitle} = film;
	const single = absoluteEpisodes.length === 1 || seasonImplied === true;
	return (
		year !== null ||
		numberedFilm.test(film.title.replace(/\d+$/, '')) ||
		(single && (onDisc.test(releaseTitle) || dotted.test(releaseTitle)))
	);
}

const movieCategory = /^2\d{3}$/;
const seriesCategory = /^5\d{3}$/;

/** Where a search asked for neither: by the indexer's category if it is clear, otherwise by the release title. */
export function isOfSeries({category, title}: FoundRelease): boolean {
	const [film, show] = [movieCategory, seriesCategory].map(pattern => category.some(id => pattern.test(id)));
	return film === show ? guessMode(title) === 'tv' : show === true;
}
