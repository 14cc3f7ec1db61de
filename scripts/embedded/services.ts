import {join} from 'node:path';
import {keepRunning, type Supervised} from '#scripts/processes/keep-running.ts';
import type {Reporter} from '#scripts/processes/reporter.ts';
import {Unavailable} from '#shared/errors.ts';
import {vulnerabilityOf} from '#shared/start/server-versions.ts';
import {withoutCredentials} from '#shared/start/without-credentials.ts';
import {noteVersion, seriesOf, versionOf} from './data-files.ts';
import {type FoundProgram, findProgram, type WantedProgram} from './find-program.ts';
import {type OwnServer, startMongodb} from './mongodb.ts';
import {cacheFolder} from './program-cache.ts';
import {wantedMongodb, wantedRedis} from './programs.ts';
import {startRedis} from './redis.ts';

/**
 * Given addresses are used as they are; null means a server of our own, with its data below `folder`. An empty
 * `redisUrl` means that Redis is not needed.
 */
export interface ServicesOptions {
	folder: string;
	database: string;
	mongodbUri: string | null;
	redisUrl: string | null;
	mongodBinary: string | null;
	redisBinary: string | null;
	/** Gives the user of our own MongoDB all rights, for tests and measurements. */
	mayEverything?: boolean;
	env: NodeJS.ProcessEnv;
	reporter: Reporter;
	/** Stops the fetching of programs. */
	signal?: AbortSignal;
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
	const {mongodbUri, redisUrl, reporter} = options;
	const programs = await findPrograms(options);
	const kept: Supervised<OwnServer>[] = [];
	const stop = async () => {
		const [mongodb, redis] = mongodbUri === null ? kept : [undefined, ...kept];
		await redis?.stop(redisStopLimitMs);
		await mongodb?.stop(mongodbStopLimitMs);
	};
	try {
		if (programs.mongodb) {
			kept.push(ownMongodb(options, programs.mongodb));
		} else if (mongodbUri !== null) {
			reporter.step(`MongoDB: ${withoutCredentials(mongodbUri)}, as MONGODB_URI says`);
		}
		if (programs.redis) {
			kept.push(ownRedis(options, programs.redis));
		} else if (redisUrl) {
			reporter.step(`Redis: ${withoutCredentials(redisUrl)}, as REDIS_URL says`);
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

/** Both are looked for at once, so that a start tells all that is missing. */
async function findPrograms({folder, mongodbUri, redisUrl, mongodBinary, redisBinary, env, reporter, signal}: ServicesOptions) {
	const find = (wanted: WantedProgram) => findProgram(wanted, {cache: cacheFolder(env), env, reporter, signal});
	const found = await Promise.allSettled([
		mongodbUri === null ? find(wantedMongodb(mongodBinary, seriesOf(join(folder, 'mongodb')))) : null,
		redisUrl === null ? find(wantedRedis(redisBinary, versionOf(join(folder, 'redis')))) : null,
	]);
	const failures = found.flatMap(each => (each.status === 'rejected' ? [each.reason as Error] : []));
	if (failures.length > 0) {
		throw new Unavailable('program_not_found', failures.map(({message}) => message).join('\n'));
	}
	const [mongodb, redis] = found.map(each => (each.status === 'fulfilled' ? each.value : null));
	return {mongodb: mongodb ?? null, redis: redis ?? null};
}

function ownMongodb(options: ServicesOptions, program: FoundProgram): Supervised<OwnServer> {
	const {database, mayEverything = false, reporter} = options;
	const folder = join(options.folder, 'mongodb');
	const warning = vulnerabilityOf(program.version, program.origin);
	if (warning !== null) {
		reporter.step(`warning: ${warning}`);
	}
	const start = () => startMongodb({program: program.path, folder, database, mayEverything});
	return own('MongoDB', {program, folder, reporter, start});
}

function ownRedis(options: ServicesOptions, program: FoundProgram): Supervised<OwnServer> {
	const folder = join(options.folder, 'redis');
	return own('Redis', {program, folder, reporter: options.reporter, start: () => startRedis({program: program.path, folder})});
}

interface Own {
	program: FoundProgram;
	folder: string;
	reporter: Reporter;
	start: () => Promise<OwnServer>;
}

function own(name: string, {program, folder, reporter, start}: Own): Supervised<OwnServer> {
	reporter.step(`${name} ${program.version} from ${program.origin}`);
	const kept = keepRunning({name, start, reporter});
	void kept.ready.then(
		({pid}) => {
			reporter.step(`${name} is ready (process ${pid})`);
			noteVersion(folder, program.version);
		},
		() => undefined,
	);
	return kept;
}
