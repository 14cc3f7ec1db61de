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

/** Errors in a naming template, for people to read; empty when it is valid. */
export function templateFaults(template: string, kind: 'movie' | 'series'): string[] {
	const segments = templateSegments(template);
	const parts = segments.flatMap(segment => parseTemplate(segment, {hasEscapes: kind === 'series'}));
	const keys = parts.map(part => tokenOf(part)?.key);
	const unknown = [...new Set(keys.filter(key => key !== undefined))].filter(key => !known[kind].has(key));
	return [
		...(keys.every(key => key === undefined) && segments.length === 0 ? ['the template is empty'] : []),
		...unknown.map(key => `{${key}} is no token of a ${kind} template`),
		...(segments.some(segment => /^\.+$/.test(segment.trim())) ? ['a folder cannot be called . or ..'] : []),
	];
}
