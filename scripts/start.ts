import {availableParallelism, totalmem} from 'node:os';
import {readConfig, readEnvironment} from '#config/index.ts';
import {startNeeds} from '#config/start-needs.ts';
import {isExpected} from '#shared/errors.ts';
import {pools} from '#shared/jobs/queues.ts';
import {leaveHungThreads} from '#shared/start/begin-process.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {createReporter} from './processes/reporter.ts';
import {beginService, refuseMisfit} from './start/begin-service.ts';
import {planService, shareProcesses} from './start/plan-service.ts';
import {restoreFor} from './start/restore-for-page.ts';
import {runService} from './start/run-service.ts';
import {listenForStop} from './start/stop-request.ts';

readCommandLine({
	usage: 'npm start',
	about:
		'Starts the service: MongoDB and Redis unless MONGODB_URI and REDIS_URL name them, the API, and the workers. Ctrl-C stops it.\nEverything is set by variables of the environment or in the file .env: see docs/configuration.md.',
});

async function main(): Promise<void> {
	const {env, wrongValues: ofFile} = readEnvironment();
	const reading = readConfig(env, ofFile);
	const {dataDir, mongodb, redis, secretKey, workers} = reading.config;
	const reporter = createReporter(process.stdout);
	const stop = listenForStop(env);
	const wanted = workers.pools ?? pools;
	await beginService({
		wrongValues: reading.wrongValues.map(({message}) => message),
		needs: startNeeds(reading),
		pools: wanted,
		hasMetadataKey: reading.config.metadata.apiKey !== null,
		env,
		reporter,
	});
	const settings = {
		dataFolder: dataDir,
		mongodbUri: mongodb.uri,
		redisUrl: redis.url,
		mongodBinary: mongodb.binary,
		redisBinary: redis.binary,
	};
	await runService(settings, {
		env,
		reporter,
		stop,
		restore: restoreFor(reading.config, reporter),
		refuseMisfit: ({mongodbUri}) => refuseMisfit({mongodbUri, secretKey, dataDir}),
		plan: ({mongodbUri, redisUrl}) =>
			planService({
				// The addresses are known now, so no process reads them from a file again.
				env: {DATA_DIR: dataDir, MONGODB_URI: mongodbUri, REDIS_URL: redisUrl, MONGODB_URI_FILE: '', REDIS_URL_FILE: ''},
				pools: wanted,
				groups: shareProcesses(workers.processes, {cores: availableParallelism(), memoryBytes: totalmem()}),
			}),
	});
}

leaveHungThreads();
// A closed terminal must not keep us from shutting down properly.
process.stdout.on('error', () => undefined);
try {
	await main();
	process.exit(0);
} catch (error) {
	console.error(isExpected(error) ? `\nKinoteka did not start: ${error.message}` : error);
	process.exit(1);
}
