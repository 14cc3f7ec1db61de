import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {LibraryTitle} from '#shared/domain/matching/title-index.ts';
import {createSecrets} from '#shared/secrets.ts';
import {openDatabase} from '#shared/store/database.ts';
import {type StoredMovie, toStoredMovie} from '#shared/store/movies/movie-schema.ts';
import {madeUpMovie, madeUpReleaseTitle} from '../titles/made-up-titles.ts';
import {buildMovieDetails} from './movie-details.ts';

const addedTogether = 1000;

const folderOf = ({title, year}: LibraryTitle) => `${title.replaceAll(/[/:]/g, '')} (${year})`;

/** Creates a folder with a small file for each of `count` movies. */
export function makeTree(root: string, count: number): void {
	mkdirSync(root, {recursive: true});
	for (let n = 0; n < count; n += 1) {
		const movie = madeUpMovie(n);
		const folder = join(root, folderOf(movie));
		mkdirSync(folder);
		writeFileSync(join(folder, `${madeUpReleaseTitle(movie, n)}.mkv`), `film ${n}`);
	}
}

interface Shelf {
	mongodbUri: string;
	root: string;
	count: number;
}

/** Stores the first `count` movies in the library, as if they had been added by hand before the bench. */
export async function addTitles({mongodbUri, root, count}: Shelf): Promise<void> {
	const database = openDatabase({uri: mongodbUri, secrets: createSecrets('0'.repeat(64))});
	await database.connected;
	const {id: qualityProfileId} = await database.stores.qualityProfiles.getDefault();
	const choice = {
		monitored: true,
		minimumAvailability: 'released' as const,
		rootFolderPath: root,
		qualityProfileId,
		libraryId: null,
		searchOnAdd: false,
	};
	for (let start = 0; start < count; start += addedTogether) {
		const some = Array.from({length: Math.min(addedTogether, count - start)}, (_, n) =>
			toStoredMovie(buildMovieDetails(madeUpMovie(start + n)), {...choice, path: `${root}/Film ${start + n}`}, new Date()),
		);
		await database.connection.collection<StoredMovie>('movies').insertMany(some, {ordered: false});
	}
	// Otherwise the checkpoint of the seeded data would fall into the measurement.
	await database.connection.getClient().db('admin').command({fsync: 1});
	await database.close();
}
