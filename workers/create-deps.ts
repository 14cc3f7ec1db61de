import {join} from 'node:path';
import type {Config} from '#config/index.ts';
import {createEventBus} from '#shared/events/stream.ts';
import {createJobClient} from '#shared/jobs/client.ts';
import type {Pool} from '#shared/jobs/queues.ts';
import {createLog} from '#shared/log.ts';
import {openConsumer, openProducer} from '#shared/redis.ts';
import {loadSecretKey} from '#shared/secret-key.ts';
import {createSecrets} from '#shared/secrets.ts';
import {createSettings} from '#shared/settings/settings.ts';
import {openDatabase} from '#shared/store/database.ts';
import {createReleaseShelf} from '#shared/store/release-shelf.ts';
import type {FetchableRelease, WorkerDeps} from './deps.ts';
import {createDownloadClients} from './integrations/download-clients/open-download-client.ts';
import {createFiles} from './integrations/files/files.ts';
import {createHttp} from './integrations/http.ts';
import {fetchRelease} from './integrations/indexers/fetch-release.ts';
import {openIndexer} from './integrations/indexers/open-indexer.ts';
import {createTurns} from './integrations/indexers/turns.ts';
import {createMediaInfoReader} from './integrations/media-info/media-info-reader.ts';
import {openMetadata} from './integrations/metadata/open-metadata.ts';
import {createRedisCache} from './integrations/redis-cache.ts';
import {createSearchIndexers} from './search-indexers.ts';
import {noTorrentEngine} from './torrent/run-torrent-pool.ts';

export interface Addresses {
	mongodbUri: string;
	redisUrl: string;
}

/** Builds what the handlers of a process use; the only place that opens clients. `close` ends them in the opposite order. */
export async function createDeps(
	config: Config,
	{mongodbUri, redisUrl}: Addresses,
	pools: readonly Pool[],
): Promise<{deps: WorkerDeps; close(): Promise<void>}> {
	const now = () => new Date();
	const {prefix} = config.redis;
	const source = `worker:${pools.length === 1 ? pools[0] : 'several'}`;
	const log = createLog({level: config.logLevel, source, directory: join(config.dataDir, 'logs')});
	const secrets = createSecrets(await loadSecretKey(config.secretKey, config.dataDir));
	const producer = openProducer(redisUrl);
	const subscriber = openConsumer(redisUrl);
	for (const redis of [producer, subscriber]) {
		redis.on('error', error => log.debug({err: error}, 'Redis is away'));
	}
	const database = openDatabase({uri: mongodbUri, secrets});
	const {stores} = database;
	const events = createEventBus({producer, subscriber, prefix});
	const jobs = createJobClient({producer, subscriber, prefix});
	const settings = createSettings({store: stores.settingStore, events, secrets});
	await database.connected;
	await settings.load();

	const http = createHttp();
	const cache = createRedisCache(producer, prefix);
	const turns = createTurns(producer, prefix);
	const network = 'any' as const;
	const openStoredIndexer: WorkerDeps['openIndexer'] = indexer =>
		openIndexer(indexer, {http: http.request, cache, now, network, solve: null, takeTurn: (_id, signal) => turns.query(indexer, signal)});
	const mediaInfo = createMediaInfoReader();

	const deps: WorkerDeps = {
		...stores,
		log,
		prefix,
		producer,
		jobs,
		events,
		settings,
		secrets,
		releaseShelf: createReleaseShelf({redis: producer, prefix, secrets}),
		http: http.request,
		metadata: openMetadata({...config.metadata, settings, http: http.request, cache, now}),
		openIndexer: openStoredIndexer,
		openDownloadClient: createDownloadClients({http: http.request, jobs, builtinTorrents: stores.builtinTorrents, now}),
		searchIndexers: createSearchIndexers({indexers: stores.indexers, openIndexer: openStoredIndexer, now}),
		async fetchRelease({indexer, ...release}: FetchableRelease, signal) {
			if (indexer) {
				await turns.grab(indexer);
			}
			const indexerUrl = indexer?.url ?? release.downloadUrl ?? '';
			return fetchRelease({release, indexerUrl, apiKey: indexer?.apiKey ?? null, signal}, {http: http.request, now, network, solve: null});
		},
		files: createFiles(),
		mediaInfo,
		torrentEngine: noTorrentEngine,
		dataDir: config.dataDir,
		now,
	};
	return {
		deps,
		async close() {
			await mediaInfo.close();
			settings.close();
			await jobs.close();
			await http.close();
			producer.disconnect();
			subscriber.disconnect();
			await database.close();
		},
	};
}
