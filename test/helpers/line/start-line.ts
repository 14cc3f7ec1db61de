import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import {type ApiClient, createApiClient} from '#scripts/command/api-client.ts';
import {type Access, awaitReady, newAccess, serviceVariables} from '#scripts/demo/run-demo.ts';
import {openWorld, type World} from '#scripts/demo/sandbox/world.ts';
import type {Reporter} from '#scripts/processes/reporter.ts';
import {type NodeChild, startNodeChild} from '#scripts/start/node-child.ts';
import {planService} from '#scripts/start/plan-service.ts';
import {pools} from '#shared/jobs/queues.ts';
import {withDatabase} from '../database.ts';
import {withRedis} from '../redis.ts';
import {tempFolder} from '../temp-folder.ts';
import {patienceMs} from '../until.ts';

export interface LineOptions {
	/** Replaces the servers that all tests share. */
	servers?: {mongodbUri: string; redisUrl: string; redisPrefix: string};
	/** Upload rate of the seeder. */
	bytesPerSecond?: number;
	/** Configuration besides the usual one. */
	variables?: Record<string, string>;
	/** Nothing is set up: the library is not even a folder, and there is no indexer. */
	isBare?: boolean;
}

/** The whole service as processes, in its own world. */
export interface Line {
	url: string;
	/** Password of the user `admin`. */
	adminPassword: string;
	api: ApiClient;
	world: World;
	/** A root folder of the library. */
	library: string;
	/** DATA_DIR of all processes. */
	dataFolder: string;
	access: Access;
	/** What the processes have printed so far. */
	said(): string;
	/** Id of the only indexer; empty if nothing is set up. */
	indexerId: string;
	/** Sends SIGKILL to all pools at once; they share one process. */
	killWorkers(): Promise<void>;
	/** Does the same from a process of its own, which no busy test delays, as soon as a folder holds a file. */
	killWorkersAtFirstFile(folder: string): Promise<{killed: Promise<void>}>;
	startWorkers(): Promise<void>;
}

const killAtFirstFile = `
const [folder, pid] = process.argv.slice(1);
const isFile = entry => entry.isFile();
console.log('watching');
while (!require('node:fs').readdirSync(folder, {recursive: true, withFileTypes: true}).some(isFile)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
process.kill(-pid, 'SIGKILL');
`;
const generous = 200_000_000;
const stopLimitMs = 10_000;
/** Milliseconds of the whole test; only what never ends takes so long. */
const limitMs = 4 * patienceMs;

/**
 * Starts API and workers, and adds root folder, provider key and indexer. Everything ends with the test; a failed test
 * logs their output.
 */
export async function startLine(
	t: ExecutionContext,
	{servers, bytesPerSecond = generous, variables = {}, isBare = false}: LineOptions = {},
): Promise<Line> {
	const {mongodbUri, redisUrl, redisPrefix} = servers ?? (await sharedServers(t));
	const folder = tempFolder(t);
	const world = await openWorld({folder: join(folder, 'seeder'), bytesPerSecond});
	t.teardown(() => world.close());
	const access = await newAccess();
	const usual = serviceVariables({dataFolder: join(folder, 'data'), world, access, mongodbUri, redisUrl, redisPrefix});
	const env = {...usual, ...variables};
	const plan = planService({env, pools, groups: [pools]});
	const signal = AbortSignal.timeout(limitMs);
	const {reporter, said} = reporterFor(t);
	const start = async (program: typeof plan.api): Promise<NodeChild> => {
		const child = await startNodeChild(program, {signal, reporter});
		t.teardown(() => child.stop(stopLimitMs));
		return child;
	};
	const startWorkers = () => start(plan.workers[0]!); // one group is one program
	const [, first] = await Promise.all([start(plan.api), startWorkers()]);
	let workers = first;

	const url = `http://127.0.0.1:${access.port}`;
	const api = createApiClient({url, apiKey: access.apiKey, signal});
	await awaitReady(api, signal);
	const library = join(folder, 'library');
	return {
		url,
		adminPassword: access.adminPassword,
		api,
		world,
		library,
		dataFolder: join(folder, 'data'),
		access,
		said: () => said.join('\n'),
		indexerId: isBare ? '' : await setUp({api, world, library}),
		killWorkers: async () => {
			workers.kill();
			await workers.exited;
		},
		killWorkersAtFirstFile: async watched => {
			const watcher = spawn(process.execPath, ['-e', killAtFirstFile, watched, String(workers.pid)], {
				stdio: ['ignore', 'pipe', 'inherit'],
			});
			t.teardown(() => void watcher.kill());
			await once(watcher.stdout, 'data');
			return {killed: workers.exited.then(() => undefined)};
		},
		startWorkers: async () => {
			workers = await startWorkers();
		},
	};
}

async function sharedServers(t: ExecutionContext) {
	const {uri: mongodbUri} = await withDatabase(t);
	const {url: redisUrl, prefix: redisPrefix} = await withRedis(t);
	return {mongodbUri, redisUrl, redisPrefix};
}

async function setUp({api, world, library}: Pick<Line, 'api' | 'world' | 'library'>): Promise<string> {
	const {url, apiKey} = world.indexer;
	mkdirSync(library);
	await api.post('/api/root-folders', {path: library});
	await api.put('/api/settings/meta', {apiKey: world.provider.apiKey});
	await api.put('/api/settings/download.pollSeconds', {value: 1});
	await api.put('/api/settings/security.allowPrivateNetworks', {value: true}); // the swarm is on this machine
	const {id} = await api.post<{id: string}>('/api/indexers', {name: 'Sandbox', kind: 'torznab', url, apiKey, categories: [2000]});
	return id;
}

function reporterFor(t: ExecutionContext): {reporter: Reporter; said: readonly string[]} {
	const said: string[] = [];
	t.teardown(() => {
		if (!t.passed) {
			console.error(`${t.title}\n${said.join('\n')}`);
		}
	});
	return {reporter: {step: text => void said.push(text), progress: () => undefined}, said};
}
