import {availabilityDelayOf, availableBy, isAvailable, releasedAt} from '#shared/domain/media/availability.ts';
import {percentOfEpisodes} from '#shared/domain/media/episode-counts.ts';
import type {Season, Series} from '#shared/domain/media/library-series.ts';
import type {Movie} from '#shared/domain/media/movie.ts';
import {sortTitle} from '#shared/domain/media/sort-title.ts';
import type {LibraryFields, TitleDetails} from '#shared/domain/media/title.ts';
import {foldTitle} from '#shared/domain/release/clean-title.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import {faceLanguage} from './codes.ts';
import {presentFile} from './present-file.ts';
import type {Shelf} from './shelf.ts';
import type {Tables} from './tables.ts';

/** What a title is shown with. */
export interface Around {
	tables: Tables;
	/** Where the face lies, for addresses of pictures. */
	base: string;
	shelf: Shelf;
	now: Date;
	/** The setting for movies without a delay of their own. */
	usualDelayDays: number;
}

/** What it became in the library. */
interface Kept {
	number: number;
}

const trailer = /(?:v=|youtu\.be\/|embed\/)([\w-]{6,20})/;

/** The pictures: poster first, because some clients take the first. */
function presentImages({posterUrl, backdropUrl}: Pick<TitleDetails, 'posterUrl' | 'backdropUrl'>, at: string | null) {
	const pictures = [
		['poster', posterUrl],
		['fanart', backdropUrl],
	] as const;
	return pictures.flatMap(([coverType, remoteUrl]) =>
		remoteUrl ? [{coverType, url: at === null ? remoteUrl : `${at}/${coverType}.jpg`, remoteUrl}] : [],
	);
}

const withoutSlash = (path: string) => (path.length > 1 ? path.replace(/\/$/, '') : path);

function presentPlace({path, rootFolderPath}: Pick<LibraryFields, 'path' | 'rootFolderPath'>) {
	const root = withoutSlash(rootFolderPath);
	const folder = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
	return {path, rootFolderPath: root, folder};
}

/** What both kinds of titles have, in the library or not. */
function presentWork(face: Face, title: Omit<TitleDetails, 'cast' | 'crew' | 'images'>) {
	return {
		title: title.title,
		// Sonarr has none, and strict clients refuse what it does not have.
		...(face === 'movies' && {originalTitle: title.originalTitle}),
		originalLanguage: faceLanguage(face, title.originalLanguage),
		alternateTitles: title.alternativeTitles.map(name =>
			face === 'movies' ? {title: name, sourceType: 'tmdb'} : {title: name, seasonNumber: -1},
		),
		sortTitle: sortTitle(title.title).toLowerCase(),
		cleanTitle: foldTitle(title.title),
		overview: title.overview ?? '',
		year: title.year ?? 0,
		runtime: title.runtime ?? 0,
		genres: title.genres,
		certification: title.certification,
		imdbId: title.imdbId,
		tmdbId: title.metaId,
		titleSlug: String(title.metaId),
	};
}

function ratingOf({metaRating, metaVoteCount}: Pick<TitleDetails, 'metaRating' | 'metaVoteCount'>) {
	return {votes: metaVoteCount ?? 0, value: metaRating ?? 0};
}

const inThePast = (date: Date | null, now: Date) => date !== null && date <= now;

/** The state by the dates alone. */
function statusOf(movie: Pick<Movie, 'inCinemas' | 'digitalRelease' | 'physicalRelease' | 'year'>, now: Date): string {
	const by = availableBy(movie);
	if (inThePast(by.released, now)) {
		return 'released';
	}
	if (inThePast(movie.inCinemas, now)) {
		return 'inCinemas';
	}
	return by.inCinemas === null && movie.year === null ? 'tba' : 'announced';
}

type MovieWork = Omit<Movie, keyof LibraryFields | 'cast' | 'crew' | 'images' | 'file' | 'minimumAvailability'>;

/** A movie at the provider. */
export function presentMovieWork(movie: MovieWork, now: Date) {
	return {
		...presentWork('movies', movie),
		status: statusOf(movie, now),
		inCinemas: movie.inCinemas,
		digitalRelease: movie.digitalRelease,
		physicalRelease: movie.physicalRelease,
		website: movie.website ?? '',
		studio: movie.studios?.[0] ?? '',
		youTubeTrailerId: trailer.exec(movie.trailerUrl ?? '')?.[1] ?? '',
		keywords: movie.keywords ?? [],
		ratings: {tmdb: {...ratingOf(movie), type: 'user'}},
		popularity: 0,
		secondaryYearSourceId: 0,
	};
}

