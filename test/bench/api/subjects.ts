import type {Database} from '#shared/store/database.ts';
import type {Subjects} from './rows.ts';
import {countWanted} from './wanted-rows.ts';

/** Finds the records of the seeded library that the rows request. */
export async function findSubjects({connection, stores}: Database, size: {movies: number; series: number}): Promise<Subjects> {
	const middle = (collection: string) =>
		connection
			.collection<{_id: string}>(collection)
			.find({}, {projection: {_id: 1}})
			.sort({_id: 1})
			.skip(50)
			.limit(1)
			.next();
	const long = await connection.collection<{_id: string}>('series').findOne({seasonCount: 1}, {projection: {_id: 1}});
	const seriesId = (await middle('series'))?._id ?? '';
	return {
		...size,
		movieId: (await middle('movies'))?._id ?? '',
		seriesId,
		longSeason: {seriesId: long?._id ?? seriesId, seasonNumber: 1},
		genre: 'Science Fiction',
		network: 'Lantern',
		wanted: await countWanted(stores),
	};
}
