import type {Redis} from 'ioredis';
import type {Connection} from 'mongoose';
import {type Clearances, createClearances} from '#shared/captcha/clearances.ts';
import {createPageCache, type PageCache} from '#shared/captcha/page-cache.ts';
import {createSolverSessions, type SolverSessions} from '#shared/captcha/solver-sessions.ts';
import {createEventBus, type EventBus} from '#shared/events/stream.ts';
import {createJobClient, type JobClient} from '#shared/jobs/client.ts';
import type {Log} from '#shared/log/log.ts';
import {createPatternMatcher, type PatternMatcher} from '#shared/patterns/match-patterns.ts';
import {createQueryBudgets, type QueryBudgets} from '#shared/query-budgets.ts';
import {openConsumer, openProducer} from '#shared/redis.ts';
import {createSecrets, type Secrets} from '#shared/secrets.ts';
import {createSettings, type Settings} from '#shared/settings/settings.ts';
import {type Database, openDatabase, type Stores} from '#shared/store/database.ts';
import {createKeptFiles, createReleaseCache, type KeptFiles, type ReleaseCache} from '#shared/store/downloads/release-cache.ts';
import {createSubtitleCache, type SubtitleCache} from '#shared/store/subtitles/subtitle-cache.ts';
import type {StartFault} from '#shared/store/system/installation.ts';
import {createImageCache, type ImageCache} from '#shared/store/titles/image-cache.ts';
import {createPageFiles, type PageFiles} from './page/page-files.ts';
import {createPasswords, type Passwords} from './password.ts';
import {usualWaits, type WaitLimits} from './wait-limits.ts';

/** The part of the configuration that the HTTP layer needs. */
export interface HttpOptions {
	trustProxy: false | readonly string[];
	/** Names under which browsers may reach the service, besides those in the settings. */
	hosts: readonly string[];
	listRequestsPerMinute: number;
	/** Searches that a caller may request per minute; as many lookups, tests of connections and tests of the solver. */
	searchesPerMinute: number;
	loginsPer15Minutes: number;
	/** Each takes a descriptor and some 30 KiB. */
	streamsPerProcess: number;
	metricsToken: string | null;
	/** That of the page. */
	port: number;
	/** Path under which everything is served, without a trailing slash; empty for the root. */
	basePath: string;
	/** 64 hexadecimal digits; the key that signs cookies is derived from it. */
	secretKey: string;
	/** Folder of the log files. */
	logDirectory: string;
	/** Folder of databases, logs and keys, which holds no media. */
	dataDir: string;
	version: string;
	/** Has whoever started all processes stop them and restore the backup in this folder; null if nobody can. */
	restore: ((folder: string) => void) | null;
}

/** Whether this process accepts requests: only after its indexes exist, and until it begins to stop. */
export interface Readiness {
	isReady(): boolean;
	/** Why this process does not fit the installation; null if it does. */
	startFault(): StartFault | null;
}

/** Everything that routers may use; built once by `main.ts`. */
export interface ApiDeps extends Stores {
	log: Log;
	prefix: string;
	connection: Connection;
	producer: Redis;
	/** Its `ready` event means that events may have been missed. */
	subscriber: Redis;
	jobs: JobClient;
	events: EventBus;
	settings: Settings;
	secrets: Secrets;
	releaseCache: ReleaseCache;
	keptFiles: KeptFiles;
	subtitleCache: SubtitleCache;
	imageCache: ImageCache;
	clearances: Clearances;
	solverSessions: SolverSessions;
	pageCache: PageCache;
	pageFiles: PageFiles;
	queryBudgets: QueryBudgets;
	readiness: Readiness;
	passwords: Passwords;
	/** Finds the patterns of people that take too long. */
	patternMatcher: Pick<PatternMatcher, 'findSlow'>;
	http: HttpOptions;
	waits: WaitLimits;
	/** Milliseconds for which everybody is shown the same answer about the state of the service. */
	stateMs: number;
	now: () => Date;
}

export interface DepsOptions {
	log: Log;
	mongodbUri: string;
	redisUrl: string;
	prefix: string;
	http: HttpOptions;
	readiness: Readiness;
	/** Used instead of opening one, and left open: tests share it. */
	database?: Database;
	/**
	 * Answers callers within two seconds when MongoDB hangs. Tests of anything else turn it off, because a busy
	 * machine needs more time.
	 */
	failFast?: boolean;
	/** Others only in tests. */
	waits?: WaitLimits;
}

export interface BuiltDeps {
	deps: ApiDeps;
	database: Database;
	/** Closes queues first, then Redis, then MongoDB. */
	close(): Promise<void>;
}

/**
 * Builds every client of the API process; nothing else does. Connections are established later, and
 * re-established, by themselves.
 */
export function createDeps({
	log,
	mongodbUri,
	redisUrl,
	prefix,
	http,
	readiness,
	failFast = true,
	waits = usualWaits,
	...given
}: DepsOptions): BuiltDeps {
	const secrets = createSecrets(http.secretKey);
	const database = given.database ?? openDatabase({uri: mongodbUri, secrets, failFast});
	const producer = openProducer(redisUrl, {commandLimitMs: waits.redisMs, connectLimitMs: waits.redisConnectMs});
	const subscriber = openConsumer(redisUrl);
	for (const redis of [producer, subscriber]) {
		redis.on('error', error => log.debug({err: error}, 'Redis does not answer; retrying'));
	}
	const jobs = createJobClient({producer, subscriber, prefix, leastAskMs: waits.leastAskMs});
	const events = createEventBus({producer, subscriber, prefix});
	const stopNews = database.stores.titleNews.attach(events);
	const settings = createSettings({store: database.stores.settingStore, events, secrets});
	const sealedIn = {redis: producer, prefix, secrets};
	const patternMatcher = createPatternMatcher();
	return {
		deps: {
			...database.stores,
			connection: database.connection,
			log,
			prefix,
			producer,
			subscriber,
			jobs,
			events,
			settings,
			secrets,
			...openCaches(sealedIn),
			clearances: createClearances(sealedIn),
			solverSessions: createSolverSessions(sealedIn),
			queryBudgets: createQueryBudgets(database.stores.budgets),
			pageFiles: createPageFiles({dataDir: http.dataDir, log, shared: database.stores.sharedPages}),
			readiness,
			http,
			waits,
			stateMs: failFast ? 1000 : 0,
			passwords: createPasswords(),
			patternMatcher,
			now: () => new Date(),
		},
		database,
		async close() {
			await stopNews();
			settings.close();
			await patternMatcher.close();
			await jobs.close();
			subscriber.disconnect();
			producer.disconnect();
			await database.close();
		},
	};
}

/** Where workers leave what is too large for an answer. */
function openCaches(sealedIn: Parameters<typeof createPageCache>[0]) {
	return {
		releaseCache: createReleaseCache(sealedIn),
		keptFiles: createKeptFiles(sealedIn),
		subtitleCache: createSubtitleCache(sealedIn),
		imageCache: createImageCache(sealedIn),
		pageCache: createPageCache(sealedIn),
	};
}