export function presentMovie(movie: Omit<Movie, 'cast' | 'crew' | 'images'> & Kept & {fileNumber: number | null}, around: Around) {
	const {tables, base, now, usualDelayDays} = around;
	const delay = availabilityDelayOf(movie, usualDelayDays);
	const file =
		movie.file && movie.fileNumber !== null
			? presentFile('movies', {...movie.file, number: movie.fileNumber}, {number: movie.number, path: movie.path}, tables)
			: null;
	const {path, rootFolderPath, folder} = presentPlace(movie);
	const size = movie.file?.size ?? 0;
	return {
		...presentMovieWork(movie, now),
		id: movie.number,
		releaseDate: releasedAt(movie.minimumAvailability, availableBy(movie), delay),
		images: presentImages(movie, `${base}/MediaCover/${movie.number}`),
		collection: movie.collectionMetaId ? {title: movie.collectionTitle ?? '', tmdbId: movie.collectionMetaId} : null,
		path,
		rootFolderPath,
		folderName: path,
		folder,
		qualityProfileId: tables.profileNumber(movie.qualityProfileId),
		hasFile: movie.file !== null,
		movieFileId: movie.fileNumber ?? 0,
		movieFile: file,
		monitored: movie.monitored,
		minimumAvailability: movie.minimumAvailability,
		isAvailable: isAvailable(movie.minimumAvailability, movie, delay, now),
		tags: tables.tagNumbers(movie.tags),
		added: movie.addedAt,
		lastSearchTime: movie.lastSearchTime,
		sizeOnDisk: size,
		statistics: {
			movieFileCount: movie.file ? 1 : 0,
			sizeOnDisk: size,
			releaseGroups: movie.file?.releaseGroup ? [movie.file.releaseGroup] : [],
		},
	};
}

interface Counted {
	episodeCount: number;
	episodeFileCount: number;
	totalEpisodeCount: number;
	sizeOnDisk?: number;
}

function statisticsOf(counts: Counted) {
	return {
		episodeFileCount: counts.episodeFileCount,
		episodeCount: counts.episodeCount,
		totalEpisodeCount: counts.totalEpisodeCount,
		sizeOnDisk: counts.sizeOnDisk ?? 0,
		releaseGroups: [],
		percentOfEpisodes: percentOfEpisodes(counts),
	};
}

function presentSeason(season: Season) {
	return {seasonNumber: season.seasonNumber, monitored: season.monitored, statistics: statisticsOf(season)};
}

type SeriesWork = Omit<TitleDetails, 'images'> &
	Pick<Series, 'tvMetaId' | 'network' | 'status' | 'type'> & {seasons: readonly {seasonNumber: number}[]};

export function presentSeriesWork(series: SeriesWork) {
	return {
		...presentWork('tv', series),
		// Zero stands for none: such a series cannot be found by this id.
		tvdbId: series.tvMetaId ?? 0,
		tvRageId: 0,
		tvMazeId: 0,
		status: series.status,
		ended: series.status === 'ended',
		network: series.network ?? '',
		seriesType: series.type,
		ratings: ratingOf(series),
		languageProfileId: 1,
		seasons: series.seasons.map(({seasonNumber}) => ({seasonNumber, monitored: false})),
	};
}

interface AiringDates {
	first: Date | null;
	last: Date | null;
	usesSceneNumbers: boolean;
}

export function presentSeries(series: Series & Kept, airing: AiringDates, {tables, base}: Around) {
	const {path, rootFolderPath, folder} = presentPlace(series);
	return {
		...presentSeriesWork(series),
		id: series.number,
		nextAiring: series.nextAiring,
		previousAiring: series.previousAiring,
		firstAired: airing.first,
		lastAired: airing.last,
		images: presentImages(series, `${base}/MediaCover/${series.number}`),
		seasons: series.seasons.map(presentSeason),
		statistics: {...statisticsOf(series), seasonCount: series.seasonCount},
		path,
		rootFolderPath,
		folder,
		qualityProfileId: tables.profileNumber(series.qualityProfileId),
		seasonFolder: series.seasonFolder,
		monitored: series.monitored,
		monitorNewItems: (series.monitorNewSeasons ?? true) ? 'all' : 'none',
		useSceneNumbering: airing.usesSceneNumbers,
		tags: tables.tagNumbers(series.tags),
		added: series.addedAt,
	};
}
