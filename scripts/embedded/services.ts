import {join} from 'node:path';
import {type Kept, keepRunning} from '#scripts/processes/keep-running.ts';
import type {Teller} from '#scripts/teller/console.ts';
import {findProgram, type WantedProgram} from './find-program.ts';
import {type OwnServer, startMongodb} from './mongodb.ts';
import {cacheFolder} from './program-cache.ts';
import {wantedMongodb, wantedRedis} from './programs.ts';
import {startRedis} from './redis.ts';

/** Given addresses are used as they are; null means a server of our own, with its data below `folder`. */
export interface ServicesOptions {
	folder: string;
	database: string;
	mongodbUri: string | null;
	redisUrl: string | null;
	mongodBinary: string | null;
	redisBinary: string | null;
	env: NodeJS.ProcessEnv;
	tell: Teller;
}

export interface Services {
	mongodbUri: string;
	/** `redis://`, `rediss://`, or `unix://` and the path of a socket. */
	redisUrl: string;
	/** Stops Redis first, then MongoDB. */
	stop(): Promise<void>;
	kill(): void;
}

const redisStopLimitMs = 10_000;
const mongodbStopLimitMs = 20_000;

/**
 * Provides MongoDB and Redis: the given ones, or our own, which are restarted when they die.
 * @throws Unavailable, Conflict: what failed and the remedy; nothing is left running then
 */
export async function startServices(options: ServicesOptions): Promise<Services> {
	const {mongodbUri, redisUrl, tell} = options;
	const kept: Kept<OwnServer>[] = [];
	const stop = async () => {
		const [mongodb, redis] = mongodbUri === null ? kept : [undefined, ...kept];
		await redis?.stop(redisStopLimitMs);
		await mongodb?.stop(mongodbStopLimitMs);
	};
	try {
		if (mongodbUri === null) {
			kept.push(await ownMongodb(options));
		} else {
			tell.step(`MongoDB: ${hostOf(mongodbUri)}, as MONGODB_URI says`);
		}
		if (redisUrl === null) {
			kept.push(await ownRedis(options));
		} else {
			tell.step(`Redis: ${hostOf(redisUrl)}, as REDIS_URL says`);
		}
		const urls = await Promise.all(kept.map(async ({ready}) => (await ready).url));
		return {
			mongodbUri: mongodbUri ?? urls.shift() ?? '',
			redisUrl: redisUrl ?? urls.shift() ?? '',
			stop,
			kill: () => {
				for (const server of kept) {
					server.kill();
				}
			},
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

async function ownMongodb(options: ServicesOptions): Promise<Kept<OwnServer>> {
	const folder = join(options.folder, 'mongodb');
	return await own(options, wantedMongodb(options.mongodBinary), program => startMongodb({program, folder, database: options.database}));
}

async function ownRedis(options: ServicesOptions): Promise<Kept<OwnServer>> {
	const folder = join(options.folder, 'redis');
	return await own(options, wantedRedis(options.redisBinary), program => startRedis({program, folder}));
}

async function own(
	{env, tell}: ServicesOptions,
	wanted: WantedProgram,
	start: (program: string) => Promise<OwnServer>,
): Promise<Kept<OwnServer>> {
	const {path, version, origin} = await findProgram(wanted, {cache: cacheFolder(env), env, tell});
	tell.step(`${wanted.label} ${version} from ${origin}`);
	const kept = keepRunning({name: wanted.label, start: () => start(path), tell});
	void kept.ready.then(
		({pid}) => tell.step(`${wanted.label} is ready (process ${pid})`),
		() => undefined,
	);
	return kept;
}

/** An address without its name and password. */
function hostOf(url: string): string {
	return /^[a-z+]{1,20}:\/\/(?:[^@/]*@)?([^/?]*)/.exec(url)?.[1] || url;
}
