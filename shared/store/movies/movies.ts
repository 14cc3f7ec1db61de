import type {ClientSession, Connection, Model, QueryFilter} from 'mongoose';
import type {MediaFile} from '../../domain/media/media-file.ts';
import type {Movie, MovieDetails} from '../../domain/media/movie.ts';
import {nextMovieRefresh} from '../../domain/media/next-refresh.ts';
import {noTags} from '../../domain/media/tags.ts';
import {NotFound} from '../../errors.ts';
import type {TitleEvent} from '../../events/library.ts';
import {createRevisions, members, type Revisions} from '../../lists/revisions.ts';
import type {AddEntries} from '../downloads/history.ts';
import {foldersBelow} from '../libraries/root-folders.ts';
import {pagesById} from '../mongo/pages-by-id.ts';
import {numberFiles} from '../mongo/record-numbers.ts';
import {isUuid, type Stored, toRecord, withoutHidden} from '../mongo/records.ts';
import {inOneReply} from '../mongo/small-steps.ts';
import {type AlsoWriteGone, type AlsoWriteNew, inTransaction} from '../mongo/transaction.ts';
import {type ScoredFile, scoreFields, type TitlesToScore, type TitleToScore, titlesToScore, writeScores} from '../titles/file-scores.ts';
import {findListed} from '../titles/listed-titles.ts';
import {selectionFilter, type TitleSelection} from '../titles/selection.ts';
import {copiesOfTitles, type TitleCopy, titleExists} from '../titles/title-copies.ts';
import {type Leaving, leavingEntry, leavingFields, type Removal, titleEntry} from '../titles/title-entries.ts';
import {type TitleNews, tellRemoved, type Witnesses} from '../titles/title-news.ts';
import {folderAspects} from '../titles/title-pages.ts';
import {labelTitles, type TagChange} from '../titles/title-tags.ts';
import {titlesOfLibraries, usesOfTitles} from '../titles/title-uses.ts';
import {listMovieBacklog, listWantedMovies} from './movie-backlog.ts';
import {delayMovies, moviesOfCollections, restoreMovies, type StoredChange, toUpdate} from './movie-change.ts';
import {createMoviePages} from './movie-page.ts';
import {scanMovies} from './movie-scan.ts';
import {fromMovieDetails, hidden, movieSchema, type NewMovie, type StoredMovie, toStoredMovie} from './movie-schema.ts';
import {movieSubtitleBacklog, subtitlesOfMovies} from './movie-subtitle-backlog.ts';

const matchFields = {
	metaId: 1,
	imdbId: 1,
	title: 1,
	originalTitle: 1,
	alternativeTitles: 1,
	year: 1,
	inCinemas: 1,
	digitalRelease: 1,
	physicalRelease: 1,
	libraryId: 1,
	addedAt: 1,
} as const;

/** The fields of a movie that matching uses. */
export type MovieTitle = Pick<Movie, 'id' | keyof typeof matchFields> & {tvMetaId: null};

export type {NewMovie};

export type MovieStore = ReturnType<typeof createMovieStore>;

export type MovieChange = Partial<
	Pick<
		Movie,
		| 'monitored'
		| 'minimumAvailability'
		| 'availabilityDelayDays'
		| 'rootFolderPath'
		| 'path'
		| 'qualityProfileId'
		| 'languageProfileId'
		| 'libraryId'
	>
> & {
	tagChange?: TagChange | undefined;
};

