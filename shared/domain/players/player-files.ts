import {isWithinFolder} from '../folders/root-folder-path.ts';
import {stemOf} from '../imports/sort-files.ts';
import type {Episode} from '../media/library-episode.ts';
import type {Movie} from '../media/library-movie.ts';
import type {Series} from '../media/library-series.ts';
import type {Image} from '../media/title.ts';
import {byteLength, maximumSegmentBytes} from '../naming/safe-name.ts';
import {episodesNfo, movieNfo, type NfoContent, plexMatch, seriesNfo} from './nfo.ts';

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
export function isKept(key: string, {nfo, images, plexmatch}: PlayerFileRules): boolean {
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
