import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {loadConfig, WrongConfiguration} from '#config/index.ts';
import {isExpected} from '#shared/errors.ts';
import {openProducer} from '#shared/redis.ts';
import {lockFolder} from './embedded/data-lock.ts';
import {startServices} from './embedded/services.ts';
import {type Rotated, rotateKey} from './rotate/rotate-key.ts';
import {createTeller, type Teller} from './teller/console.ts';

/** `npm run rotate-key` seals all stored secrets with a new key; `-- --key HEX` says which. */
async function main(): Promise<void> {
	const {values} = parseArgs({options: {key: {type: 'string'}}});
	const {env} = process;
	const {dataDir, mongodb, redis, secretKey} = loadConfig(env);
	const tell = createTeller(process.stdout);
	const lock = lockFolder(dataDir);
	const services = await startServices({
		folder: dataDir,
		database: 'kinoteka',
		mongodbUri: mongodb.uri,
		redisUrl: redis.url,
		mongodBinary: mongodb.binary,
		redisBinary: redis.binary,
		env,
		tell,
	});
	const producer = openProducer(services.redisUrl);
	producer.on('error', () => undefined);
	try {
		const wanted = values.key ?? null;
		const {mongodbUri} = services;
		tellOutcome(await rotateKey({mongodbUri, redis: producer, prefix: redis.prefix, dataDir, configured: secretKey, wanted}), {
			file: join(dataDir, 'secret.key'),
			isInEnvironment: secretKey !== null,
			tell,
		});
	} finally {
		producer.disconnect();
		await services.stop();
		lock.release();
	}
}

interface Told {
	file: string;
	/** SECRET_KEY is set. */
	isInEnvironment: boolean;
	tell: Teller;
}

function tellOutcome({sealed, unreadable, isResumed}: Rotated, {file, isInEnvironment, tell}: Told): void {
	if (isResumed) {
		tell.step('an earlier change was interrupted and has now ended, with the key of that time; run this again for another key');
	}
	tell.step(`${sealed} secrets are sealed with the new key; everybody must log in again`);
	if (unreadable > 0) {
		tell.step(`${unreadable} could not be read before either: enter them again`);
	}
	tell.step(
		isInEnvironment
			? `set SECRET_KEY of every process to the key in ${file}, then start the service`
			: `the new key is in ${file}; processes with another DATA_DIR need the same file or SECRET_KEY`,
	);
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
