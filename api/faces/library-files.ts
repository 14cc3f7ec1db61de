import {hash} from 'node:crypto';
import {posix} from 'node:path';
import type {RouteDeps} from '#api/services.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {getQuality, type QualityName, qualityNames} from '#shared/domain/quality/qualities.ts';
import {plainEpisodes, presentEpisodes} from './episodes.ts';
import type {FaceCall} from './faces.ts';
import {aroundOf, presentMovies} from './movies.ts';
import {type FileOwner, presentFile} from './present-file.ts';
import {presentAllSeries} from './series.ts';
import {covers} from './shelf.ts';
import {idOf, type Tables} from './tables.ts';
import {notFound} from './wire.ts';

/** By its path, because a file that is not in the library has no number. */
export const numberOfPath = (path: string) => Number.parseInt(hash('sha256', path).slice(0, 8), 16) >>> 1 || 1;

const isQuality = (name: string): name is QualityName => (qualityNames as readonly string[]).includes(name);
export const knownQuality = (name: string | null): QualityName => (name !== null && isQuality(name) ? name : 'Unknown');

/** The files of a title that are in the library, in the form of files to import: programs correct them that way. */
export async function filesInLibrary(number: number, call: FaceCall, deps: RouteDeps): Promise<object[]> {
	return call.face === 'movies' ? ofMovie(number, call, deps) : ofSeries(number, call, deps);
}

async function ofMovie(number: number, call: FaceCall, deps: RouteDeps): Promise<object[]> {
	const id = await idOf(deps, 'movie', number);
	const stored = await deps.movies.get(id);
	const around = await aroundOf(call, deps);
	const [movie] = await presentMovies([stored], around, deps);
	if (!movie) {
		throw notFound();
	}
	const owner = {number, path: stored.path};
	return stored.file && movie.movieFileId > 0
		? [
				{
					...presentImportable('movies', {...stored.file, number: movie.movieFileId}, owner, around.tables),
					...{movie, movieId: number, movieFileId: movie.movieFileId},
				},
			]
		: [];
}

async function ofSeries(number: number, call: FaceCall, deps: RouteDeps): Promise<object[]> {
	const id = await idOf(deps, 'series', number);
	const stored = await deps.series.get(id);
	if (!covers(call.shelf, stored.libraryId)) {
		throw notFound();
	}
	const around = await aroundOf(call, deps);
	const season = call.query.number('seasonNumber');
	const [[series], all, numbers] = await Promise.all([
		presentAllSeries([stored], around, deps),
		deps.episodes.ofSeries(id),
		deps.numbers.ofFiles('series', [id]),
	]);
	const having = all.filter(({file, seasonNumber}) => file !== null && (season === null || seasonNumber === season));
	const placeOf = (episode: {seasonNumber: number; episodeNumber: number}) => `${episode.seasonNumber}-${episode.episodeNumber}`;
	const shownEpisodes = await presentEpisodes(having, plainEpisodes, around, deps);
	const byPlace = new Map(shownEpisodes.map(each => [placeOf(each), each]));
	return [...Map.groupBy(having, ({file}) => file?.id ?? '')].flatMap(([fileId, own]) => {
		const [first] = own;
		const fileNumber = first?.file?.number ?? numbers.get(fileId);
		if (!first?.file || fileNumber === undefined) {
			return [];
		}
		const {seasonNumber, file} = first;
		return {
			...presentImportable('tv', {...file, number: fileNumber}, {number, path: stored.path, seasonNumber}, around.tables),
			...{series, seriesId: number, seasonNumber, episodeFileId: fileNumber},
			episodes: own.flatMap(each => byPlace.get(placeOf(each)) ?? []),
			releaseType: own.length === 1 ? 'singleEpisode' : 'multiEpisode',
		};
	});
}

function presentImportable(face: FaceCall['face'], file: MediaFile & {number: number}, owner: FileOwner, tables: Tables) {
	const {relativePath, quality, languages, releaseGroup, customFormats, customFormatScore, indexerFlags} = presentFile(
		face,
		file,
		owner,
		tables,
	);
	const {path, size} = file;
	return {
		...{id: numberOfPath(path), path, relativePath, folderName: posix.basename(owner.path), name: posix.parse(path).name, size},
		...{quality, qualityWeight: getQuality(knownQuality(file.quality)).score, languages, releaseGroup: releaseGroup ?? ''},
		...{customFormats, customFormatScore, indexerFlags, rejections: []},
	};
}
