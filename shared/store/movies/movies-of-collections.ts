import type {Model} from 'mongoose';
import type {Movie} from '../../domain/media/library-movie.ts';
import {inOneReply} from '../mongo/small-steps.ts';
import type {StoredMovie} from './movie-schema.ts';

/** A film of a collection that is in the library. */
export type MovieOfCollection = Pick<Movie, 'id' | 'metaId' | 'monitored'> & {hasFile: boolean};

/** How a film of a collection is kept. */
export type PlaceOfMovie = Pick<Movie, 'rootFolderPath' | 'qualityProfileId' | 'libraryId' | 'minimumAvailability'>;

const named = {collectionMetaId: {$gt: 0}};

/** What collections need to know of movies. */
export function moviesOfCollections(movies: Model<StoredMovie>) {
	return {
		/** The collections that movies of the library are part of. */
		async collections(): Promise<{metaId: number; title: string}[]> {
			const rows = await movies.aggregate<{_id: number; title: string | null}>([
				{$match: named},
				{$group: {_id: '$collectionMetaId', title: {$first: '$collectionTitle'}}},
			]);
			return rows.map(({_id, title}) => ({metaId: _id, title: title ?? String(_id)}));
		},
		/** Which of these films the library has. */
		async amongMetaIds(metaIds: readonly number[]): Promise<MovieOfCollection[]> {
			const rows = await movies
				.find({metaId: {$in: [...metaIds]}}, {metaId: 1, monitored: 1, hasFile: 1}, inOneReply(metaIds))
				.lean<(Omit<MovieOfCollection, 'id'> & {_id: string})[]>();
			return rows.map(({_id, ...row}) => ({id: _id, ...row}));
		},
		/** The settings of the film of a collection that was added last; null if there is none. */
		async newestOfCollection(collectionMetaId: number): Promise<PlaceOfMovie | null> {
			return movies
				.findOne({collectionMetaId}, {_id: 0, rootFolderPath: 1, qualityProfileId: 1, libraryId: 1, minimumAvailability: 1})
				.sort({addedAt: -1})
				.lean<PlaceOfMovie>();
		},
		/** Ids at the provider of the movies that were added last. */
		async lastAdded(limit: number): Promise<number[]> {
			const rows = await movies.find({}, {metaId: 1}).sort({createdAt: -1, _id: -1}).limit(limit).lean<{metaId: number}[]>();
			return rows.map(({metaId}) => metaId);
		},
	};
}
