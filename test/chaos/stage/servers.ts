import {join} from 'node:path';
import {Redis} from 'ioredis';
import {findProgram, type WantedProgram} from '#scripts/embedded/find-program.ts';
import {type OwnServer, startMongodb} from '#scripts/embedded/mongodb.ts';
import {cacheFolder} from '#scripts/embedded/program-cache.ts';
import {wantedMongodb, wantedRedis} from '#scripts/embedded/programs.ts';
import {startRedis} from '#scripts/embedded/redis.ts';
import type {Reporter} from '#scripts/processes/reporter.ts';
import {openConsumer} from '#shared/redis.ts';
import {startThreeNodes} from './three-nodes.ts';
import {startWatchedRedis, type WatchedRedis} from './watched-redis.ts';

/** MongoDB and Redis of one run, which may harm them. */
export interface Servers {
	mongodbUri: string;
	redisUrl: string;
	/** Redis keeps its connections but answers nobody. */
	freezeRedis(): void;
	thawRedis(): void;
	killRedis(): Promise<void>;
	/** At the same address, with the data it had. */
	startRedis(): Promise<void>;
	/** Kills the primary of three Redis, if there are three, and starts it again later. */
	killRedisPrimary?(): Promise<boolean>;
	/** Kills MongoDB's primary and starts it again; false if MongoDB has one node only, or no primary just now. */
	killPrimary(): Promise<boolean>;
	/** Our own connection. */
	redis: Redis;
	close(): Promise<void>;
}

const stopLimitMs = 20_000;

/** `threeNodes`: MongoDB is a replica set of three, so that its primary may die. */
export async function openServers(
	folder: string,
	{reporter, threeNodes = false, threeRedis = false}: {reporter: Reporter; threeNodes?: boolean; threeRedis?: boolean},
): Promise<Servers> {
	const {env} = process;
	const find = async (wanted: WantedProgram) =>
		(await findProgram(wanted, {prefersCached: true, cache: cacheFolder(env), env, reporter})).path;
	const mongodb = threeNodes
		? await openThree(folder, reporter)
		: await openOne(folder, await find(wantedMongodb(env['MONGOD_BINARY'] || null)));
	if (threeRedis) {
		return withWatchedRedis(mongodb, await startWatchedRedis(join(folder, 'watched'), reporter));
	}
	const redisServer = await find(wantedRedis(env['REDIS_BINARY'] || null));
	const start = (): Promise<OwnServer> => startRedis({program: redisServer, folder: join(folder, 'redis')});
	let running = await start().catch(async error => {
		await mongodb.close();
		throw error;
	});
	const {url} = running;
	const redis = new Redis({path: decodeURIComponent(url.slice('unix://'.length)), retryStrategy: () => 200, maxRetriesPerRequest: null});
	redis.on('error', () => undefined);
	return {
		mongodbUri: mongodb.uri,
		killPrimary: mongodb.killPrimary,
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
			await mongodb.close();
		},
	};
}

/** Nobody freezes or empties Redis here: Sentinels would put another one in its place. */
function withWatchedRedis(mongodb: Mongodb, watched: WatchedRedis): Servers {
	const redis = openConsumer(watched.url);
	redis.on('error', () => undefined);
	const refuse = () => {
		throw new Error('Kill the primary of the three instead');
	};
	return {
		...{mongodbUri: mongodb.uri, killPrimary: mongodb.killPrimary, redisUrl: watched.url, redis},
		...{killRedisPrimary: watched.killPrimary, freezeRedis: refuse, thawRedis: refuse, killRedis: refuse, startRedis: refuse},
		async close() {
			redis.disconnect();
			await watched.close();
			await mongodb.close();
		},
	};
}

type Mongodb = Pick<Servers, 'killPrimary' | 'close'> & {uri: string};

async function openOne(folder: string, program: string): Promise<Mongodb> {
	const {url, stop} = await startMongodb({program, folder: join(folder, 'mongodb'), database: 'kinoteka', mayEverything: true});
	return {uri: url, killPrimary: () => Promise.resolve(false), close: () => stop(stopLimitMs)};
}

async function openThree(folder: string, reporter: Reporter): Promise<Mongodb> {
	return startThreeNodes(join(folder, 'mongodb'), reporter);
}
