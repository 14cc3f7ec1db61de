import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {parseArgs} from 'node:util';
import {createTeller} from '../start/console.ts';
import {openTestServices} from '../test/services.ts';
import {type Api, call, keepAsking, percentile} from './backfill/callers.ts';
import {memoryOf, type Running, startEntry, stopEntry} from './backfill/processes.ts';
import {addTitles, makeTree} from './backfill/shelf.ts';

const {values} = parseArgs({options: {files: {type: 'string', default: '100000'}}});
const files = Number(values.files);
const calmSeconds = 10;
const least = {first: 2000, second: 10_000};

interface Measured {
	seconds: number;
	p50: number;
	p99: number;
	mostMemory: number;
	changed: number;
}

/** One backfill from the wish to its end, with a caller beside it. */
async function measure(api: Api, libraryId: string, worker: Running): Promise<Measured> {
	const asking = await keepAsking(api);
	let mostMemory = 0;
	const begun = performance.now();
	const {taskId} = await call(api, `POST /api/libraries/${libraryId}/backfill`);
	const before = await ended(api, String(taskId));
	const counted = performance.now();
	let rows = before;
	while (rows.length === before.length) {
		await pause(100);
		mostMemory = Math.max(mostMemory, memoryOf(worker) ?? 0);
		rows = await ended(api, String(taskId));
	}
	const seconds = (performance.now() - begun) / 1000;
	const durations = await asking.stop();
	const [last] = rows;
	if (last?.['status'] !== 'completed' || last['itemsProcessed'] !== files) {
		throw new Error(`The backfill went wrong: ${JSON.stringify(last)}`);
	}
	console.log(`  ${seconds.toFixed(1)} s, of which ${((counted - begun) / 1000).toFixed(1)} s to count and queue`);
	return {seconds, p50: percentile(durations, 0.5), p99: percentile(durations, 0.99), mostMemory, changed: Number(last['itemsAffected'])};
}

async function ended(api: Api, taskId: string): Promise<Record<string, unknown>[]> {
	return (await call(api, `GET /api/tasks/${taskId}/history?limit=100`))['history'] as Record<string, unknown>[];
}

function tell(name: string, {seconds, p50, p99, mostMemory, changed}: Measured, wanted: number): void {
	const rate = files / seconds;
	const verdict = rate >= wanted ? 'reached' : 'MISSED';
	console.log(
		`${name}: ${Math.round(rate)} files/s (at least ${wanted}: ${verdict}), ${changed} changed, worker ${mostMemory} MiB, API p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
	);
}

const services = await openTestServices(process.env, createTeller(process.stderr));
const scratch = mkdtempSync(join(tmpdir(), 'kinoteka-bench-'));
const env = {
	MONGODB_URI: services.env['TEST_MONGODB_URI'] ?? '',
	REDIS_URL: services.env['TEST_REDIS_URL'] ?? '',
	REDIS_PREFIX: 'bench',
	DATA_DIR: join(scratch, 'data'),
	PORT: '0',
	LIST_REQUESTS_PER_MINUTE: '1000000',
};
const running: Running[] = [];
try {
	const root = join(scratch, 'shelf');
	console.log(`${files} files in ${root}`);
	makeTree(root, files);
	const api = await startEntry('api/main.ts', env);
	running.push(api);
	const worker = await startEntry('workers/main.ts', {...env, WORKER_POOLS: 'backfill'});
	running.push(worker);
	await addTitles({mongodbUri: env.MONGODB_URI, root, count: files});
	const caller = {url: api.ready.detail, key: api.ready.firstKey ?? ''};
	const {id: rootFolderId} = await call(caller, 'POST /api/root-folders', {path: root});
	const {id} = await call(caller, 'POST /api/libraries', {name: 'Bench', type: 'movies', rootFolderId});
	const calm = await keepAsking(caller);
	await pause(calmSeconds * 1000);
	const quiet = await calm.stop();
	console.log(`without a backfill: API p50 ${percentile(quiet, 0.5).toFixed(1)} ms, p99 ${percentile(quiet, 0.99).toFixed(1)} ms`);
	tell('first run', await measure(caller, String(id), worker), least.first);
	tell('second run', await measure(caller, String(id), worker), least.second);
} finally {
	await Promise.all(running.map(stopEntry));
	await services.close();
	rmSync(scratch, {recursive: true, force: true});
}
