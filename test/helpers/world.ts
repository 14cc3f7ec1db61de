import type {ExecutionContext} from 'ava';
import {type FakeTmdb, type FakeTmdbOptions, fakeTmdb} from './fake-tmdb.ts';
import {type WorkerWorld, withWorkerDeps} from './worker-deps.ts';
import {clientInWorld} from './world/client.ts';
import {filmsInWorld} from './world/films.ts';
import {libraryInWorld} from './world/library.ts';
import {movesInWorld} from './world/moves.ts';
import {movieInWorld} from './world/movie.ts';
import {receiversInWorld} from './world/receivers.ts';
import {searchesInWorld} from './world/searches.ts';
import {seriesInWorld} from './world/series.ts';
import {subtitleProviderInWorld} from './world/subtitle-provider.ts';
import {subtitlesInWorld} from './world/subtitles.ts';

/** What a world may contain, each added to it by its own function: options -> what tests use of it. */
const parts = {
	/** A movie without a file, and a folder of finished downloads. */
	movie: movieInWorld,
	/** A series of three regular episodes, all aired, and a special. */
	series: seriesInWorld,
	/** A torrent client whose downloads are followed, and a movie. */
	client: clientInWorld,
	/** A library in the root folder, and its backfill. */
	library: libraryInWorld,
	/** Tasks that plan searches, which nobody takes out of the queue. */
	searches: searchesInWorld,
	/** Receivers of notifications, and a movie that something happens to. */
	receivers: receiversInWorld,
	/** Titles whose files are renamed and moved, and a second root folder. */
	moves: movesInWorld,
	/** Movies with files on the disk, and a language profile. */
	films: filmsInWorld,
	/** A site that offers these subtitles for a movie on the disk. */
	subtitles: subtitlesInWorld,
	/** A stored provider of subtitles, at a site of its own. */
	subtitleProvider: subtitleProviderInWorld,
};

type Parts = typeof parts;
type Options<Name> = Name extends keyof Parts ? Parameters<Parts[Name]>[2] : FakeTmdbOptions;
type Added<Name> = Name extends keyof Parts ? Awaited<ReturnType<Parts[Name]>> : {tmdb: FakeTmdb};
type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void ? All : never;
type PartName = keyof Parts | 'titles';

/** What a test has of a world with these parts. */
export type World<Name extends PartName> = WorkerWorld & Together<Name extends unknown ? Added<Name> : never>;

/**
 * Everything that workers use, with a real disk, database and Redis, and in it what the test names:
 * `createWorld(t, {series: {}, titles: {series: [lanterns]}})`. `titles` are what the provider of metadata knows.
 */
export async function createWorld<Name extends PartName>(
	t: ExecutionContext,
	wanted: {[Each in Name]: Options<Each>},
): Promise<World<Name>> {
	const {titles, ...others} = wanted as {titles?: FakeTmdbOptions};
	const tmdb = titles && (await fakeTmdb(t, titles));
	let world: WorkerWorld = {...(await withWorkerDeps(t, tmdb && {metadataUrl: tmdb.url})), ...(tmdb && {tmdb})};
	for (const [name, options] of Object.entries(others)) {
		const add = parts[name as keyof Parts] as (t: ExecutionContext, world: WorkerWorld, options: unknown) => Promise<object>;
		world = {...world, ...(await add(t, world, options))};
	}
	return world as World<Name>;
}
