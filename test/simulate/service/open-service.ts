import {pino} from 'pino';
import {createStoredRates} from '#shared/coordination/rate.ts';
import type {TaskId} from '#shared/domain/tasks/tasks.ts';
import {createEventBus} from '#shared/events/stream.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import {createRevisions} from '#shared/lists/revisions.ts';
import {openConsumer, openProducer} from '#shared/redis.ts';
import {createSecrets} from '#shared/secrets.ts';
import {createSettings} from '#shared/settings/settings.ts';
import {type Database, openDatabase} from '#shared/store/database.ts';
import {createSettler} from '#shared/store/series/count-series.ts';
import type {StoredEpisode} from '#shared/store/series/episode-schema.ts';
import type {StoredSeries} from '#shared/store/series/series-schema.ts';
import {createIndexerRates, type IndexerRates} from '#workers/integrations/indexers/indexer-rates.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {createSearchIndexers} from '#workers/wiring/ask-indexers.ts';
import {assembleDeps} from '#workers/wiring/assemble-deps.ts';
import type {Clock} from '../clock.ts';
import type {SitePlan} from '../sites/site-plans.ts';
import {knownEpisodes, knownSeries} from './known-episodes.ts';
import {leaveOutRevisions} from './leave-out-revisions.ts';
import {addIndexers, switchOff} from './prepare-stores.ts';
import {readOnce, settledStores} from './read-once.ts';
import {withSimulatedTime} from './simulated-redis.ts';

export interface ServiceOptions {
	mongodbUri: string;
	redisUrl: string;
	/** Of all keys. */
	prefix: string;
	clock: Clock;
	plans: readonly SitePlan[];
	/** For files that nobody writes. */
	dataDir: string;
}

/** What the simulation puts in the place of queues, indexers and the schedule. */
export interface Parts {
	jobs: JobClient;
	openIndexer: WorkerDeps['openIndexer'];
	runSooner(id: TaskId, inMs: number): Promise<void>;
	/** The series of an episode; null for an unknown one. */
	seriesOf(episodeId: string): string | null;
}

export interface OpenService {
	database: Database;
	/** The rates that the service itself keeps, in the simulated time. */
	indexerRates: IndexerRates;
	/** When the service asks an indexer again that has failed, by its name. */
	pausedUntil(name: string): number;
	/** What handlers and tasks get. */
	depsWith(parts: Parts): Promise<WorkerDeps>;
	close(): Promise<void>;
}

/** The stores and clients of a worker process on real servers, with `now` and Redis' time from the simulated clock. */
export function openService({mongodbUri, redisUrl, prefix, clock, plans, dataDir}: ServiceOptions): OpenService {
	const {now} = clock;
	const secrets = createSecrets('0'.repeat(64));
	const database = openDatabase({uri: mongodbUri, secrets, writeConcern: {w: 1, journal: false}});
	leaveOutRevisions(database);
	const [plain, subscriber] = [openProducer(redisUrl), openConsumer(redisUrl)];
	const producer = withSimulatedTime(plain, clock.at);
	const log = pino({level: 'silent'});
	const events = createEventBus({producer, subscriber, prefix});
	const settings = createSettings({store: database.stores.settingStore, events, secrets});
	const metadata = {url: 'http://127.0.0.1:9', imageUrl: 'http://127.0.0.1:9', apiKey: 'none'};
	const rests = new Map<string, number>();
	let closeDeps: () => Promise<void> = async () => {};
	const stores = {...database.stores, budgets: createStoredRates(database.connection, {clock: now})};

	return {
		database,
		indexerRates: createIndexerRates(producer, prefix, stores.budgets),
		pausedUntil: name => rests.get(name) ?? Number.NEGATIVE_INFINITY,
		async depsWith({jobs, openIndexer, runSooner, seriesOf}) {
			const foundations = {producer, prefix, jobs, events, settings, secrets, log, metadata, dataDir, browserPath: null, now};
			const {deps, close} = assembleDeps({stores, ...foundations});
			closeDeps = close;
			await addIndexers(deps, plans);
			await switchOff(deps);
			const indexers = watchRests(stores.indexers, rests);
			const search = createSearchIndexers({...stores, ...foundations, indexers, openIndexer, counters: deps.counters});
			const series = {...knownSeries(stores.series), settle: (at: Date) => createSettler(modelsOf(database))(at)};
			// What people read about tasks is not judged here, and is a write for each search.
			const episodes = knownEpisodes(stores.episodes, seriesOf);
			const tasks = {...readOnce(stores.tasks), runSooner};
			const cleanUpClock = {...stores.cleanUpClock, read: async () => now()};
			const taskActivities = {...stores.taskActivities, settle: async () => {}, addMany: async () => {}};
			return {
				...deps,
				...settledStores(deps),
				...{indexers, openIndexer, series, episodes, tasks, taskActivities, cleanUpClock},
				...search,
				freeSpaceOf: async () => null,
			};
		},
		async close() {
			settings.close();
			await closeDeps();
			plain.disconnect();
			subscriber.disconnect();
			await database.close();
		},
	};
}

/** The store settles at most once a second of real time, in which hours pass here. */
function modelsOf({connection, stores}: Database): Parameters<typeof createSettler>[0] {
	const [series, episodes] = [connection.model<StoredSeries>('Series'), connection.model<StoredEpisode>('Episode')];
	return {connection, revisions: createRevisions(connection, 'series'), series, episodes, titleNews: stores.titleNews};
}

type IndexerStore = WorkerDeps['indexers'];

/** Remembers the rests for the judges, and the list, which is read twice for each search, until one of them changes. */
function watchRests(store: IndexerStore, rests: Map<string, number>): IndexerStore {
	let known: ReturnType<IndexerStore['list']> | null = null;
	return {
		...store,
		list: () => (known ??= store.list()),
		async setHealth(id, health, seen) {
			await store.setHealth(id, health, seen);
			known = null;
			if (health.disabledUntil !== undefined) {
				const {name} = await store.get(id);
				rests.set(name, Number(health.disabledUntil ?? Number.NEGATIVE_INFINITY));
			}
		},
	};
}
