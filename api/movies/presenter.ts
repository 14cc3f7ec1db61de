import {type Shape, sameNames} from '#api/http/replies/json/shape.ts';
import {presentMediaInfo} from '#api/http/replies/media-file.ts';
import {pick} from '#api/http/replies/pick.ts';
import {isAvailable} from '#shared/domain/media/availability.ts';
import type {Movie} from '#shared/domain/media/library-movie.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';

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

/** A movie as lists show it, made of the stored fields. */
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
	const {file} = movie;
	return {
		...pick(movie, ['id', ...plain, 'tagline', 'website', 'alternativeTitles']),
		downloaded: file !== null,
		hasFile: file !== null,
		fileId: file?.id ?? null,
		file: file && presentFileDetail(file),
		isAvailable: isAvailable(movie.minimumAvailability, movie, now),
		credits: {
			cast: movie.cast.map(person => pick(person, ['name', 'character', 'metaId'])),
			crew: movie.crew.map(person => pick(person, ['name', 'job', 'metaId'])),
		},
		images: movie.images.map(image => pick(image, ['url', 'type'])),
	};
}

function presentFileDetail(file: MediaFile) {
	return {...pick(file, [...plainOfFile, 'releaseGroup', 'edition', 'languages']), mediaInfo: presentMediaInfo(file.mediaInfo)};
}
