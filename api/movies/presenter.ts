import {isAvailable} from '#shared/domain/media/availability.ts';
import type {Movie} from '#shared/domain/media/library-movie.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {type Shape, sameNames} from '#shared/json/shape.ts';

/** What the stored fields and the reply's call alike. */
const plain = [
	'title',
	'originalTitle',
	'year',
	'metaId',
	'imdbId',
	'overview',
	'runtime',
	'genres',
	'certification',
	'metaRating',
	'metaVoteCount',
	'posterUrl',
	'backdropUrl',
	'monitored',
	'createdAt',
	'updatedAt',
	'addedAt',
	'minimumAvailability',
	'rootFolderPath',
	'qualityProfileId',
	'searchOnAdd',
	'lastSearchTime',
	'titleSlug',
] as const satisfies readonly (keyof Movie)[];
const plainOfFile = [
	'id',
	'path',
	'size',
	'quality',
	'qualityScore',
	'releaseTitle',
	'dateAdded',
] as const satisfies readonly (keyof MediaFile)[];

/** A movie as lists show it (interface 2.1), made of the stored fields. */
export const listedMovie: Shape = {
	id: '_id',
	...sameNames(plain),
	downloaded: {isPresent: 'file'},
	hasFile: {isPresent: 'file'},
	fileId: {of: 'file', field: 'id'},
	file: {of: 'file', fields: sameNames(plainOfFile)},
};

/** A movie by itself, with what lists leave out. */
export function presentMovieDetail(movie: Movie, now: Date) {
	return {
		...presentBase(movie),
		file: movie.file && presentFileDetail(movie.file),
		tagline: movie.tagline,
		website: movie.website,
		isAvailable: isAvailable(movie.minimumAvailability, movie, now),
		alternativeTitles: movie.alternativeTitles,
		credits: {
			cast: movie.cast.map(({name, character, metaId}) => ({name, character, metaId})),
			crew: movie.crew.map(({name, job, metaId}) => ({name, job, metaId})),
		},
		images: movie.images.map(({url, type}) => ({url, type})),
	};
}

function presentBase(movie: Movie) {
	return {
		id: movie.id,
		title: movie.title,
		originalTitle: movie.originalTitle,
		year: movie.year,
		metaId: movie.metaId,
		imdbId: movie.imdbId,
		overview: movie.overview,
		runtime: movie.runtime,
		genres: movie.genres,
		certification: movie.certification,
		metaRating: movie.metaRating,
		metaVoteCount: movie.metaVoteCount,
		posterUrl: movie.posterUrl,
		backdropUrl: movie.backdropUrl,
		monitored: movie.monitored,
		downloaded: movie.file !== null,
		hasFile: movie.file !== null,
		fileId: movie.file?.id ?? null,
		createdAt: movie.createdAt.toISOString(),
		updatedAt: movie.updatedAt.toISOString(),
		addedAt: movie.addedAt.toISOString(),
		minimumAvailability: movie.minimumAvailability,
		rootFolderPath: movie.rootFolderPath,
		qualityProfileId: movie.qualityProfileId,
		searchOnAdd: movie.searchOnAdd,
		lastSearchTime: movie.lastSearchTime?.toISOString() ?? null,
		titleSlug: movie.titleSlug,
	};
}

function presentFile(file: MediaFile) {
	return {
		id: file.id,
		path: file.path,
		size: file.size,
		quality: file.quality,
		qualityScore: file.qualityScore,
		releaseTitle: file.releaseTitle,
		dateAdded: file.dateAdded.toISOString(),
	};
}

function presentFileDetail(file: MediaFile) {
	const {mediaInfo} = file;
	return {
		...presentFile(file),
		releaseGroup: file.releaseGroup,
		edition: file.edition,
		languages: file.languages,
		mediaInfo: mediaInfo && {
			videoCodec: mediaInfo.videoCodec,
			audioCodec: mediaInfo.audioCodec,
			audioChannels: mediaInfo.audioChannels,
			resolution: mediaInfo.resolution,
		},
	};
}
