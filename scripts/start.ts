import {resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {isExpected} from '#shared/errors.ts';
import {createTeller} from './start/console.ts';
import type {NodeProgram} from './start/node-child.ts';
import {runService} from './start/run-service.ts';
import {listenForStop} from './start/stop-request.ts';
import {groupPools} from './start/supervise.ts';

const {env} = process;
const pools = (env['WORKER_POOLS'] || 'search').split(',');
const entry = (path: string) => fileURLToPath(new URL(path, import.meta.url));
// A closed terminal must not keep us from stopping in order.
process.stdout.on('error', () => undefined);

const settings = {
	dataFolder: resolve(env['DATA_DIR'] || 'data'),
	mongodbUri: env['MONGODB_URI'] || null,
	redisUrl: env['REDIS_URL'] || null,
	mongodBinary: env['MONGOD_BINARY'] || null,
	redisBinary: env['REDIS_BINARY'] || null,
};

try {
	await runService(settings, {
		env,
		tell: createTeller(process.stdout),
		stop: listenForStop(env),
		plan: ({mongodbUri, redisUrl}) => {
			const addresses = {DATA_DIR: settings.dataFolder, MONGODB_URI: mongodbUri, REDIS_URL: redisUrl};
			const workers = groupPools(pools).map(
				(group): NodeProgram => ({
					name: `worker ${group.join(', ')}`,
					script: entry('../workers/main.ts'),
					env: {...addresses, WORKER_POOLS: group.join(',')},
				}),
			);
			return {api: {name: 'API', script: entry('../api/main.ts'), env: addresses}, workers};
		},
	});
	process.exit(0);
} catch (error) {
	console.error(isExpected(error) ? `\nKinoteka did not start: ${error.message}` : error);
	process.exit(1);
}
