import {join} from 'node:path';
import {keepRunning, type Supervised} from '#scripts/processes/keep-running.ts';
import type {Reporter} from '#scripts/processes/reporter.ts';
import {Unavailable} from '#shared/errors.ts';
import {withoutCredentials} from '#shared/start/network-fault.ts';
import {endedIn, ownSeries, vulnerabilityOf} from '#shared/start/server-versions.ts';
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
	/**
	 * For tests and measurements: gives the user of our own MongoDB all rights. It is killed in the end, because its
	 * data is thrown away.
	 */
	mayEverything?: boolean;
	env: NodeJS.ProcessEnv;
	reporter: Reporter;
	/** Stops the fetching of programs. */
	signal?: AbortSignal;
	/** A server of ours that was restarted has another address than before. */
	onMoved?(): void;
	/** Milliseconds that a restarted MongoDB waits for its port; 20 s by default. */
	portPatienceMs?: number;
}

/** The addresses may change after `onMoved`. */
export interface Services {
	readonly mongodbUri: string;
	/** `redis://`, `rediss://`, or `unix://` and the path of a socket. */
	readonly redisUrl: string;
	/** Stops Redis first, then MongoDB. */
	stop(): Promise<void>;
	kill(): void;
}

const redisStopLimitMs = 10_000;
const mongodbStopLimitMs = 20_000;
/** Milliseconds. Connections of other programs, which may have the port for a moment, are over by then. */
const usualPatienceMs = 20_000;

/**
 * Provides MongoDB and Redis: the given ones, or our own, which are restarted when they die.
 * @throws Unavailable, Conflict: what failed and the remedy; nothing is left running then
 */
export async function startServices(options: ServicesOptions): Promise<Services> {
	const {mongodbUri, redisUrl, reporter} = options;
	const programs = await findPrograms(options);
	const supervised: OwnSupervised[] = [];
	const stop = async () => {
		const [mongodb, redis] = mongodbUri === null ? supervised : [undefined, ...supervised];
		await redis?.stop(redisStopLimitMs);
		await mongodb?.stop(options.mayEverything ? 0 : mongodbStopLimitMs);
	};
	try {
		if (programs.mongodb) {
			supervised.push(ownMongodb(options, programs.mongodb));
		} else if (mongodbUri !== null) {
			reporter.step(`MongoDB: ${withoutCredentials(mongodbUri)}, as MONGODB_URI says`);
		}
		if (programs.redis) {
			supervised.push(ownRedis(options, programs.redis));
		} else if (redisUrl) {
			reporter.step(`Redis: ${withoutCredentials(redisUrl)}, as REDIS_URL says`);
		}
		await Promise.all(supervised.map(({ready}) => ready));
		const [mongodbServer, redisServer] = mongodbUri === null ? supervised : [undefined, ...supervised];
		return {
			get mongodbUri() {
				return mongodbUri ?? mongodbServer?.url() ?? '';
			},
			get redisUrl() {
				return redisUrl ?? redisServer?.url() ?? '';
			},
			stop,
			kill: () => {
				for (const server of supervised) {
					server.kill();
				}
			},
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Both are looked for at once, so that a start names everything that is missing. */
async function findPrograms({folder, mongodbUri, redisUrl, mongodBinary, redisBinary, mayEverything = false, ...place}: ServicesOptions) {
	const {env, reporter, signal} = place;
	const find = (wanted: WantedProgram) =>
		// For data that are thrown away, nothing is fetched if anything is there.
		findProgram(wanted, {cache: cacheFolder(env), env, reporter, signal, prefersCached: mayEverything});
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

/** A server of ours, and its address as of its last start. */
type OwnSupervised = Supervised<OwnServer> & {url(): string | null};

function ownMongodb(options: ServicesOptions, program: FoundProgram): OwnSupervised {
	const {database, mayEverything = false, reporter, portPatienceMs = usualPatienceMs} = options;
	const folder = join(options.folder, 'mongodb');
	if (!mayEverything) {
		for (const warning of warningsAbout(program, seriesOf(folder) !== null)) {
			reporter.step(`warning: ${warning}`);
		}
	}
	const start: Own['start'] = (signal, isKnown) =>
		startMongodb({program: program.path, folder, database, mayEverything, signal, reporter, portPatienceMs: isKnown ? portPatienceMs : 0});
	return own('MongoDB', {...options, program, folder, start});
}

/** What a person should know about the MongoDB that was found. */
function warningsAbout({version, origin, passedOver}: FoundProgram, hasData: boolean): string[] {
	const hole = vulnerabilityOf(version, origin);
	const ended = endedIn(version, new Date());
	const because = passedOver.length === 0 ? '' : ` It is used because of this: ${passedOver.join('; ')}.`;
	const remedy = hasData ? ` Move the data to ${ownSeries}: npm run move-mongodb` : because;
	return [...(hole ? [hole] : []), ...(ended ? [`MongoDB ${version} got its last fixes in ${ended}.${remedy}`] : [])];
}

function ownRedis(options: ServicesOptions, program: FoundProgram): OwnSupervised {
	const folder = join(options.folder, 'redis');
	return own('Redis', {...options, program, folder, start: () => startRedis({program: program.path, folder, reporter: options.reporter})});
}

interface Own extends Pick<ServicesOptions, 'reporter' | 'onMoved'> {
	program: FoundProgram;
	folder: string;
	/** `isKnown`: others have its address from an earlier start. */
	start: (signal: AbortSignal, isKnown: boolean) => Promise<OwnServer>;
}

function own(name: string, {program, folder, reporter, start, onMoved}: Own): OwnSupervised {
	reporter.step(`${name} ${program.version} from ${program.origin}`);
	let url: string | null = null;
	const startNoting = async (signal: AbortSignal) => {
		const server = await start(signal, url !== null);
		const hasMoved = url !== null && url !== server.url;
		url = server.url;
		if (hasMoved) {
			reporter.step(`${name} has another address now`);
			onMoved?.();
		}
		return server;
	};
	const supervised = keepRunning({name, start: startNoting, reporter});
	void supervised.ready.then(
		({pid}) => {
			reporter.step(`${name} is ready (process ${pid})`);
			noteVersion(folder, program.version);
		},
		() => undefined,
	);
	return {...supervised, url: () => url};
}
