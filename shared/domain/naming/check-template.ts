import {parseTemplate, templateSegments, tokenOf} from './render.ts';

const shared =
	'customformat mediainfovideo mediainfoaudio mediainfoaudiolanguagesall mediainfosubtitlelanguagesall qualityfull qualitytitle qualityproper qualityreal releasegroup editiontags customformats originaltitle originalfilename mediainfosimple mediainfofull mediainfovideocodec mediainfovideobitdepth mediainfovideodynamicrange mediainfovideodynamicrangetype mediainfoaudiocodec mediainfoaudiochannels mediainfoaudiolanguages mediainfosubtitlelanguages mediainforesolution year tmdbid metaid imdbid';
const movie =
	'movietitle moviecleantitle movietitlethe moviecleantitlethe movietitlefirstcharacter movieoriginaltitle moviecleanoriginaltitle moviecertification releaseyear moviecollection moviecollectionthe mediainfo3d';
const series =
	'seriestitle seriescleantitle seriestitlethe seriescleantitlethe seriestitleyear seriestitlewithoutyear seriestitlefirstcharacter seriescleantitleyear seriestitletheyear seriescleantitletheyear seriescleantitlewithoutyear seriestitlethewithoutyear seriescleantitlethewithoutyear releasehash tvmazeid seriesyear season episode absolute episodetitle episodecleantitle airdate tvdbid tvmetaid';

const known: Readonly<Record<'movie' | 'series', ReadonlySet<string>>> = {
	movie: new Set([...shared.split(' '), ...movie.split(' ')]),
	series: new Set([...shared.split(' '), ...series.split(' ')]),
};

/** Whether a template of file names of episodes tells one episode from another. The names of downloads do, too. */
const tells: readonly (readonly string[])[] = [['season', 'episode'], ['absolute'], ['airdate'], ['originaltitle'], ['originalfilename']];

const numberless =
	'all episodes would get one name: add {season} and {episode}, or one of {absolute}, {Air-Date}, {Original Title} and {Original Filename}';

const unprintable =
	'control characters, such as line breaks and tabs, are not allowed; letters, digits, spaces, punctuation and tokens are';

/** Errors in a naming template, for people to read; empty when it is valid. `ofEpisodes`: of files of episodes. */
export function templateFaults(template: string, kind: 'movie' | 'series', ofEpisodes = false): string[] {
	const segments = templateSegments(template);
	const parts = segments.flatMap(segment => parseTemplate(segment, {hasEscapes: kind === 'series'}));
	const keys = parts.map(part => tokenOf(part)?.key);
	const unknown = [...new Set(keys.filter(key => key !== undefined))].filter(key => !known[kind].has(key));
	return [
		...(/\p{Cc}/u.test(template) ? [unprintable] : []),
		...(keys.every(key => key === undefined) && segments.length === 0 ? ['the template is empty'] : []),
		...unknown.map(key => `{${key}} is no token of a ${kind} template`),
		...(ofEpisodes && !tells.some(needed => needed.every(key => keys.includes(key))) ? [numberless] : []),
		...(segments.some(segment => /^\.+$/.test(segment.trim())) ? ['a folder cannot be called . or ..'] : []),
	];
}
