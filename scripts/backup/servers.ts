import {join} from 'node:path';
import mongoose, {type Connection} from 'mongoose';
import type {Config} from '#config/index.ts';
import {folderHolder, lockFolder} from '#scripts/embedded/data-lock.ts';
import {runningMongodbUri} from '#scripts/embedded/mongodb.ts';
import {startServices} from '#scripts/embedded/services.ts';
import {Unavailable} from '#shared/errors.ts';
import type {Teller} from '../teller/console.ts';

export interface Servers {
	mongodbUri: string;
	redisUrl: string;
}

const connectMs = 15_000;
const database = 'kinoteka';

/** The configured servers, or our own, started for `work` and stopped after it, which no service may use meanwhile. */
export async function withServers<T>(config: Config, tell: Teller, work: (servers: Servers) => Promise<T>): Promise<T> {
	const lock = config.mongodb.uri && config.redis.url ? null : lockFolder(config.dataDir);
	try {
		const services = await startServices({
			folder: config.dataDir,
			database,
			mongodbUri: config.mongodb.uri,
			redisUrl: config.redis.url,
			mongodBinary: config.mongodb.binary,
			redisBinary: config.redis.binary,
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

/** The database of the service, whether it runs or not. */
export async function withStoredDatabase<T>(config: Config, tell: Teller, work: (connection: Connection) => Promise<T>): Promise<T> {
	if (config.mongodb.uri) {
		return withConnection(config.mongodb.uri, work);
	}
	const holder = folderHolder(config.dataDir);
	if (holder !== null) {
		tell.step(`MongoDB: that of the running service (process ${holder})`);
		return withConnection(runningMongodbUri(join(config.dataDir, 'mongodb'), database), work);
	}
	const withoutRedis = {...config, redis: {...config.redis, url: 'unused'}};
	return withServers(withoutRedis, tell, ({mongodbUri}) => withConnection(mongodbUri, work));
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
