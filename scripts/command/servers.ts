import {existsSync} from 'node:fs';
import {join} from 'node:path';
import mongoose, {type Connection} from 'mongoose';
import type {Config} from '#config/index.ts';
import {folderHolder, lockFolder} from '#scripts/embedded/data-lock.ts';
import {runningMongodbUri} from '#scripts/embedded/mongodb.ts';
import {startServices} from '#scripts/embedded/services.ts';
import {NotFound, Unavailable} from '#shared/errors.ts';
import {problemText} from '#shared/start/begin-process.ts';
import {checkStart} from '#shared/start/check-start.ts';
import type {Teller} from '../teller/console.ts';

export interface Servers {
	mongodbUri: string;
	redisUrl: string;
}

const connectMs = 15_000;
const database = 'kinoteka';

/** The configured servers, or our own, started for `work` and stopped after it, which no service may use meanwhile. */
export async function withServers<T>(config: Config, tell: Teller, work: (servers: Servers) => Promise<T>): Promise<T> {
	return await withWanted({config, tell, needsRedis: true}, work);
}

interface Wanted {
	config: Config;
	tell: Teller;
	needsRedis: boolean;
}

async function withWanted<T>({config, tell, needsRedis}: Wanted, work: (servers: Servers) => Promise<T>): Promise<T> {
	const {dataDir, mongodb, redis} = config;
	await checkGiven({mongodbUri: mongodb.uri, redisUrl: needsRedis ? redis.url : null});
	const lock = mongodb.uri && (redis.url || !needsRedis) ? null : lockFolder(dataDir);
	try {
		const services = await startServices({
			folder: dataDir,
			database,
			mongodbUri: mongodb.uri,
			redisUrl: needsRedis ? redis.url : '',
			mongodBinary: mongodb.binary,
			redisBinary: redis.binary,
			env: process.env,
			tell,
		});
		try {
			return await work(services);
		} finally {
			await services.stop();
		}
	} finally {
		lock?.release();
	}
}

/** The stored database of a service that is stopped, or that of MONGODB_URI. Redis is left alone. */
export async function withMongodb<T>(config: Config, tell: Teller, work: (mongodbUri: string) => Promise<T>): Promise<T> {
	if (!config.mongodb.uri && !existsSync(join(config.dataDir, 'mongodb'))) {
		throw new NotFound('no_database', `There is no database in ${config.dataDir}. Set DATA_DIR or MONGODB_URI to those of the service.`);
	}
	return await withWanted({config, tell, needsRedis: false}, ({mongodbUri}) => work(mongodbUri));
}

/** @throws Unavailable `servers_unavailable` with one line for each that cannot be used */
async function checkGiven(servers: {mongodbUri: string | null; redisUrl: string | null}): Promise<void> {
	const {problems} = await checkStart(servers);
	if (problems.length > 0) {
		const lines = problems.map(({message}) => message);
		throw new Unavailable('servers_unavailable', problemText('Nothing was done', lines));
	}
}

/** The database of the service, whether it runs or not. */
export async function withStoredDatabase<T>(config: Config, tell: Teller, work: (connection: Connection) => Promise<T>): Promise<T> {
	const holder = config.mongodb.uri ? null : folderHolder(config.dataDir);
	if (holder !== null) {
		tell.step(`MongoDB: that of the running service (process ${holder})`);
		return withConnection(runningMongodbUri(join(config.dataDir, 'mongodb'), database), work);
	}
	return withMongodb(config, tell, mongodbUri => withConnection(mongodbUri, work));
}

export async function withConnection<T>(uri: string, work: (connection: Connection) => Promise<T>): Promise<T> {
	const connection = mongoose.createConnection();
	connection.on('error', () => undefined);
	try {
		const options = {autoIndex: false, autoCreate: false, serverSelectionTimeoutMS: connectMs, connectTimeoutMS: connectMs};
		await connection.openUri(uri, {...options, writeConcern: {w: 'majority', journal: true}});
	} catch (cause) {
		throw new Unavailable('mongodb_unreachable', `MongoDB does not answer: ${(cause as Error).message}. Check MONGODB_URI.`, {cause});
	}
	try {
		return await work(connection);
	} finally {
		await connection.close();
	}
}
