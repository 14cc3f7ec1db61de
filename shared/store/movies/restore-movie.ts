import type {ClientSession, Model} from 'mongoose';
import type {AddEntries} from '../downloads/history.ts';
import type {DeletedDocument} from '../libraries/deletions.ts';
import {titleExists} from '../titles/title-copies.ts';
import {titleEntry, type Witnesses} from '../titles/title-news.ts';
import type {StoredMovie} from './movie-schema.ts';

type ChangeMembers = <T>(change: (session: ClientSession, note: AddEntries) => Promise<T>) => Promise<T>;

/** Puts back what a deletion has removed. */
export function restoreMovies(movies: Model<StoredMovie>, {titleNews}: Pick<Witnesses, 'titleNews'>, changeMembers: ChangeMembers) {
	return {
		/**
		 * A movie that still exists is left alone. Throws Conflict `movie_exists` if its library has another copy by
		 * now.
		 */
		async restore({document}: Pick<DeletedDocument, 'document'>, at: Date): Promise<void> {
			const stored = document as StoredMovie; // as it was read
			await changeMembers(async (session, note) => {
				if (!(await movies.exists({_id: stored._id}).session(session))) {
					await movies.collection.insertOne(stored as never, {session});
					await note([titleEntry('titleAdded', 'movie', stored, {addedBy: stored.addedBy ?? null, at})], session);
				}
			}).catch(error => {
				throw titleExists(error, 'movie', stored.title);
			});
			titleNews.tell('titleAdded', 'movie', [stored._id], stored.libraryId);
		},
	};
}
