import {existsSync} from 'node:fs';
import {parseArgs} from 'node:util';
import {loadConfig, WrongConfiguration} from '#config/index.ts';
import {isExpected} from '#shared/errors.ts';
import {loadSecretKey} from '#shared/secret-key.ts';
import {createSecrets} from '#shared/secrets.ts';
import {openDatabase} from '#shared/store/database.ts';
import {lockFolder} from './embedded/data-lock.ts';
import {startServices} from './embedded/services.ts';
import {seedLibrary} from './seed/seed-library.ts';
import {createTeller} from './teller/console.ts';

/**
 * `npm run seed -- --movies 100000 --series 20000` fills the configured database, or that of `npm
 * start`, with made-up titles.
 */
async function main(): Promise<void> {
	const {values} = parseArgs({options: {movies: {type: 'string', default: '1000'}, series: {type: 'string', default: '200'}}});
	const [movies, series] = [Number(values.movies), Number(values.series)];
	if (!Number.isSafeInteger(movies) || !Number.isSafeInteger(series) || movies < 0 || series < 0) {
		throw new WrongConfiguration('--movies and --series must be whole numbers.');
	}
	const {env} = process;
	const config = loadConfig(env);
	const tell = createTeller(process.stdout);
	const lock = config.mongodb.uri ? null : lockFolder(config.dataDir);
	const services = await startServices({
		folder: config.dataDir,
		database: 'kinoteka',
		mongodbUri: config.mongodb.uri,
		redisUrl: config.redis.url ?? 'unused',
		mongodBinary: config.mongodb.binary,
		redisBinary: config.redis.binary,
		env,
		tell,
	});
	const secrets = createSecrets(await loadSecretKey(config.secretKey, config.dataDir));
	const database = openDatabase({uri: services.mongodbUri, secrets});
	try {
		await seedLibrary(database, {movies, series, now: new Date(), tell});
		tell.step(`the library contains ${movies} made-up movies and ${series} made-up series`);
	} finally {
		await database.close();
		await services.stop();
		lock?.release();
	}
}

try {
	if (existsSync('.env')) {
		process.loadEnvFile('.env');
	}
	await main();
} catch (error) {
	process.exitCode = 1;
	console.error(isExpected(error) || error instanceof WrongConfiguration ? error.message : error);
}
