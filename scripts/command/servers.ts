import {existsSync} from 'node:fs';
import {join} from 'node:path';
import mongoose, {type Connection} from 'mongoose';
import type {Config} from '#config/index.ts';
import {folderHolder, lockFolder} from '#scripts/embedded/data-lock.ts';
import {runningMongodbUri} from '#scripts/embedded/mongodb.ts';
import {startServices} from '#scripts/embedded/services.ts';
import {Conflict, NotFound, Unavailable} from '#shared/errors.ts';
import {problemText} from '#shared/start/begin-process.ts';
import {checkStart, type StartNeeds} from '#shared/start/check-start.ts';
import {checkDataFolder} from '#shared/start/data-folder.ts';
import type {Reporter} from '../processes/reporter.ts';

export interface Servers {
	mongodbUri: string;
	redisUrl: string;
}

/** Milliseconds; a busy machine answers slowly. */
const connectMs = 60_000;
const database = 'kinoteka';

/** The configured servers, or our own, started for `work` and stopped after it, which no service may use meanwhile. */
export async function withServers<T>(config: Config, reporter: Reporter, work: (servers: Servers) => Promise<T>): Promise<T> {
	return await withWanted({config, reporter, needsRedis: true}, work);
}

/** The same for a service that exists; a wrong DATA_DIR gets no new database. */
export async function withStoredServers<T>(config: Config, reporter: Reporter, work: (servers: Servers) => Promise<T>): Promise<T> {
	await refuseMissing(config);
	return await withServers(config, reporter, work);
}

interface Wanted {
	config: Config;
	reporter: Reporter;
	needsRedis: boolean;
}

async function withWanted<T>({config, reporter, needsRedis}: Wanted, work: (servers: Servers) => Promise<T>): Promise<T> {
	const {dataDir, mongodb, redis} = config;
	const isGiven = mongodb.uri && (redis.url || !needsRedis);
	await refuseWrong({
		dataDir: isGiven ? null : dataDir,
		mongodbUri: mongodb.uri,
		redisUrl: needsRedis ? redis.url : null,
		redisPrefix: redis.prefix,
	});
	const holder = isGiven ? null : folderHolder(dataDir);
	if (holder !== null) {
		throw new Conflict('service_running', `Process ${holder} uses ${dataDir}: the service runs. Stop it, and run this again.`);
	}
	const lock = isGiven ? null : lockFolder(dataDir);
	try {
		const services = await startServices({
			folder: dataDir,
			database,
			mongodbUri: mongodb.uri,
			redisUrl: needsRedis ? redis.url : '',
			mongodBinary: mongodb.binary,
			redisBinary: redis.binary,
			env: process.env,
			reporter,
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

/** @throws Unavailable `wrong_start` with one line for each that cannot be used */
async function refuseWrong(needs: StartNeeds): Promise<void> {
	const {problems} = await checkStart(needs);
	if (problems.length > 0) {
		const lines = problems.map(({message}) => message);
		throw new Unavailable('wrong_start', problemText('Nothing was done', lines));
	}
}

/** The database of the service, whether it runs or not. Redis is left alone. */
export async function withStoredDatabase<T>(config: Config, reporter: Reporter, work: (connection: Connection) => Promise<T>): Promise<T> {
	for (const warning of checkDataFolder(config.dataDir).warnings) {
		reporter.step(`warning: ${warning}`);
	}
	const holder = config.mongodb.uri ? null : folderHolder(config.dataDir);
	if (holder !== null) {
		reporter.step(`MongoDB: that of the running service (process ${holder})`);
		return await withConnection(runningMongodbUri(join(config.dataDir, 'mongodb'), database), work);
	}
	await refuseMissing(config);
	return await withWanted({config, reporter, needsRedis: false}, ({mongodbUri}) => withConnection(mongodbUri, work));
}

/** @throws NotFound `no_database`, Unavailable `wrong_start` */
async function refuseMissing({mongodb, dataDir}: Config): Promise<void> {
	if (mongodb.uri) {
		return;
	}
	// To any other user, it would look as if nothing was there.
	await refuseWrong({dataDir});
	if (!existsSync(join(dataDir, 'mongodb'))) {
		throw new NotFound('no_database', `There is no database in ${dataDir}. Set DATA_DIR or MONGODB_URI to those of the service.`);
	}
}

export async function withConnection<T>(uri: string, work: (connection: Connection) => Promise<T>): Promise<T> {
	const connection = mongoose.createConnection();
	connection.on('error', () => undefined);
	try {
		const options = {autoIndex: false, autoCreate: false, serverSelectionTimeoutMS: connectMs, connectTimeoutMS: connectMs};
		await connection.openUri(uri, {...options, writeConcern: {w: 'majority', journal: true}});
	} catch (cause) {
		const message = `MongoDB does not answer: ${(cause as Error).message}. Check that it runs, and MONGODB_URI if it is set.`;
		throw new Unavailable('mongodb_unreachable', message, {cause});
	}
	try {
		return await work(connection);
	} finally {
		await connection.close();
	}
}
