import {isWithinFolder} from './folders/root-folder-path.ts';
import {stemOf} from './imports/sort-files.ts';
import type {Episode} from './media/library-episode.ts';
import type {Series} from './media/library-series.ts';
import type {Movie} from './media/movie.ts';
import type {CastMember, Image, TitleDetails} from './media/title.ts';
import {byteLength, maximumSegmentBytes} from './naming/safe-name.ts';
import {escapeXml} from './text/escape-xml.ts';

export const nfoChoices = ['off', 'ids', 'full'] as const;

/** Which files for players are written beside titles. */
export interface PlayerFileRules {
	nfo: (typeof nfoChoices)[number];
	images: boolean;
	plexmatch: boolean;
}

/** A file for players as it should be. */
export interface WantedPlayerFile {
	/** What it is, such as `nfo tvshow`. The first word names its setting. */
	key: string;
	path: string;
	/** What it contains, or the picture at the provider that it is. */
	content: {text: string} | {url: string};
}

/** Is the file of this key one that the rules want to be written? */
export function isWanted(key: string, {nfo, images, plexmatch}: PlayerFileRules): boolean {
	const [sort] = key.split(' ');
	return sort === 'nfo' ? nfo !== 'off' : sort === 'image' ? images : plexmatch;
}

/** The files beside a movie; none without a file of its own. */
export function filesOfMovie(movie: Movie, {nfo, images}: PlayerFileRules): WantedPlayerFile[] {
	const {file, path, rootFolderPath} = movie;
	if (!file) {
		return [];
	}
	const folder = folderOf(file.path);
	const isOwn = path !== rootFolderPath && isWithinFolder(folder, path);
	const pictures = isOwn && images ? [...picture('poster', folder, movie.posterUrl), ...picture('fanart', folder, movie.backdropUrl)] : [];
	return [...(nfo === 'off' ? [] : beside('nfo movie', file.path, movieNfo(movie, nfo))), ...pictures];
}

/** The files in the folder of a series, and beside its episodes; none without a file. */
export function filesOfSeries(series: Series, episodes: readonly Episode[], {nfo, images, plexmatch}: PlayerFileRules): WantedPlayerFile[] {
	const {path, rootFolderPath} = series;
	const held = episodes.filter(({file}) => file !== null);
	if (held.length === 0 || path === rootFolderPath) {
		return [];
	}
	const ofShow = nfo === 'off' ? [] : [{key: 'nfo tvshow', path: `${path}/tvshow.nfo`, content: {text: seriesNfo(series, nfo)}}];
	const match = plexmatch ? [{key: 'plexmatch', path: `${path}/.plexmatch`, content: {text: plexMatch(series)}}] : [];
	return [
		...ofShow,
		...match,
		...(nfo === 'off' ? [] : ofEpisodes(held, path, nfo)),
		...(images ? [...picture('poster', path, series.posterUrl), ...picture('fanart', path, series.backdropUrl)] : []),
		...(images ? ofSeasons(series, held) : []),
	];
}

/** One for each video in the folder of the series. */
function ofEpisodes(held: readonly Episode[], folder: string, nfo: NfoContent): WantedPlayerFile[] {
	const files = Map.groupBy(held, ({file}) => file?.id ?? '');
	return [...files].flatMap(([id, episodes]) => {
		const path = episodes[0]?.file?.path ?? '';
		return isWithinFolder(path, folder) ? beside(`nfo ${id}`, path, episodesNfo(episodes, nfo)) : [];
	});
}

function ofSeasons({seasons, path}: Series, held: readonly Episode[]): WantedPlayerFile[] {
	const present = new Set(held.map(({seasonNumber}) => seasonNumber));
	return seasons
		.filter(({seasonNumber}) => present.has(seasonNumber))
		.flatMap(({seasonNumber, images}) => {
			const name = seasonNumber === 0 ? 'season-specials-poster' : `season${String(seasonNumber).padStart(2, '0')}-poster`;
			return picture(name, path, posterAmong(images));
		});
}

const posterAmong = (images: readonly Image[]) => images.find(({type}) => type === 'poster')?.url ?? null;

function picture(name: string, folder: string, url: string | null): WantedPlayerFile[] {
	return url === null ? [] : [{key: `image ${name}`, path: `${folder}/${name}.jpg`, content: {url}}];
}

