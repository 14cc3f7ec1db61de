import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {loadConfig} from '#config/index.ts';
import {memoryOf} from '#scripts/memory-of.ts';
import {searchReleases} from '#shared/jobs/search.ts';
import {openConsumer} from '#shared/redis.ts';
import {startPool} from '#workers/runtime/pool.ts';
import {syncAllFeeds} from '#workers/tasks/searches/sync-all-feeds.ts';
import {createDeps} from '#workers/wiring/create-deps.ts';
import {handlers} from '#workers/wiring/handlers.ts';

export interface ReaderWish {
	mongodbUri: string;
	redisUrl: string;
	prefix: string;
	dataDir: string;
	secretKey: string;
	query: string;
}

export interface Measured {
	found: number;
	grabbed: number;
	/** Different titles among the grabs. */
	titles: number;
	processorMs: number;
	/** Processor time of the longest turn of the event loop. */
	holdMs: number;
	/** Highest memory. */
	mebibytes: number;
}

/** Milliseconds between two looks; a turn is known to be that much shorter. */
const lookMs = 5;

/** Processor time and memory of this process while `work` runs. */
async function measuring(work: () => Promise<Pick<Measured, 'found' | 'grabbed' | 'titles'>>): Promise<Measured> {
	const threadMs = () => {
		const {user, system} = process.threadCpuUsage();
		return (user + system) / 1000;
	};
	const begun = process.cpuUsage();
	let last = threadMs();
	let [holdMs, mebibytes] = [0, 0];
	const timer = setInterval(() => {
		const now = threadMs();
		holdMs = Math.max(holdMs, now - last);
		last = now;
	}, lookMs);
	const slowly = setInterval(() => {
		mebibytes = Math.max(mebibytes, memoryOf(process.pid) ?? 0);
	}, 200);
	try {
		const result = await work();
		const {user, system} = process.cpuUsage(begun);
		return {...result, processorMs: (user + system) / 1000, holdMs, mebibytes};
	} finally {
		clearInterval(timer);
		clearInterval(slowly);
	}
}

const [wish] = (await once(process, 'message')) as [ReaderWish];
const config = loadConfig({REDIS_PREFIX: wish.prefix, DATA_DIR: wish.dataDir, SECRET_KEY: wish.secretKey, LOG_LEVEL: 'warn'});
const {deps, close} = await createDeps(config, wish, ['search', 'grab', 'disks']);
const connection = openConsumer(wish.redisUrl);
const grabbed: string[] = [];
const workers = (['search', 'grab', 'disks'] as const).map(pool =>
	startPool(pool, {
		handlers: {
			...handlers,
			async grabRelease({movieId}) {
				grabbed.push(movieId ?? '');
				return {downloadId: randomUUID(), queueId: randomUUID(), title: 'grabbed'};
			},
		},
		deps,
		connection,
		concurrency: 4,
	}),
);
const signal = AbortSignal.timeout(3_600_000);
const feeds = await measuring(async () => {
	const run = {executionId: randomUUID(), signal} as Parameters<typeof syncAllFeeds>[0];
	const {itemsProcessed: found} = await syncAllFeeds(run, deps);
	return {found, grabbed: grabbed.length, titles: new Set(grabbed).size};
});
const search = await measuring(async () => {
	const subject = {kind: 'manual' as const, query: wish.query};
	const wanted = {subject, indexerIds: null, categories: null, minSeeders: null, maxAge: null, limit: 100};
	const {total: found} = await deps.jobs.ask(searchReleases, wanted, {timeoutMs: 600_000, signal});
	return {found, grabbed: 0, titles: 0};
});
process.send?.({feeds, search});
await Promise.all(workers.map(worker => worker.close()));
connection.disconnect();
await close();
process.exit(0);
