import type {ClientSession} from 'mongoose';
import {type Outbox, startPromised, toPromise} from '../coordination/outbox.ts';
import type {Movie} from '../domain/media/library-movie.ts';
import type {MediaFile} from '../domain/media/media-file.ts';
import {removedMovie, removedSeries} from '../domain/notifications/notified-title.ts';
import {recordedFile, recordedFiles} from '../domain/notifications/recorded-file.ts';
import {NotFound} from '../errors.ts';
import type {JobClient} from '../jobs/client.ts';
import {type DeleteMovieFiles, deleteEpisodeFiles, deleteMovieFiles, maxPaths} from '../jobs/import.ts';
import type {Stores} from '../store/database.ts';
import type {TitleCopy} from '../store/titles/title-copies.ts';
import {countPartsOf} from './count-missing-parts.ts';
import {type KeepDeps, keepDeleted} from './keep-deleted.ts';

export interface Deletion {
	deleteFiles: boolean;
	/** Never add it again automatically. */
	exclude: boolean;
	/** Name of the user or key; null if nobody in particular. */
	deletedBy: string | null;
}

interface OfJobs {
	outbox: Outbox;
	jobs: JobClient;
	now: () => Date;
}

type MovieDeps = OfJobs &
	KeepDeps &
	Pick<Stores, 'importExclusions' | 'importListItems' | 'movies' | 'titleCollections'> &
	Parameters<typeof countPartsOf>[1];

/**
 * Deletes a movie, and keeps what an undo needs. The removal of its file is promised in the same step. Throws NotFound
 * `movie_not_found`.
 */
export async function deleteMovie(movieId: string, {deleteFiles, exclude, deletedBy}: Deletion, deps: MovieDeps): Promise<void> {
	const {importListItems, movies, outbox, titleCollections, now} = deps;
	const movie = await movies.get(movieId);
	const about = {files: movie.file ? [movie.file] : [], filesDeleted: deleteFiles, excluded: exclude, deletedBy};
	const kept = await keepDeleted({kind: 'movie', title: movie, ...about}, deps);
	const removal = deleteFiles && movie.file ? toPromise(deleteMovieFiles, toRemoval(movie, movie.file, kept.id)) : null;
	const {id, metaId, collectionMetaId: collection, collectionTitle} = movie;
	if (exclude) {
		await excludeTitle({type: 'movie', title: movie}, movies, deps);
	}
	const isLast = (await movies.copiesOf([metaId])).every(copy => copy.id === id);
	if (collection && collectionTitle) {
		await titleCollections.ensure([{metaId: collection, title: collectionTitle}], now());
	}
	const noteInLists = importListItems.removedByPerson({id, media: 'movies', metaId});
	const alsoWrite = async (session: ClientSession, isRemoved: boolean) => {
		refuseTwice('movie', movie, isRemoved);
		await kept.write(session);
		await (removal && outbox.put(removal, session));
		// No list and no collection adds a film again that a person has deleted.
		await noteInLists(session);
		await (collection && isLast && titleCollections.decline(collection, metaId, session));
	};
	await movies.remove(id, alsoWrite, now());
	await countPartsOf(movie, deps);
	if (removal) {
		await startPromised(deleteMovieFiles, removal, deps);
	}
}

function toRemoval(movie: Movie, file: MediaFile, deletionId: string): DeleteMovieFiles {
	return {
		movieId: movie.id,
		title: movie.title,
		path: file.path,
		folder: movie.path,
		media: removedMovie(movie),
		file: recordedFile(file),
		deletionId,
	};
}

type SeriesDeps = OfJobs & KeepDeps & Pick<Stores, 'episodes' | 'importExclusions' | 'importListItems' | 'series'>;

/**
 * Deletes a series with its episodes, and keeps what an undo needs. The removal of its files is promised in the same
 * step. Throws NotFound `series_not_found`.
 */
export async function deleteSeries(seriesId: string, {deleteFiles, exclude, deletedBy}: Deletion, deps: SeriesDeps): Promise<void> {
	const {series, episodes, importListItems, outbox, jobs, now} = deps;
	const deleted = await series.get(seriesId);
	const {id, title, metaId, path} = deleted;
	const onDisk = await episodes.onDisk(id);
	const files = [...new Map(onDisk.flatMap(({file}) => (file ? [[file.path, file] as const] : []))).values()];
	const kept = await keepDeleted({kind: 'series', title: deleted, files, filesDeleted: deleteFiles, excluded: exclude, deletedBy}, deps);
	if (exclude) {
		await excludeTitle({type: 'series', title: deleted}, series, deps);
	}
	const recorded = deleteFiles ? recordedFiles(onDisk) : [];
	const media = removedSeries(deleted);
	const removals = chunksOf(recorded).map(files => {
		const paths = files.map(file => file.path);
		return toPromise(deleteEpisodeFiles, {seriesId: id, title, folder: path, paths, media, files, deletionId: kept.id});
	});
	const noteInLists = importListItems.removedByPerson({id, media: 'series', metaId});
	await series.remove(
		id,
		async (session, isRemoved) => {
			refuseTwice('series', deleted, isRemoved);
			await kept.write(session);
			await noteInLists(session);
			for (const removal of removals) {
				await outbox.put(removal, session);
			}
		},
		now(),
	);
	await Promise.all(removals.map(removal => startPromised(deleteEpisodeFiles, removal, {jobs})));
}

/** Of several requests at once, one deletes the title: two deletions would each have only some of its files to undo it with. */
function refuseTwice(kind: 'movie' | 'series', {title}: {title: string}, isRemoved: boolean): void {
	if (!isRemoved) {
		throw new NotFound(`${kind}_not_found`, `${title} was deleted by another request meanwhile.`);
	}
}

function chunksOf<T>(all: readonly T[]): T[][] {
	return Array.from({length: Math.ceil(all.length / maxPaths)}, (_, index) => all.slice(index * maxPaths, (index + 1) * maxPaths));
}

interface Excluded {
	type: 'movie' | 'series';
	title: {id: string; metaId: number; title: string; year: number | null; libraryId: string | null};
}

/** Excludes a deleted title: from its library only, while another library has it. */
async function excludeTitle(
	{type, title: {id, metaId, title, year, libraryId}}: Excluded,
	titles: {copiesOf(metaIds: readonly number[]): Promise<TitleCopy[]>},
	{importExclusions, now}: Pick<Stores, 'importExclusions'> & {now: () => Date},
): Promise<void> {
	const hasOthers = (await titles.copiesOf([metaId])).some(copy => copy.id !== id);
	await importExclusions.ensure({type, metaId, title, year, libraryId: hasOthers ? libraryId : null}, now());
}
