import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {type NodeChild, startNodeChild} from '#scripts/start/node-child.ts';
import {createEventBus} from '#shared/events/stream.ts';
import {createJobClient, type JobClient} from '#shared/jobs/client.ts';
import {openConsumer, openProducer} from '#shared/redis.ts';
import {createSecrets} from '#shared/secrets.ts';
import {createSettings, type Settings} from '#shared/settings/settings.ts';
import {openDatabase, type Stores} from '#shared/store/database.ts';
import {quietReporter} from './quiet-reporter.ts';

/** A database, a prefix in Redis and folders of its own, in which worker processes run. */
export interface ChaosWorld {
	stores: Stores;
	jobs: JobClient;
	settings: Settings;
	/** Id of the default quality profile. */
	profileId: string;
	/** A root folder. */
	library: string;
	/** Folder of the download client. */
	downloads: string;
	startWorker(pools: string): Promise<NodeChild>;
	close(): Promise<void>;
}

export interface WorldOptions {
	mongodbUri: string;
	redisUrl: string;
	/** Names the database and the prefix. */
	name: string;
	folder: string;
	/** Called with the path of the root folder before it is used. */
	prepare?: (library: string) => Promise<void>;
}

const secretKey = '6'.repeat(64);
/** Longer than any worker is stopped, because a stopped one looks hung. */
const hungLimitMs = 300_000;
const startLimitMs = 60_000;
const main = fileURLToPath(import.meta.resolve('#workers/main.ts'));

export async function openChaosWorld({mongodbUri, redisUrl, name, folder, prepare}: WorldOptions): Promise<ChaosWorld> {
	const [library, downloads] = [join(folder, 'library'), join(folder, 'downloads')];
	for (const path of [library, downloads]) {
		mkdirSync(path, {recursive: true});
	}
	await prepare?.(library);
	// Files are removed between rounds, and a root folder that is empty then would count as a disk that is away.
	mkdirSync(join(library, 'Another Series'), {recursive: true});
	const uri = inDatabase(mongodbUri, name);
	const secrets = createSecrets(secretKey);
	const {stores, connected, buildIndexes, close: closeDatabase} = openDatabase({uri, secrets});
	const [producer, subscriber] = [openProducer(redisUrl), openConsumer(redisUrl)];
	const jobs = createJobClient({producer, subscriber, prefix: name});
	const settings = createSettings({store: stores.settingStore, events: createEventBus({producer, subscriber, prefix: name}), secrets});
	await connected;
	await buildIndexes();
	await ensureDefaults(stores, library);
	const env = {
		MONGODB_URI: uri,
		REDIS_URL: redisUrl,
		REDIS_PREFIX: name,
		DATA_DIR: join(folder, 'data'),
		SECRET_KEY: secretKey,
		// Nobody answers there: the service contacts nothing outside.
		METADATA_URL: 'http://127.0.0.1:9/3',
		LOG_LEVEL: 'warn',
	};
	return {
		stores,
		jobs,
		settings,
		profileId: (await stores.qualityProfiles.getDefault()).id,
		library,
		downloads,
		startWorker: pools => startWorker(pools, env),
		async close() {
			settings.close();
			await jobs.close();
			producer.disconnect();
			subscriber.disconnect();
			await closeDatabase();
		},
	};
}

function startWorker(pools: string, env: Record<string, string>): Promise<NodeChild> {
	const program = {name: `worker ${pools}`, script: main, env: {...env, WORKER_POOLS: pools}};
	return startNodeChild(program, {signal: AbortSignal.timeout(startLimitMs), reporter: quietReporter, hungLimitMs});
}

async function ensureDefaults(stores: Stores, library: string): Promise<void> {
	const now = new Date();
	await stores.qualityProfiles.ensureDefaults(now);
	await stores.qualityDefinitions.ensureDefaults(now);
	await stores.delayProfiles.ensureDefault(now);
	await stores.tasks.ensure(now);
	await stores.rootFolders.add({name: 'Library', path: library}, now);
}

/** The same servers and credentials, another database. */
export function inDatabase(mongodbUri: string, name: string): string {
	return mongodbUri.replace(/^(mongodb:\/\/[^/]+\/)[^?]*/, `$1${name}`);
}
