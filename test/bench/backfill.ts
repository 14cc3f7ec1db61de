import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {memoryOf} from '#scripts/memory-of.ts';
import {createReporter} from '#scripts/processes/reporter.ts';
import {type NodeChild, startNodeChild} from '#scripts/start/node-child.ts';
import {openTestServices} from '#scripts/test/services.ts';
import {createSecrets} from '#shared/secrets.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {openDatabase} from '#shared/store/database.ts';
import type {TaskHistoryStore} from '#shared/store/tasks/task-history.ts';
import {type Api, call, keepAsking, percentile} from './backfill/callers.ts';
import {addTitles, makeTree} from './backfill/library.ts';

const {values} = readCommandLine({
	usage: 'npm run bench:backfill [-- --files N]',
	about: 'Measures a backfill, and what others feel of it.',
	options: {files: {type: 'string', default: '100000'}},
});
const files = Number(values.files);
/**
 * Seconds of calm before and after each run. They distinguish a machine that becomes slower from a backfill that slows
 * others down.
 */
const calmSeconds = 20;
/**
 * Maximum p99 compared with the calm before and after: the factor that the bench of lists allows
 * compared with its bare handler.
 */
const maxWaiting = 1.5;
/**
 * Milliseconds between two checks of the task. It is read from the database: a request to the API would delay every
 * hundredth list, which is what the bench measures.
 */
const pollMs = 200;
const startLimitMs = 60_000;
const stopLimitMs = 10_000;
const least = {first: 2000, second: 10_000};

interface Measured {
	seconds: number;
	/** Response times in milliseconds of the lists requested meanwhile, sorted. */
	durations: number[];
	maxMemory: number;
	changed: number;
}

interface Bench {
	api: Api;
	libraryId: string;
	worker: NodeChild;
	history: TaskHistoryStore;
}

/** Runs one backfill from start to end while a caller requests lists. */
async function measure({api, libraryId, worker, history}: Bench): Promise<Measured> {
	const asking = await keepAsking(api);
	let maxMemory = 0;
	const begun = Date.now();
	const taskId = String((await call(api, `POST /api/libraries/${libraryId}/backfill`))['taskId']);
	while ((await history.active(taskId)).length > 0) {
		await pause(pollMs);
		maxMemory = Math.max(maxMemory, memoryOf(worker.pid) ?? 0);
	}
	const durations = await asking.stop();
	const [last] = (await history.page({taskId, page: 1, limit: 1})).executions;
	if (last?.status !== 'completed' || last.itemsProcessed !== files) {
		throw new Error(`The backfill failed: ${JSON.stringify(last)}`);
	}
	return {seconds: (Number(last.completedAt) - begun) / 1000, durations, maxMemory, changed: last.itemsAffected};
}

/** Response times of lists while nothing else runs. */
async function measureCalm(api: Api): Promise<number[]> {
	const asking = await keepAsking(api);
	await pause(calmSeconds * 1000);
	return await asking.stop();
}

const verdict = (isReached: boolean) => (isReached ? 'reached' : 'MISSED');

function report(name: string, {seconds, durations, maxMemory, changed}: Measured, {wanted, calm}: {wanted: number; calm: number[]}): void {
	const rate = files / seconds;
	const p99 = percentile(durations, 0.99);
	const calmP99 = percentile(calm, 0.99);
	const times = p99 / calmP99;
	console.log(
		`${name}: ${Math.round(rate)} files/s (at least ${wanted}: ${verdict(rate >= wanted)}), ${changed} changed, worker ${maxMemory} MiB\n` +
			`  lists meanwhile: p50 ${percentile(durations, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; before and after: ` +
			`p50 ${percentile(calm, 0.5).toFixed(1)} ms, p99 ${calmP99.toFixed(1)} ms (${times.toFixed(2)} times, at most ${maxWaiting}: ${verdict(times <= maxWaiting)})`,
	);
}

const reporter = createReporter(process.stderr);
const services = await openTestServices(process.env, reporter);
const scratch = mkdtempSync(join(tmpdir(), 'kinoteka-bench-'));
const env = {
	MONGODB_URI: services.env['TEST_MONGODB_URI'] ?? '',
	REDIS_URL: services.env['TEST_REDIS_URL'] ?? '',
	REDIS_PREFIX: 'bench',
	DATA_DIR: join(scratch, 'data'),
	PORT: '0',
	LIST_REQUESTS_PER_MINUTE: '1000000',
	LOG_LEVEL: 'warn',
};
const database = openDatabase({uri: env.MONGODB_URI, secrets: createSecrets('0'.repeat(64))});
const running: NodeChild[] = [];

/** Starts an entry point of the service as `npm start` does. */
async function start(name: string, variables: Record<string, string>): Promise<NodeChild> {
	const script = fileURLToPath(new URL(`../../${name}/main.ts`, import.meta.url));
	const child = await startNodeChild({name, script, env: variables}, {signal: AbortSignal.timeout(startLimitMs), reporter});
	running.push(child);
	return child;
}

try {
	const root = join(scratch, 'library');
	console.log(`${files} files in ${root}`);
	makeTree(root, files);
	const api = await start('api', env);
	const worker = await start('workers', {...env, WORKER_POOLS: 'backfill'});
	await start('workers', {...env, WORKER_POOLS: 'disks'});
	await addTitles({mongodbUri: env.MONGODB_URI, root, count: files});
	const caller = {url: api.detail ?? '', key: api.firstKey ?? ''};
	const {id: rootFolderId} = await call(caller, 'POST /api/root-folders', {path: root});
	const {id} = await call(caller, 'POST /api/libraries', {name: 'Bench', type: 'movies', rootFolderId});
	await database.connected;
	let before = await measureCalm(caller);
	for (const [name, wanted] of Object.entries(least)) {
		const measured = await measure({api: caller, libraryId: String(id), worker, history: database.stores.taskHistory});
		const after = await measureCalm(caller);
		report(`${name} run`, measured, {wanted, calm: [...before, ...after].sort((a, b) => a - b)});
		before = after;
	}
} finally {
	await Promise.all(running.map(child => child.stop(stopLimitMs)));
	await database.close();
	await services.close();
	rmSync(scratch, {recursive: true, force: true});
}