export function createMovieStore(connection: Connection, {history, titleNews}: Witnesses) {
	const movies = connection.model<StoredMovie>('Movie', movieSchema, 'movies');
	const revisions = createRevisions(connection, 'movies');
	const pages = createMoviePages(connection, revisions);

	const copies = copiesOfTitles<StoredMovie, Movie>(movies, {hidden, open: toMovie});

	async function find(id: string): Promise<Movie | null> {
		const found = isUuid(id) ? await movies.findById(id, hidden).lean<Stored<Movie>>() : null;
		return found && toMovie(found);
	}

	const tell = (event: TitleEvent, ids: readonly string[], libraryId?: string | null) => titleNews.tell(event, 'movie', ids, libraryId);

	/** Writes a change and notifies the lists that depend on one of its fields; returns whether the movie exists. */
	async function write(filter: QueryFilter<StoredMovie>, change: StoredChange): Promise<boolean> {
		const {update, aspects} = toUpdate(change);
		// Mongoose would cast the expressions of a pipeline.
		const apply = () => (Array.isArray(update) ? movies.collection.updateOne(filter as object, update) : movies.updateOne(filter, update));
		return (await revisions.during(aspects, apply)).matchedCount > 0;
	}

	async function update(id: string, change: StoredChange, at: Date): Promise<void> {
		if (await write({_id: id}, {...change, updatedAt: at})) {
			tell(change.file === undefined ? 'titleChanged' : change.file ? 'fileChanged' : 'fileRemoved', [id]);
		}
	}

	/** Adds or removes a movie, in one transaction with its entry of the history. */
	function changeMembers<T>(
		change: (session: ClientSession, note: AddEntries) => Promise<T>,
		added: readonly string[] | null = null,
	): Promise<T> {
		const write = () => history.alongside(note => inTransaction(connection, session => change(session, note)));
		return added === null ? revisions.during([members], write) : revisions.adding(added, write);
	}

	/** Removes those that there are in one step, together with what `alsoWrite` writes, and returns their ids. */
	async function removeMany(ids: readonly string[], {alsoWrite, at, files = null}: Removal): Promise<string[]> {
		const removed = await changeMembers(async (session, note) => {
			const gone = await movies.find({_id: {$in: [...ids]}}, leavingFields, {session}).lean<Leaving[]>();
			await movies.deleteMany({_id: {$in: gone.map(({_id}) => _id)}}, {session});
			const entries = gone.map(movie => leavingEntry('movie', movie, {at, files}));
			await note(entries, session);
			await alsoWrite?.(
				session,
				gone.map(({_id}) => _id),
			);
			return gone;
		});
		return tellRemoved(removed, 'movie', titleNews);
	}

	return {
		find,
		/** Differs whenever a list of movies may have changed. */
		revision: revisions.read,
		/** Throws NotFound `movie_not_found`, also for a malformed id. */
		async get(id: string): Promise<Movie> {
			return (await find(id)) ?? unknown(id);
		},
		/** A movie and its copies, itself among them. Throws NotFound like `get`. */
		shown: async (id: string): Promise<Movie & {copies: TitleCopy[]}> => (await copies.withCopies(id)) ?? unknown(id),
		async getMany(ids: readonly string[]): Promise<Movie[]> {
			return (await movies.find({_id: {$in: [...ids]}}, hidden).lean<Stored<Movie>[]>()).map(toMovie);
		},
		/** The movies of a selection, a few hundred at a time. */
		async *ofSelection(selection: TitleSelection & {movieIds: readonly string[]}): AsyncGenerator<Movie[]> {
			const filter = selectionFilter(selection, selection.movieIds);
			const read = (after: string) =>
				movies
					.find({...filter, $and: [{_id: {$gt: after}}]} as QueryFilter<StoredMovie>, hidden)
					.sort({_id: 1})
					.limit(pageSize)
					.lean<Stored<Movie>[]>();
			for await (const rows of pagesById(pageSize, read)) {
				yield rows.map(row => toRecord<Movie>(row));
			}
		},
		/** The movies of a selection as programs list them, a few at a time. */
		async *asListed(selection: TitleSelection): AsyncGenerator<ListedMovie[]> {
			const filter = selectionFilter(selection, []);
			const read = (after: string) =>
				movies
					.find({...filter, $and: [{_id: {$gt: after}}]} as QueryFilter<StoredMovie>, unlisted)
					.select('+number')
					.sort({_id: 1})
					.limit(listedTogether)
					.lean<Stored<ListedMovie>[]>();
			for await (const rows of pagesById(listedTogether, read)) {
				yield rows.map(row => Object.assign(row, {id: row._id}));
			}
		},
		...copies,
		/** `alsoWrite` writes in the same step. Throws Conflict `movie_exists` for a title that this library has. */
		async add(details: MovieDetails, {alsoWrite, ...choice}: NewMovie & {alsoWrite?: AlsoWriteNew}, now: Date): Promise<Movie> {
			const stored = toStoredMovie(details, choice, now);
			const create = async (session: ClientSession, note: AddEntries) => {
				await movies.create([stored], {session});
				await (stored.addedBy && note([titleEntry('titleAdded', 'movie', stored, {addedBy: stored.addedBy, at: now})], session));
				await alsoWrite?.(stored._id, session);
			};
			try {
				await changeMembers(create, [stored._id]);
			} catch (error) {
				throw titleExists(error, 'movie', details.title);
			}
			tell('titleAdded', [stored._id], stored.libraryId);
			return toMovie(withoutHidden<Stored<Movie>>(stored, {...hidden, number: 0}));
		},
		/**
		 * Adds several with their files in one step, and returns their ids in the same order. Throws Conflict
		 * `movie_exists` if one of them is there by now; then none is added.
		 */
		async addMany(rows: readonly {details: MovieDetails; choice: NewMovie; file: MediaFile | null}[], now: Date): Promise<string[]> {
			const given = rows.flatMap(({file}) => file ?? []);
			const numbered = (await numberFiles(connection, given)).values();
			const stored = rows.map(({details, choice, file: given}) => {
				const file = given && (numbered.next().value ?? given);
				return {...toStoredMovie(details, choice, now), file, hasFile: file !== null};
			});
			const entries = stored.flatMap(row => (row.addedBy ? [titleEntry('titleAdded', 'movie', row, {addedBy: row.addedBy, at: now})] : []));
			const ids = stored.map(({_id}) => _id);
			const create = async (session: ClientSession, note: AddEntries) => {
				await movies.insertMany(stored, {session, lean: true, ordered: true});
				await note(entries, session);
			};
			await (ids.length > 0 ? changeMembers(create, ids) : null)?.catch(error => {
				throw titleExists(error, 'movie', null);
			});
			for (const [libraryId, some] of Map.groupBy(stored, row => row.libraryId)) {
				tell(
					'titleAdded',
					some.map(({_id}) => _id),
					libraryId,
				);
			}
			return ids;
		},
		...pages,
		/** The movies that one of these names or ids may mean. */
		async byKeys({names, imdbIds, metaIds}: {names: string[]; imdbIds: string[]; metaIds: number[]}): Promise<MovieTitle[]> {
			const rows = await movies
				.find({$or: [{matchKeys: {$in: names}}, {imdbId: {$in: imdbIds}}, {metaId: {$in: metaIds}}]}, matchFields, inOneReply(names))
				.lean<Stored<Omit<MovieTitle, 'tvMetaId'>>[]>();
			return rows.map(row => ({...toRecord<Omit<MovieTitle, 'tvMetaId'>>(row), tvMetaId: null}));
		},
		/** Throws Conflict `movie_exists` if the other library has the movie. */
		async change(id: string, change: MovieChange, at: Date): Promise<void> {
			await update(id, change, at).catch(error => {
				throw titleExists(error, 'movie', null);
			});
		},
		/** Changes the existing ones and returns their ids. Throws Conflict `movie_exists` like `change`. */
		async changeMany(ids: readonly string[], change: MovieChange, at: Date): Promise<string[]> {
			const rows = await movies.find({_id: {$in: [...ids]}}, {_id: 1}).lean<{_id: string}[]>();
			const known = rows.map(({_id}) => _id);
			const {update: changed, aspects} = toUpdate({...change, updatedAt: at});
			// The driver's type of ids is ObjectId.
			await revisions
				.during(aspects, () => movies.collection.updateMany({_id: {$in: known}} as never, changed))
				.catch(error => {
					throw titleExists(error, 'movie', null);
				});
			tell('titleChanged', known);
			return known;
		},
		/** Gives each of these movies a folder of its own. */
		async setFolders(folders: ReadonlyMap<string, Pick<Movie, 'rootFolderPath' | 'path'>>): Promise<void> {
			const writes = [...folders].map(([_id, {rootFolderPath, path}]) => ({
				updateOne: {filter: {_id}, update: {$set: {rootFolderPath, path}}},
			}));
			// The driver's type of ids is ObjectId.
			const write = () => movies.collection.bulkWrite(writes as never, {ordered: false});
			await (writes.length > 0 ? revisions.during(folderAspects, write) : null);
			tell('titleChanged', [...folders.keys()]);
		},
		...usesOfTitles(movies),
		...titlesOfLibraries(movies, {kind: 'movie', revisions, titleNews}),
		/** Which of these folders directly below `path` belong to a movie or contain its file. */
		async foldersBelow(path: string, names: readonly string[]): Promise<Set<string>> {
			const own = await foldersBelow(movies, {field: 'path', path, names});
			return own.union(await foldersBelow(movies, {field: 'file.path', path, names}));
		},
		...delayMovies(movies, revisions, titleNews),
		/** `usualDelayDays` is the present setting, in case that it was changed while the movie was being added. */
		refresh: (id: string, details: MovieDetails, at: Date, usualDelayDays?: number) =>
			update(
				id,
				{
					...fromMovieDetails(details),
					...(usualDelayDays !== undefined && {usualDelayDays}),
					lastRefreshTime: at,
					refreshAt: nextMovieRefresh(details, at),
				},
				at,
			),
		async postponeRefresh(id: string, until: Date): Promise<void> {
			await write({_id: id}, {refreshAt: until});
		},
		...listMovieBacklog(movies),
		...movieSubtitleBacklog(movies),
		...scanMovies(movies, revisions, titleNews),
		...scoreMovies(movies, revisions, titleNews),
		...listWantedMovies(movies, revisions),
		...moviesOfCollections(movies),
		...subtitlesOfMovies(movies, revisions, titleNews),
		...findListed(movies),
		...restoreMovies(movies, {titleNews}, changeMembers),
		...labelTitles(movies, revisions, ids => tell('titleChanged', ids)),
		async markSearched(id: string, at: Date): Promise<void> {
			tell('titleChanged', (await write({_id: id}, {lastSearchTime: at})) ? [id] : []);
		},
		async setFile(id: string, file: MediaFile | null, at: Date): Promise<void> {
			const [numbered = null] = await numberFiles(connection, file ? [file] : []);
			await update(id, {file: numbered}, at);
		},
		/**
		 * Records a file and replaces the one with the id `replaces` (null for none) in one write. False when the movie
		 * is gone or has another file by now.
		 */
		async replaceFile(id: string, file: MediaFile, {replaces, at}: {replaces: string | null; at: Date}): Promise<boolean> {
			const present = replaces === null ? {file: null} : {'file.id': replaces};
			const [numbered = file] = await numberFiles(connection, [file]);
			const write = () => movies.updateOne({_id: id, ...present}, {$set: {file: numbered, hasFile: true, updatedAt: at}});
			const isReplaced = (await revisions.during(['file', 'updatedAt'], write)).matchedCount > 0;
			tell(replaces === null ? 'fileAdded' : 'fileChanged', isReplaced ? [id] : []);
			return isReplaced;
		},
		/** Does another movie have this very file? */
		async ownsPath(path: string, {except}: {except: string}): Promise<boolean> {
			return (await movies.exists({'file.path': path, _id: {$ne: except}})) !== null;
		},
		removeMany,
		/** False when it does not exist. */
		remove: async (id: string, alsoWrite: AlsoWriteGone | null = null, at = new Date()): Promise<boolean> =>
			(await removeMany([id], {alsoWrite, at})).length > 0,
	};
}

