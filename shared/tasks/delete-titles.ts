import type {ClientSession} from 'mongoose';
import {type Outbox, type PromisedJob, toPromise} from '../coordination/outbox.ts';
import {startAllPromised} from '../coordination/promise-jobs.ts';
import type {Series} from '../domain/media/library-series.ts';
import type {MediaFile} from '../domain/media/media-file.ts';
import type {Movie} from '../domain/media/movie.ts';
import {seriesTogether} from '../domain/media/series-together.ts';
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
	/** Name of the user or key; null if unknown. */
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

/** Of several requests at once, one deletes the title, so that one deletion has all that an undo needs. */
const deletedMeanwhile = (title: string) => `${title} was deleted by another request meanwhile.`;

/** Throws NotFound `movie_not_found`. */
export async function deleteMovie(movieId: string, deletion: Deletion, deps: MovieDeps): Promise<void> {
	const {id, title} = await deps.movies.get(movieId);
	if ((await deleteMovies([id], deletion, deps)).length === 0) {
		throw new NotFound('movie_not_found', deletedMeanwhile(title));
	}
}

/**
 * Deletes those of these movies that there are in one step, keeps what an undo needs, and promises the removal of their
 * files in the same step. Returns the ids of those that it has deleted.
 */
export async function deleteMovies(
	ids: readonly string[],
	{deleteFiles: filesDeleted, exclude: excluded, deletedBy}: Deletion,
	deps: MovieDeps,
): Promise<string[]> {
	const {importListItems, movies, outbox, titleCollections, now} = deps;
	const found = await movies.getMany(ids);
	const deleted = found.map(title => ({title, files: title.file ? [title.file] : []}));
	const kept = await keepDeleted(deleted, {kind: 'movie', filesDeleted, excluded, deletedBy}, deps);
	const removals = new Map(
		found.flatMap(movie =>
			movie.file && filesDeleted
				? [[movie.id, [toPromise(deleteMovieFiles, toRemoval(movie, movie.file, kept.idOf(movie.id)))]] as const]
				: [],
		),
	);
	const remaining = await worksBeside(found, movies);
	await (excluded ? excludeTitles('movie', found, remaining, deps) : null);
	const parts = found.flatMap(({metaId, collectionMetaId, collectionTitle}) =>
		collectionMetaId ? [{metaId: collectionMetaId, title: collectionTitle, part: metaId}] : [],
	);
	const named = new Map(parts.flatMap(({metaId, title}) => (title ? [[metaId, {metaId, title}] as const] : [])));
	await (named.size > 0 ? titleCollections.ensure([...named.values()], now()) : null);
	const noteInLists = importListItems.removedByPerson('movies', found);
	const alsoWrite = async (session: ClientSession, gone: readonly string[]) => {
		await kept.write(session, gone);
		await outbox.putMany(among(removals, gone), session);
		// No list and no collection adds a film again that a person has deleted.
		await noteInLists(session);
		await titleCollections.decline(
			parts.filter(({part}) => !remaining.has(part)),
			session,
		);
	};
	const leavingFiles = filesDeleted ? {sizes: new Map(found.map(({id, file}) => [id, file?.size ?? 0]))} : null;
	const removed = await movies.removeMany(
		found.map(({id}) => id),
		{alsoWrite, at: now(), files: leavingFiles},
	);
	await countPartsOf(found, deps);
	await startAllPromised(deleteMovieFiles, among(removals, removed), deps);
	return removed;
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

/** Throws NotFound `series_not_found`. */
export async function deleteSeries(seriesId: string, deletion: Deletion, deps: SeriesDeps): Promise<void> {
	const {id, title} = await deps.series.get(seriesId);
	if ((await deleteManySeries([id], deletion, deps)).length === 0) {
		throw new NotFound('series_not_found', deletedMeanwhile(title));
	}
}

/** What is deleted in one step. */
const together = {series: 100, episodes: 1000};

/**
 * Deletes those of these series that there are with their episodes, some in each step, and keeps what an undo needs.
 * The removal of their files is promised in the same step. Returns the ids of those that it has deleted.
 */
export async function deleteManySeries(ids: readonly string[], deletion: Deletion, deps: SeriesDeps): Promise<string[]> {
	const steps = seriesTogether(await deps.series.getMany(ids), together);
	const removed: string[] = [];
	for (const some of steps) {
		removed.push(...(await deleteSeriesTogether(some, deletion, deps)));
	}
	return removed;
}

async function deleteSeriesTogether(
	found: readonly Series[],
	{deleteFiles: filesDeleted, exclude: excluded, deletedBy}: Deletion,
	deps: SeriesDeps,
): Promise<string[]> {
	const {series, episodes, importListItems, outbox, now} = deps;
	const onDisk = new Map(await Promise.all(found.map(async ({id}) => [id, await episodes.onDisk(id)] as const)));
	const filesOf = (id: string) => [
		...new Map((onDisk.get(id) ?? []).flatMap(({file}) => (file ? [[file.path, file] as const] : []))).values(),
	];
	const deleted = found.map(title => ({title, files: filesOf(title.id)}));
	const kept = await keepDeleted(deleted, {kind: 'series', filesDeleted, excluded, deletedBy}, deps);
	await (excluded ? excludeTitles('series', found, await worksBeside(found, series), deps) : null);
	const removals = new Map<string, PromisedJob[]>();
	for (const each of found) {
		const {id: seriesId, title, path: folder} = each;
		const media = removedSeries(each);
		const chunks = chunksOf(filesDeleted ? recordedFiles(onDisk.get(seriesId) ?? []) : []);
		const promised = chunks.map(files => {
			const paths = files.map(({path}) => path);
			return toPromise(deleteEpisodeFiles, {seriesId, title, folder, paths, media, files, deletionId: kept.idOf(seriesId)});
		});
		removals.set(seriesId, promised);
	}
	const noteInLists = importListItems.removedByPerson('series', found);
	const alsoWrite = async (session: ClientSession, gone: readonly string[]) => {
		await kept.write(session, gone);
		await noteInLists(session);
		await outbox.putMany(among(removals, gone), session);
	};
	const sizeOf = (id: string) => filesOf(id).reduce((sum, {size}) => sum + size, 0);
	const leavingFiles = filesDeleted ? {sizes: new Map(found.map(({id}) => [id, sizeOf(id)]))} : null;
	const removed = await series.removeMany(
		found.map(({id}) => id),
		{alsoWrite, at: now(), files: leavingFiles},
	);
	await startAllPromised(deleteEpisodeFiles, among(removals, removed), deps);
	return removed;
}

/** The removals of the files of these titles. */
const among = (removals: ReadonlyMap<string, readonly PromisedJob[]>, titleIds: readonly string[]) =>
	titleIds.flatMap(id => removals.get(id) ?? []);

function chunksOf<T>(all: readonly T[]): T[][] {
	return Array.from({length: Math.ceil(all.length / maxPaths)}, (_, index) => all.slice(index * maxPaths, (index + 1) * maxPaths));
}

type DeletedTitle = Pick<Movie | Series, 'id' | 'metaId' | 'title' | 'year' | 'libraryId'> & Partial<Pick<Series, 'tvMetaId'>>;

/** The works of these titles of which other libraries have copies. */
async function worksBeside(
	titles: readonly DeletedTitle[],
	{copiesOf}: {copiesOf(metaIds: readonly number[]): Promise<TitleCopy[]>},
): Promise<Set<number>> {
	const own = new Set(titles.map(({id}) => id));
	const copies = await copiesOf([...new Set(titles.map(({metaId}) => metaId))]);
	return new Set(copies.flatMap(({id, metaId}) => (own.has(id) ? [] : [metaId])));
}

/** Excludes deleted titles: from their libraries only, while other libraries have them. */
async function excludeTitles(
	type: 'movie' | 'series',
	titles: readonly DeletedTitle[],
	remaining: ReadonlySet<number>,
	{importExclusions, now}: Pick<Stores, 'importExclusions'> & {now: () => Date},
): Promise<void> {
	const exclusions = titles.map(({metaId, tvMetaId = null, title, year, libraryId}) => {
		return {type, metaId, tvMetaId, title, year, libraryId: remaining.has(metaId) ? libraryId : null};
	});
	await importExclusions.ensure(exclusions, now());
}
