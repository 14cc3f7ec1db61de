import {assembleTitle} from './assemble-title.ts';
import {parseTags} from './parse-tags.ts';
import type {ParsedTitle} from './parsed-title.ts';
import {movieTitles} from './patterns/titles/alternative-titles.ts';
import {parseIds} from './patterns/titles/ids.ts';
import {findMovieTitle} from './patterns/titles/movie-title.ts';
import {prepareName, toPlainName} from './prepare-name.ts';
import {toTitleText} from './title-text.ts';

/** A name with an episode is not a movie, whatever year it has. */
const episode = /(?<![a-z\d])s\d{1,4}[ ._]?e\d{1,4}(?!\d)/i;

/** `[1999] Title` looks like a group. */
const yearInFront = /^\[(?:19|20)\d\d\]/;

/** Parses a movie's release name without extension; null when it does not name a movie. */
export function parseMovieName(releaseTitle: string, extension: string | null): ParsedTitle | null {
	const plain = toPlainName(releaseTitle);
	const {name, start: afterGroup} = prepareName(plain);
	const start = yearInFront.test(name) ? 0 : afterGroup;
	const found = episode.test(name) ? null : findMovieTitle(name, start);
	const titles = found ? movieTitles(found.title).map(toTitleText) : [];
	const title = titles[0] ?? '';
	if (!found || title === '') {
		return null;
	}
	return assembleTitle({
		names: {title, titles, titleWithoutYear: title, releaseTitle, year: found.year},
		numbering: {},
		possibleSpecial: false,
		ids: parseIds(name),
		tags: parseTags({name: plain, rest: name.slice(found.end), extension, mode: 'movie'}),
	});
}