function unknown(id: string): never {
	throw new NotFound('movie_not_found', `There is no movie with the id ${id}.`);
}

/** A movie as it is used; older ones are stored without tags. */
const toMovie = (row: Stored<Movie>): Movie => ({...noTags, ...toRecord<Movie>(row)});

/** A movie with a file. */
type MovieToScore = TitleToScore & {file: MediaFile};

const pageSize = 500;
/**
 * So few are forgotten before the garbage collector takes them for something that stays: with hundreds at a time it
 * takes longer than all the rest.
 */
const listedTogether = 50;

/** A movie with its number, and without people and pictures, which are the larger part of it. */
export type ListedMovie = Omit<Movie, 'cast' | 'crew' | 'images'> & {number?: number};
const unlisted = {...hidden, cast: 0, crew: 0, images: 0} as const;

/** Reads and writes of movies for recalculating scores. */
function scoreMovies(movies: Model<StoredMovie>, revisions: Revisions, titleNews: TitleNews) {
	return {
		/** Movies with a file in order of id, a few hundred at a time. */
		async *toScore(titles: TitlesToScore): AsyncGenerator<MovieToScore[]> {
			for await (const rows of titlesToScore(movies, titles, pageSize)) {
				yield rows.flatMap(({file, ...row}) => (file ? [{...row, file}] : []));
			}
		},
		/** Skips files that were replaced in the meantime. */
		async setScores(rows: readonly ScoredFile[]): Promise<void> {
			const operations = rows.map(({titleId, fileId, ...scores}) => ({
				updateOne: {filter: {_id: titleId, 'file.id': fileId}, update: {$set: scoreFields(scores)}},
			}));
			await writeScores(movies, operations, revisions);
			titleNews.tell(
				'fileChanged',
				'movie',
				rows.map(({titleId}) => titleId),
			);
		},
	};
}