/** It has the video's name, so it goes wherever the video goes. */
function beside(key: string, video: string, text: string): WantedPlayerFile[] {
	const name = `${stemOf(video)}.nfo`;
	return byteLength(name) > maximumSegmentBytes ? [] : [{key, path: `${folderOf(video)}/${name}`, content: {text}}];
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'));

/** What files with metadata contain; `ids` is enough for players that ask a provider themselves. */
type NfoContent = 'ids' | 'full';

type Content = string | number | null | readonly Element[];
interface Element {
	name: string;
	attributes?: Readonly<Record<string, string>>;
	content: Content;
}

/** Players show this many at most. */
const maxActors = 50;
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The NFO file of a movie, as Kodi defines it and Jellyfin and Emby read it. */
export function movieNfo(movie: Movie, content: NfoContent): string {
	const {collectionTitle, crew} = movie;
	const about = content === 'ids' ? [] : aboutMovie(movie);
	const set = content === 'full' && collectionTitle !== null ? [element('set', [element('name', collectionTitle)])] : [];
	const people =
		content === 'ids' ? [] : [...workers(crew, 'Director', 'director'), ...workers(crew, 'Writer', 'credits'), ...actors(movie.cast)];
	return declaration + write(element('movie', [...ids(movie), ...about, ...set, ...people]));
}

function aboutMovie(movie: Movie): Element[] {
	const {inCinemas, digitalRelease, physicalRelease, tagline} = movie;
	return [...aboutTitle(movie), element('tagline', tagline), element('premiered', day(inCinemas ?? digitalRelease ?? physicalRelease))];
}

/** `tvshow.nfo` of a series. */
export function seriesNfo(series: Series, content: NfoContent): string {
	const {status, network, actors: cast, seasons} = series;
	const [first = null] = seasons.flatMap(({seasonNumber, airDate}) => (seasonNumber > 0 && airDate !== null ? [airDate] : [])).toSorted();
	const about = [
		...aboutTitle(series),
		element('premiered', first),
		element('status', status === 'ended' ? 'Ended' : 'Continuing'),
		element('studio', network),
		...actors(cast),
	];
	return declaration + write(element('tvshow', [...ids(series), ...(content === 'full' ? about : [])]));
}

/**
 * The NFO file of an episode. A file with several episodes has an element for each, one after the other, although XML
 * allows a single root: that is how players read it.
 */
export function episodesNfo(episodes: readonly Episode[], content: NfoContent): string {
	return declaration + episodes.map(episode => write(ofEpisode(episode, content))).join('');
}

function ofEpisode({metaId, seasonNumber, episodeNumber, title, overview, airDate, runtime}: Episode, content: NfoContent): Element {
	const about = [element('title', title), element('plot', overview), element('aired', airDate), element('runtime', runtime)];
	return element('episodedetails', [
		...uniqueIds([['tmdb', metaId]]),
		// Without them a player would go by the file's name.
		element('season', seasonNumber),
		element('episode', episodeNumber),
		...(content === 'full' ? about : []),
	]);
}

/** `.plexmatch` of a series, which tells Plex which one it is. A line cannot contain another. */
export function plexMatch({title, year, metaId, tvMetaId, imdbId}: Series): string {
	const lines = [
		['title', title.replaceAll(/\s+/g, ' ').trim()],
		['year', year],
		['tmdbid', metaId],
		['tvdbid', tvMetaId],
		['imdbid', imdbId],
	] as const;
	return lines.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}\n`])).join('');
}

function ids({metaId, imdbId, tvMetaId = null}: Pick<TitleDetails, 'metaId' | 'imdbId'> & {tvMetaId?: number | null}): Element[] {
	return uniqueIds([
		['tmdb', metaId],
		['imdb', imdbId],
		['tvdb', tvMetaId],
	]);
}

/** Never `<id>`, whose provider some players guess wrong. The first one is the one to go by. */
function uniqueIds(all: readonly (readonly [type: string, id: string | number | null])[]): Element[] {
	return all
		.filter(([, id]) => id !== null)
		.map(([type, id], index) => element('uniqueid', id, {type, ...(index === 0 && {default: 'true'})}));
}

function aboutTitle({
	title,
	originalTitle,
	overview,
	year,
	runtime,
	genres,
	certification,
	metaRating,
	metaVoteCount,
}: TitleDetails): Element[] {
	const rating = element('rating', [element('value', metaRating), element('votes', metaVoteCount)], {
		name: 'themoviedb',
		max: '10',
		default: 'true',
	});
	return [
		element('title', title),
		element('originaltitle', originalTitle),
		element('year', year),
		element('plot', overview),
		element('runtime', runtime),
		element('mpaa', certification),
		element('ratings', metaRating === null ? null : [rating]),
		...genres.map(genre => element('genre', genre)),
	];
}

function workers(crew: Movie['crew'], job: string, name: string): Element[] {
	return crew.filter(each => each.job === job).map(each => element(name, each.name));
}

function actors(cast: readonly CastMember[]): Element[] {
	return cast
		.slice(0, maxActors)
		.map(({name, character}, order) => element('actor', [element('name', name), element('role', character), element('order', order)]));
}

const day = (date: Date | null) => date?.toISOString().slice(0, 10) ?? null;

function element(name: string, content: Content, attributes: Readonly<Record<string, string>> = {}): Element {
	return {name, content, attributes};
}

/** Elements without content are left out. */
function write({name, attributes = {}, content}: Element, indent = ''): string {
	if (content === null || content === '') {
		return '';
	}
	const opened = `${indent}<${name}${Object.entries(attributes)
		.map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
		.join('')}>`;
	if (typeof content !== 'object') {
		return `${opened}${escapeXml(String(content))}</${name}>\n`;
	}
	return `${opened}\n${content.map(each => write(each, `${indent}  `)).join('')}${indent}</${name}>\n`;
}
