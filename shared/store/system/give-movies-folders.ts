import type {Collection} from 'mongodb';
import type {Connection} from 'mongoose';
import {isWithinFolder, normalPath} from '../../domain/folders/root-folder-path.ts';
import {createFolderClaims, type FolderClaims, filmFolder, holdsRoot, namesakeFolders} from '../../domain/folders/title-folder.ts';
import {defaultMovieNaming, movieFolder, type NamedMovie} from '../../domain/naming/movie-path.ts';
import {inSmallSteps, repeatable} from '../mongo/small-steps.ts';

/** A movie of a version that rendered its folder again for each import. */
interface OldMovie extends NamedMovie {
	_id: string;
	metaId: number;
	rootFolderPath: string;
	path?: string;
	file: {path: string} | null;
}

const fields = {title: 1, originalTitle: 1, year: 1, metaId: 1, imdbId: 1, certification: 1, rootFolderPath: 1, path: 1, 'file.path': 1};
/** Movies that are read at a time. */
const together = 500;

/**
 * Gives each movie without a folder of its own the one that its file lies in, or the one that imports would have put it
 * into. What a killed run has written stays.
 */
export async function giveMoviesFolders(connection: Connection): Promise<void> {
	// Mongoose's collections are the driver's.
	const movies = connection.collection('movies') as unknown as Collection<OldMovie>;
	const naming = {...defaultMovieNaming, movieFolder: await folderTemplate(connection)};
	const roots = await pathsOf(connection, 'rootFolders');
	const claims = createFolderClaims();
	for (const path of [...(await pathsOf(connection, 'series')), ...(await pathsOf(connection, 'movies'))]) {
		claims.claim(path);
	}
	const isFree = (path: string, root: string) => path !== root && !holdsRoot(path, roots) && !claims.isTaken(path);
	for (let after: string | null = ''; after !== null; ) {
		const rows: OldMovie[] = await movies
			.find({_id: {$gt: after}}, {projection: fields, batchSize: together})
			.sort({_id: 1})
			.limit(together)
			.toArray();
		const writes = rows
			.filter(({path}) => !path)
			.map(movie => {
				const wanted = normalPath(`${movie.rootFolderPath}/${movieFolder(movie, naming)}`) ?? movie.rootFolderPath;
				const path = claimFolder([...ownFolder(movie), wanted], {movie, isFree, claims});
				return {updateOne: {filter: {_id: movie._id, path: {$exists: false}}, update: {$set: {path}}}};
			});
		await inSmallSteps(writes, some => movies.bulkWrite(some, repeatable));
		after = rows.length < together ? null : (rows.at(-1)?._id ?? null);
	}
}

interface Claiming {
	movie: OldMovie;
	isFree(path: string, root: string): boolean;
	claims: FolderClaims;
}

/** The first of the folders that no other title has, or one with the movie's id. */
function claimFolder(wanted: readonly string[], {movie: {rootFolderPath: root, metaId}, isFree, claims}: Claiming): string {
	const namesakes = namesakeFolders(wanted.at(-1) ?? root, {root, metaId});
	const free = [...wanted, ...namesakes].find(path => isFree(path, root)) ?? namesakes.at(-1) ?? root;
	claims.claim(free);
	return free;
}

/** Where the movie's file lies, if that is below its root folder. */
function ownFolder({rootFolderPath, file}: OldMovie): string[] {
	if (!file || !isWithinFolder(file.path, rootFolderPath)) {
		return [];
	}
	const folder = filmFolder(file.path.slice(rootFolderPath === '/' ? 1 : rootFolderPath.length + 1));
	return folder === '' ? [] : [`${rootFolderPath === '/' ? '' : rootFolderPath}/${folder}`];
}

async function folderTemplate(connection: Connection): Promise<string> {
	const stored = await connection.collection<{_id: string; value: unknown}>('settings').findOne({_id: 'media.movieFolderFormat'});
	return typeof stored?.value === 'string' ? stored.value : defaultMovieNaming.movieFolder;
}

/** The paths of all titles or root folders. */
async function pathsOf(connection: Connection, collection: string): Promise<string[]> {
	const rows = connection.collection<{path: string}>(collection).find({path: {$gt: ''}}, {projection: {_id: 0, path: 1}});
	return (await rows.toArray()).map(({path}) => path);
}
