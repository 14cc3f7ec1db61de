import {existsSync} from 'node:fs';
import {availableParallelism, totalmem} from 'node:os';
import {loadConfig, WrongConfiguration} from '#config/index.ts';
import {isExpected} from '#shared/errors.ts';
import {pools} from '#shared/jobs/queues.ts';
import {planService} from './start/plan-service.ts';
import {runService} from './start/run-service.ts';
import {shareProcesses} from './start/share-processes.ts';
import {listenForStop} from './start/stop-request.ts';
import {createTeller} from './teller/console.ts';

async function main(): Promise<void> {
	const {env} = process;
	const {dataDir, mongodb, redis, workers} = loadConfig(env);
	const settings = {
		dataFolder: dataDir,
		mongodbUri: mongodb.uri,
		redisUrl: redis.url,
		mongodBinary: mongodb.binary,
		redisBinary: redis.binary,
	};
	await runService(settings, {
		env,
		tell: createTeller(process.stdout),
		stop: listenForStop(env),
		plan: ({mongodbUri, redisUrl}) =>
			planService({
				// The addresses are known now, so no process reads them from a file again.
				env: {DATA_DIR: dataDir, MONGODB_URI: mongodbUri, REDIS_URL: redisUrl, MONGODB_URI_FILE: '', REDIS_URL_FILE: ''},
				pools: workers.pools ?? pools,
				groups: shareProcesses(workers.processes, {cores: availableParallelism(), memoryBytes: totalmem()}),
			}),
	});
}

// A closed terminal must not keep us from shutting down properly.
process.stdout.on('error', () => undefined);
try {
	if (existsSync('.env')) {
		process.loadEnvFile('.env');
	}
	await main();
	process.exit(0);
} catch (error) {
	const known = isExpected(error) || error instanceof WrongConfiguration;
	console.error(known ? `\nKinoteka did not start: ${error.message}` : error);
	process.exit(1);
}
