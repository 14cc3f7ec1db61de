import {randomUUID} from 'node:crypto';
import {type Connection, type QueryFilter, Schema} from 'mongoose';
import type {Movie} from '../domain/media/library-movie.ts';
import type {MediaFile} from '../domain/media/media-file.ts';
import type {MovieDetails} from '../domain/media/movie.ts';
import {searchForm, sortTitle} from '../domain/media/sort-title.ts';
import {titleSlug} from '../domain/naming/title-slug.ts';
import {Conflict, NotFound} from '../errors.ts';
import {mediaFileSchema} from './media-file-schema.ts';
import {isDuplicateKey, isUuid, type Stored, schemaOptions, toRecord} from './record.ts';

interface StoredMovie extends Stored<Movie> {
	searchTitles: string[];
}

export type MovieStore = ReturnType<typeof createMovieStore>;

export interface MoviePageQuery {
	page: number;
	limit: number;
	sort: {field: 'title' | 'year' | 'createdAt' | 'updatedAt' | 'metaRating' | 'lastSearchTime'; direction: 'asc' | 'desc'};
	monitored?: boolean;
	downloaded?: boolean;
	search?: string;
	genre?: string;
	year?: number;
}

export type NewMovie = Pick<
	Movie,
	'monitored' | 'minimumAvailability' | 'rootFolderPath' | 'qualityProfileId' | 'libraryId' | 'searchOnAdd'
>;
export type MovieChange = Partial<Pick<Movie, 'monitored' | 'minimumAvailability' | 'rootFolderPath' | 'qualityProfileId'>>;

const person = {_id: false, name: String, character: String, job: String, metaId: Number};

const movieSchema = new Schema<StoredMovie>(
	{
		_id: String,
		metaId: Number,
		imdbId: String,
		title: String,
		originalTitle: String,
		originalLanguage: String,
		year: Number,
		overview: String,
		tagline: String,
		website: String,
		runtime: Number,
		genres: [String],
		certification: String,
		metaRating: Number,
		metaVoteCount: Number,
		posterUrl: String,
		backdropUrl: String,
		alternativeTitles: [String],
		cast: [person],
		crew: [person],
		images: [{_id: false, url: String, type: {type: String}}],
		inCinemas: Date,
		digitalRelease: Date,
		physicalRelease: Date,
		sortTitle: String,
		searchTitles: [String],
		titleSlug: String,
		monitored: Boolean,
		minimumAvailability: String,
		rootFolderPath: String,
		qualityProfileId: String,
		libraryId: String,
		searchOnAdd: Boolean,
		lastSearchTime: Date,
		lastRefreshTime: Date,
		file: {type: mediaFileSchema, default: null},
		addedAt: Date,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
movieSchema.index({metaId: 1}, {unique: true});
movieSchema.index({sortTitle: 1, _id: 1});
movieSchema.index({'file.path': 1});

export function createMovieStore(connection: Connection) {
	const movies = connection.model<StoredMovie>('Movie', movieSchema, 'movies');

	async function find(id: string): Promise<Movie | null> {
		const found = isUuid(id) ? await movies.findById(id, {searchTitles: 0}).lean<Stored<Movie>>() : null;
		return found && toRecord<Movie>(found);
	}

	async function update(id: string, change: Partial<StoredMovie>, at: Date): Promise<void> {
		await movies.updateOne({_id: id}, {$set: {...change, updatedAt: at}});
	}

	return {
		find,
		/** Throws NotFound `movie_not_found`; an id that is not well-formed is as unknown as any. */
		async get(id: string): Promise<Movie> {
			const movie = await find(id);
			if (!movie) {
				throw new NotFound('movie_not_found', `There is no movie with the id ${id}.`);
			}
			return movie;
		},
		async findByMetaId(metaId: number): Promise<Movie | null> {
			const found = await movies.findOne({metaId}, {searchTitles: 0}).lean<Stored<Movie>>();
			return found && toRecord<Movie>(found);
		},
		/** Throws Conflict `movie_exists` when the library has the title already. */
		async add(details: MovieDetails, choice: NewMovie, now: Date): Promise<Movie> {
			const stored: StoredMovie = {
				_id: randomUUID(),
				...fromDetails(details),
				...choice,
				lastSearchTime: null,
				lastRefreshTime: now,
				file: null,
				addedAt: now,
				createdAt: now,
				updatedAt: now,
			};
			try {
				await movies.create([stored]);
			} catch (error) {
				throw isDuplicateKey(error) ? new Conflict('movie_exists', `${details.title} is in the library already.`) : error;
			}
			const {searchTitles: _, ...movie} = stored;
			return toRecord<Movie>(movie);
		},
		async page({page, limit, sort, ...filters}: MoviePageQuery): Promise<{movies: Movie[]; total: number}> {
			const filter = toFilter(filters);
			const order = {[sort.field === 'title' ? 'sortTitle' : sort.field]: sort.direction === 'asc' ? 1 : -1, _id: 1} as const;
			const [rows, total] = await Promise.all([
				movies
					.find(filter, {searchTitles: 0, cast: 0, crew: 0, images: 0})
					.sort(order)
					.skip((page - 1) * limit)
					.limit(limit)
					.lean<Stored<Movie>[]>(),
				movies.countDocuments(filter),
			]);
			return {movies: rows.map(row => toRecord<Movie>(row)), total};
		},
		/** Every movie's names and ids: what matching needs. */
		async titles(): Promise<Pick<Movie, 'id' | 'metaId' | 'imdbId' | 'title' | 'originalTitle' | 'alternativeTitles' | 'year'>[]> {
			const rows = await movies
				.find({}, {metaId: 1, imdbId: 1, title: 1, originalTitle: 1, alternativeTitles: 1, year: 1})
				.lean<Stored<Movie>[]>();
			return rows.map(row => toRecord<Movie>(row));
		},
		change: (id: string, change: MovieChange, at: Date) => update(id, change, at),
		refresh: (id: string, details: MovieDetails, at: Date) => update(id, {...fromDetails(details), lastRefreshTime: at}, at),
		async markSearched(id: string, at: Date): Promise<void> {
			await movies.updateOne({_id: id}, {$set: {lastSearchTime: at}});
		},
		setFile: (id: string, file: MediaFile | null, at: Date) => update(id, {file}, at),
		async remove(id: string): Promise<boolean> {
			return (await movies.deleteOne({_id: id})).deletedCount > 0;
		},
	};
}

function fromDetails(details: MovieDetails) {
	const titles = [details.title, details.originalTitle, ...details.alternativeTitles];
	return {
		...details,
		sortTitle: sortTitle(details.title),
		searchTitles: [...new Set(titles.map(searchForm))],
		titleSlug: titleSlug(details.title, details.metaId),
	};
}

function toFilter({monitored, downloaded, search, genre, year}: Omit<MoviePageQuery, 'page' | 'limit' | 'sort'>): QueryFilter<StoredMovie> {
	return {
		...(monitored !== undefined && {monitored}),
		...(downloaded !== undefined && {file: downloaded ? {$ne: null} : null}),
		...(genre !== undefined && {genres: genre}),
		...(year !== undefined && {year}),
		...(search && {searchTitles: {$regex: escapePattern(searchForm(search))}}),
	};
}

function escapePattern(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
