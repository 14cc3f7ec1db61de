import type {Collection} from 'mongodb';
import type {Connection} from 'mongoose';
import {createRevisions} from '../../lists/revisions.ts';
import type {StoredMovie} from '../movies/movie-schema.ts';
import {completeEpisodes} from './complete-episodes.ts';
import {completeMovies} from './complete-movies.ts';

interface StoredState {
	_id: 'completedRecords';
	value: number;
}

/** Which fields the records have that earlier versions of the program did not store. A new such field raises it. */
export const recordVersion = 2;

export type RecordState = ReturnType<typeof createRecordState>;

/** Remembers, among the facts of the installation, how far its records were completed. */
export function createRecordState(connection: Connection) {
	const facts = () => connection.collection<StoredState>('installation');
	// Mongoose's collections are the driver's.
	const rows = <Row extends object>(name: string) => connection.collection(name) as unknown as Collection<Row>;
	return {
		completeMovies: completeMovies(() => rows<StoredMovie>('movies'), createRevisions(connection, 'movies')),
		completeEpisodes: completeEpisodes({
			series: () => rows('series'),
			episodes: () => rows('episodes'),
			revisions: createRevisions(connection, 'series'),
		}),
		async areComplete(): Promise<boolean> {
			return ((await facts().findOne({_id: 'completedRecords'}))?.value ?? 0) >= recordVersion;
		},
		async noteComplete(): Promise<void> {
			await facts().updateOne({_id: 'completedRecords'}, {$max: {value: recordVersion}}, {upsert: true});
		},
	};
}
