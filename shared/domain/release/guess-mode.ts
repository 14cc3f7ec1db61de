import {readNumbering} from './parse-series.ts';
import {parseTitle} from './parse-title.ts';
import type {ParsedTitle, TitleMode} from './parsed-title.ts';
import {splitExtension, splitPath} from './patterns/path-name.ts';
import {hasUnclearDay} from './patterns/technical.ts';
import {prepareName, toPlainName} from './prepare-name.ts';

/** The number that the name is read by might as well be of a title: `Part 2`, `Harbour 13`, `Harbour.103`. */
function isUnsure(name: string, isPath: boolean): boolean {
	const {name: plain} = splitExtension((isPath ? splitPath(name).file : name).trim());
	return readNumbering(prepareName(toPlainName(plain)))?.unsure === true;
}

/** `Harbour.97.German.DL`: who counts an anime's episodes parts the words with blanks. */
const dotted = /^[^ _[\]]+$/;

const recorded = /(?:[hp]d|sd)tv|(?:tv|sat|dvb|dsr?|dth)-?rip|(?<![a-z])dsr(?![a-z])/i;

/** Films carry a year, and are hardly ever recorded from television. */
function looksLikeFilm(film: ParsedTitle | null, {absoluteEpisodes, releaseTitle}: ParsedTitle): boolean {
	if (film === null || recorded.test(film.releaseTitle)) {
		return false;
	}
	return film.year !== null || (absoluteEpisodes.length === 1 && dotted.test(releaseTitle));
}

/** Whether a name is of a movie or of a series, where nothing else tells: of a series when it says an episode, a season or a day. */
export function guessMode(name: string, isPath = false): TitleMode {
	const show = parseTitle(name, {mode: 'tv', isPath});
	if (!show) {
		return hasUnclearDay(name) ? 'tv' : 'movie';
	}
	return isUnsure(name, isPath) && looksLikeFilm(parseTitle(name, {mode: 'movie', isPath}), show) ? 'movie' : 'tv';
}
