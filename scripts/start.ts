import {existsSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {loadConfig, WrongConfiguration} from '#config/index.ts';
import {isExpected} from '#shared/errors.ts';
import {pools} from '#shared/jobs/queues.ts';
import {createTeller} from './start/console.ts';
import type {NodeProgram} from './start/node-child.ts';
import {runService} from './start/run-service.ts';
import {listenForStop} from './start/stop-request.ts';
import {groupPools, type Plan} from './start/supervise.ts';

const entry = (path: string) => fileURLToPath(new URL(path, import.meta.url));

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
		plan: urls => planFor({DATA_DIR: dataDir, MONGODB_URI: urls.mongodbUri, REDIS_URL: urls.redisUrl}, workers.pools ?? pools),
	});
}

function planFor(env: Record<string, string>, wanted: readonly string[]): Plan {
	const workers = groupPools(wanted).map((group): NodeProgram => {
		const names = group.join(',');
		return {name: `worker ${names}`, script: entry('../workers/main.ts'), env: {...env, WORKER_POOLS: names}};
	});
	return {api: {name: 'API', script: entry('../api/main.ts'), env}, workers};
}

// A closed terminal must not keep us from stopping in order.
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
