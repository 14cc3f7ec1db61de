import {join} from 'node:path';
import {Redis} from 'ioredis';
import {findProgram, type WantedProgram} from '#scripts/embedded/find-program.ts';
import {type OwnServer, startMongodb} from '#scripts/embedded/mongodb.ts';
import {cacheFolder} from '#scripts/embedded/program-cache.ts';
import {wantedMongodb, wantedRedis} from '#scripts/embedded/programs.ts';
import {startRedis} from '#scripts/embedded/redis.ts';
import type {Reporter} from '#scripts/processes/reporter.ts';

/** MongoDB and Redis of one run, which may harm the latter. */
export interface Servers {
	mongodbUri: string;
	redisUrl: string;
	/** Redis keeps its connections but answers nobody. */
	freezeRedis(): void;
	thawRedis(): void;
	killRedis(): Promise<void>;
	/** At the same address, with the data it had. */
	startRedis(): Promise<void>;
	/** Our own connection. */
	redis: Redis;
	close(): Promise<void>;
}

const stopLimitMs = 20_000;

export async function openServers(folder: string, reporter: Reporter): Promise<Servers> {
	const {env} = process;
	const find = async (wanted: WantedProgram) => (await findProgram(wanted, {cache: cacheFolder(env), env, reporter})).path;
	const mongod = await find(wantedMongodb(env['MONGOD_BINARY'] || null));
	const redisServer = await find(wantedRedis(env['REDIS_BINARY'] || null));
	const mongodb = await startMongodb({program: mongod, folder: join(folder, 'mongodb'), database: 'kinoteka', mayEverything: true});
	const start = (): Promise<OwnServer> => startRedis({program: redisServer, folder: join(folder, 'redis')});
	let running = await start().catch(async error => {
		await mongodb.stop(stopLimitMs);
		throw error;
	});
	const {url} = running;
	const redis = new Redis({path: decodeURIComponent(url.slice('unix://'.length)), retryStrategy: () => 200, maxRetriesPerRequest: null});
	redis.on('error', () => undefined);
	return {
		mongodbUri: mongodb.url,
		redisUrl: url,
		redis,
		freezeRedis: () => void process.kill(running.pid, 'SIGSTOP'),
		thawRedis: () => void process.kill(running.pid, 'SIGCONT'),
		async killRedis() {
			running.kill();
			await running.exited;
		},
		async startRedis() {
			running = await start();
		},
		async close() {
			redis.disconnect();
			await running.stop(stopLimitMs);
			await mongodb.stop(stopLimitMs);
		},
	};
}
