import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {type ApiClient, createApiClient} from '#scripts/command/api-client.ts';
import {freePort} from '#scripts/embedded/free-port.ts';
import {keepRunning, type Supervised} from '#scripts/processes/keep-running.ts';
import {type NodeChild, startNodeChild} from '#scripts/start/node-child.ts';
import {createSecrets} from '#shared/secrets.ts';
import {type Database, openDatabase} from '#shared/store/database.ts';
import {buildMovieDetails} from '../../bench/backfill/movie-details.ts';
import {quietReporter} from '../world/quiet-reporter.ts';

/** API and workers as processes: two for grabs, which may be killed, and one for the other pools. */
export interface GrabService {
	api: ApiClient;
	database: Database;
	/** The grab workers that are ready now. */
	grabWorkers(): NodeChild[];
	close(): Promise<void>;
}

export interface ServiceOptions {
	mongodbUri: string;
	redisUrl: string;
	folder: string;
}

const secretKey = '7'.repeat(64);
const apiKey = 'chaos-chaos-chaos-chaos';
const grabbers = 2;
const startLimitMs = 60_000;
const stopLimitMs = 30_000;
const script = (name: string) => fileURLToPath(new URL(`../../../${name}/main.ts`, import.meta.url));

export async function startGrabService({mongodbUri, redisUrl, folder}: ServiceOptions): Promise<GrabService> {
	const port = await freePort();
	const env = {
		HOST: '127.0.0.1',
		PORT: String(port),
		MONGODB_URI: mongodbUri,
		REDIS_URL: redisUrl,
		REDIS_PREFIX: 'chaos-grab',
		DATA_DIR: join(folder, 'data'),
		SECRET_KEY: secretKey,
		API_KEY: apiKey,
		ADMIN_PASSWORD: 'a long password of chaos',
		METADATA_URL: 'http://127.0.0.1:9/3',
		LOG_LEVEL: 'warn',
	};
	const ready = new Set<NodeChild>();
	const keep = (name: string, pools: string) => {
		const program = {name, script: script(pools === '' ? 'api' : 'workers'), env: {...env, WORKER_POOLS: pools}};
		const start = async (signal: AbortSignal) => {
			const child = await startNodeChild(program, {
				signal: AbortSignal.any([signal, AbortSignal.timeout(startLimitMs)]),
				reporter: quietReporter,
			});
			if (pools === 'grab') {
				ready.add(child);
				void child.exited.then(() => ready.delete(child));
			}
			return child;
		};
		return keepRunning({name, start, reporter: quietReporter, pauseMs: () => 200});
	};
	const kept: Supervised<NodeChild>[] = [keep('API', '')];
	// The API creates the indexes and the first key, which the others should find.
	await kept[0]?.ready;
	kept.push(keep('others', 'search,downloads,tasks'), ...Array.from({length: grabbers}, () => keep('grab', 'grab')));
	await Promise.all(kept.map(each => each.ready));
	const database = openDatabase({uri: mongodbUri, secrets: createSecrets(secretKey)});
	await database.connected;
	const ended = new AbortController();
	return {
		api: createApiClient({url: `http://127.0.0.1:${port}`, apiKey, signal: ended.signal}),
		database,
		grabWorkers: () => [...ready],
		async close() {
			ended.abort();
			await Promise.all(kept.map(each => each.stop(stopLimitMs)));
			await database.close();
		},
	};
}

/** One movie for each release, so that no grab is in the way of another. Returns their ids. */
export async function addMovies(count: number, {stores}: Database, folder: string): Promise<string[]> {
	const {id: qualityProfileId} = await stores.qualityProfiles.getDefault();
	const ids: string[] = [];
	for (let number = 1; number <= count; number += 1) {
		const title = `Chaos Film ${number}`;
		const names = {title, originalTitle: title, alternativeTitles: [], year: 2019};
		const details = buildMovieDetails({id: title, ...names, imdbId: null, metaId: number, tvMetaId: null});
		const choice = {
			monitored: true,
			minimumAvailability: 'released' as const,
			rootFolderPath: folder,
			path: `${folder}/${title}`,
			qualityProfileId,
		};
		ids.push((await stores.movies.add(details, {...choice, libraryId: null, searchOnAdd: false}, new Date())).id);
	}
	return ids;
}
