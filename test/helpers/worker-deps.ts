import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import {pino} from 'pino';
import type {Movie, MovieDetails} from '#shared/domain/media/movie.ts';
import {defaultMovieNaming, movieFolder} from '#shared/domain/naming/movie-path.ts';
import {createSettings} from '#shared/settings/settings.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import type {Run} from '#workers/runtime/handler.ts';
import {assembleDeps} from '#workers/wiring/assemble-deps.ts';
import {withRedisClients} from './redis-clients.ts';
import {sharedThreads} from './shared-threads.ts';
import {withOwnStores, withStores} from './stores.ts';
import {tempFolder} from './temp-folder.ts';
import {testSecrets} from './test-secrets.ts';
import {longSignal, patienceMs} from './until.ts';

export interface WorkerWorld {
	deps: WorkerDeps;
	run(): Run;
	/** An existing root folder. */
	library: string;
	mongodbUri: string;
	redisUrl: string;
	addMovie(details: MovieDetails, overrides?: Partial<Movie>): Promise<Movie>;
}

interface WorkerWorldOptions {
	metadataUrl?: string;
	/** A database of the test's own, for a server that others do not use. */
	mongodbUri?: string;
}

/** Everything that handlers use, with real connections; the provider answers at `metadataUrl`. */
export async function withWorkerDeps(
	t: ExecutionContext,
	{metadataUrl = 'http://127.0.0.1:9/3', mongodbUri}: WorkerWorldOptions = {},
): Promise<WorkerWorld> {
	const {stores, uri} = mongodbUri === undefined ? await withStores(t) : await withOwnStores(t, mongodbUri);
	const {url, producer, prefix, jobs, events} = await withRedisClients(t);
	const settings = createSettings({store: stores.settingStore, events, secrets: testSecrets});
	const log = pino({level: 'silent'});
	const dataDir = tempFolder(t);
	const library = join(dataDir, 'library');
	mkdirSync(library);
	const now = () => new Date();
	const metadata = {url: metadataUrl, imageUrl: 'https://image.example/t/p', apiKey: 'provider-key'};
	const {deps, close} = assembleDeps({
		stores,
		producer,
		prefix,
		jobs,
		events,
		settings,
		secrets: testSecrets,
		log,
		metadata,
		dataDir,
		browserPath: null,
		now,
		leastMs: patienceMs,
	});
	t.teardown(async () => {
		settings.close();
		await close();
	});
	await stores.qualityProfiles.ensureDefaults(now());
	await stores.rootFolders.add({name: 'Films', path: library}, now());
	const threads = sharedThreads();
	const freeSpaceOf = async (folder: string) => (await threads.diskProbes.probe('state', folder)).freeSpace;
	return {
		// No worker answers about disks in these tests.
		deps: {...deps, ...threads, freeSpaceOf},
		run: () => ({id: `job-${Math.random().toString(36).slice(2)}`, attempt: 1, signal: longSignal(), log}),
		library,
		mongodbUri: uri,
		redisUrl: url,
		async addMovie(details, overrides = {}) {
			const profile = await stores.qualityProfiles.getDefault();
			const choice = {
				monitored: true,
				minimumAvailability: 'announced' as const,
				rootFolderPath: library,
				path: join(library, movieFolder(details, defaultMovieNaming)),
				qualityProfileId: profile.id,
				libraryId: null,
				searchOnAdd: false,
			};
			return stores.movies.add(details, {...choice, ...overrides}, now());
		},
	};
}
