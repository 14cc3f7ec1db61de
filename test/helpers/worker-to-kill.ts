import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pino} from 'pino';
import {createEventBus} from '#shared/events/stream.ts';
import {createJobClient} from '#shared/jobs/client.ts';
import {openConsumer, openProducer} from '#shared/redis.ts';
import {createSettings} from '#shared/settings/settings.ts';
import {openDatabase, type Stores} from '#shared/store/database.ts';
import {testSecrets} from '#test/helpers/test-secrets.ts';
import {assembleDeps} from '#workers/wiring/assemble-deps.ts';

interface Servers {
	mongodbUri: string;
	redisUrl: string;
	prefix: string;
}

interface Surroundings {
	metadata?: {url: string; imageUrl: string; apiKey: string | null};
	dataDir?: string;
	/** May watch what is asked of the stores. */
	watched?(stores: Stores): Stores;
}

const noMetadata = {url: 'http://127.0.0.1:9/3', imageUrl: '', apiKey: null};
/** Beside the downloads of the test, which must not lie in it. */
const noData = join(tmpdir(), 'kinoteka-without-data');

/** What a worker has that is a process of its own, and the run of its one job. */
export async function workerToKill(
	{mongodbUri, redisUrl, prefix}: Servers,
	{metadata = noMetadata, dataDir = noData, watched = stores => stores}: Surroundings = {},
) {
	const {connected, stores} = openDatabase({uri: mongodbUri, secrets: testSecrets});
	await connected;
	const producer = openProducer(redisUrl);
	const subscriber = openConsumer(redisUrl);
	const events = createEventBus({producer, subscriber, prefix});
	const settings = createSettings({store: stores.settingStore, events, secrets: testSecrets});
	await settings.load();
	const log = pino({level: 'silent'});
	const {deps} = assembleDeps({
		...{stores: watched(stores), producer, prefix, events, settings, secrets: testSecrets, log, metadata, dataDir},
		jobs: createJobClient({producer, subscriber, prefix}),
		browserPath: null,
		now: () => new Date(),
	});
	return {deps, run: {id: 'job', attempt: 1, signal: new AbortController().signal, log}};
}
