import {createClearances} from '#shared/captcha/clearances.ts';
import {createPageCache} from '#shared/captcha/page-cache.ts';
import {createSolverSessions} from '#shared/captcha/solver-sessions.ts';
import {createEventBus} from '#shared/events/stream.ts';
import {createJobClient} from '#shared/jobs/client.ts';
import type {Log} from '#shared/log.ts';
import {createQueryBudgets} from '#shared/query-budgets.ts';
import {openConsumer, openProducer} from '#shared/redis.ts';
import {createSecrets} from '#shared/secrets.ts';
import {createSettings} from '#shared/settings/settings.ts';
import {type Database, openDatabase} from '#shared/store/database.ts';
import {createReleaseCache} from '#shared/store/downloads/release-cache.ts';
import {createSubtitleCache} from '#shared/store/subtitles/subtitle-cache.ts';
import {createImageCache} from '#shared/store/titles/image-cache.ts';
import type {ApiDeps, HttpOptions, Readiness} from './deps.ts';
import {createPasswords} from './password.ts';

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
	 * Answers callers within two seconds when a server hangs. Tests of anything else turn it off, because a busy
	 * machine needs more time.
	 */
	failFast?: boolean;
}

export interface BuiltDeps {
	deps: ApiDeps;
	database: Database;
	/** Closes queues first, then Redis, then MongoDB. */
	close(): Promise<void>;
}

/** Time limit of one call to Redis, in milliseconds. */
const callLimitMs = 1500;
const patientLimitMs = 20_000;
/** The worker itself allows a disk three seconds. */
const diskLimits = {answerMs: 5000, showMs: 1500, renewMs: 300};
const patientDiskLimits = {answerMs: 20_000, showMs: 20_000, renewMs: 20_000};

const fast = {diskLimits, stateMs: 1000};
const patient = {diskLimits: patientDiskLimits, stateMs: 0};

/**
 * Builds every client of the API process; nothing else does. Connections are established later, and
 * re-established, by themselves.
 */
export function createDeps({log, mongodbUri, redisUrl, prefix, http, readiness, failFast = true, ...given}: DepsOptions): BuiltDeps {
	const secrets = createSecrets(http.secretKey);
	const database = given.database ?? openDatabase({uri: mongodbUri, secrets, failFast});
	const producer = openProducer(redisUrl, {commandLimitMs: failFast ? callLimitMs : patientLimitMs});
	const subscriber = openConsumer(redisUrl);
	for (const redis of [producer, subscriber]) {
		redis.on('error', error => log.debug({err: error}, 'Redis does not answer; retrying'));
	}
	const jobs = createJobClient({producer, subscriber, prefix});
	const events = createEventBus({producer, subscriber, prefix});
	const settings = createSettings({store: database.stores.settingStore, events, secrets});
	const sealedIn = {redis: producer, prefix, secrets};
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
			queryBudgets: createQueryBudgets(producer, prefix),
			readiness,
			passwords: createPasswords(),
			http,
			...(failFast ? fast : patient),
			now: () => new Date(),
		},
		database,
		async close() {
			settings.close();
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
		subtitleCache: createSubtitleCache(sealedIn),
		imageCache: createImageCache(sealedIn),
		pageCache: createPageCache(sealedIn),
	};
}
