import {join} from 'node:path';
import type {Redis} from 'ioredis';
import type {Connection} from 'mongoose';
import type {Config} from '#config/index.ts';
import {createEventBus} from '#shared/events/stream.ts';
import {createJobClient} from '#shared/jobs/client.ts';
import type {Pool} from '#shared/jobs/queues.ts';
import {createLog} from '#shared/log/log.ts';
import {createLogRelay} from '#shared/log/log-relay.ts';
import {sendSpans} from '#shared/log/send-spans.ts';
import {openConsumer, openProducer} from '#shared/redis.ts';
import {reportRefusal, withdrawRefusals} from '#shared/refusals.ts';
import {loadSecretKey} from '#shared/secret-key.ts';
import {createSecrets} from '#shared/secrets.ts';
import {createSettings} from '#shared/settings/settings.ts';
import {longWork, updatingRecords} from '#shared/start/long-work.ts';
import {wrongStart} from '#shared/start/start-problem.ts';
import {type Database, openDatabase} from '#shared/store/database.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {assembleDeps} from './assemble-deps.ts';

export interface Addresses {
	mongodbUri: string;
	redisUrl: string;
}

export interface BuiltDeps {
	deps: WorkerDeps;
	connection: Connection;
	/** Calls `stop` once a newer version has brought the data to its own form, which this program would spoil. */
	whenNewer(stop: () => void, signal: AbortSignal): void;
	close(): Promise<void>;
}

/** Connects a worker process and builds what its handlers use. `close` ends everything in reverse order. */
export async function createDeps(config: Config, {mongodbUri, redisUrl}: Addresses, pools: readonly Pool[]): Promise<BuiltDeps> {
	const {prefix} = config.redis;
	const source = `worker-${pools.length === 1 ? pools[0] : 'several'}`;
	const spans = await sendSpans(config.traceCollector, source);
	const logRelay = createLogRelay();
	const log = createLog({level: config.logLevel, source, directory: join(config.dataDir, 'logs'), outputs: [logRelay.output]});
	const secretKey = await loadSecretKey(config.secretKey, config.dataDir);
	const secrets = createSecrets(secretKey);
	const producer = openProducer(redisUrl);
	const subscriber = openConsumer(redisUrl);
	for (const redis of [producer, subscriber]) {
		redis.on('error', error => log.debug({err: error}, 'Redis is unreachable'));
	}
	const database = openDatabase({uri: mongodbUri, secrets});
	const events = createEventBus({producer, subscriber, prefix});
	logRelay.attach(events, producer);
	const jobs = createJobClient({producer, subscriber, prefix});
	const settings = createSettings({store: database.stores.settingStore, events, secrets});
	await database.connected;
	await refuseWrongStart({database, secretKey, pools, redis: producer, prefix});
	await longWork(updatingRecords, () => database.stores.migrations.run());
	await settings.load();

	const {metadata, dataDir, browserPath} = config;
	const foundations = {producer, prefix, jobs, events, settings, secrets, log, metadata, dataDir, browserPath};
	const assembled = assembleDeps({...foundations, stores: database.stores, now: () => new Date()});
	return {
		deps: assembled.deps,
		connection: database.connection,
		whenNewer: (stop, signal) => whenNewer({database, secretKey, pools, redis: producer, prefix}, stop, signal),
		async close() {
			await spans.close();
			await assembled.close();
			settings.close();
			await jobs.close();
			producer.disconnect();
			subscriber.disconnect();
			await database.close();
		},
	};
}

export interface Start {
	database: Database;
	secretKey: string;
	pools: readonly Pool[];
	redis: Redis;
	prefix: string;
}

/** Ends the process if it does not fit the installation. The API shows why. */
async function refuseWrongStart({database, secretKey, pools, ...place}: Start): Promise<void> {
	const fault = await database.installation.findStartFault(secretKey);
	const services = pools.map(pool => `worker:${pool}`);
	if (!fault) {
		await withdrawRefusals(place, services).catch(() => {});
		return;
	}
	await reportRefusal(place, services, fault.message).catch(() => {});
	console.error(`This worker (${pools.join(', ')}) must not start: ${fault.message}`);
	process.exit(wrongStart);
}

function whenNewer({database, pools, redis, prefix}: Start, stop: () => void, signal: AbortSignal): void {
	const found = new AbortController();
	const stopLooking = AbortSignal.any([found.signal, signal]);
	database.installation.watchVersion(fault => {
		if (!fault || stopLooking.aborted) {
			return;
		}
		found.abort();
		const services = pools.map(pool => `worker:${pool}`);
		void reportRefusal({redis, prefix}, services, fault.message).catch(() => {});
		console.error(`This worker (${pools.join(', ')}) must not go on: ${fault.message}`);
		stop();
	}, stopLooking);
}
