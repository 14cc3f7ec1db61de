import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {createReporter} from '#scripts/processes/reporter.ts';
import {startNodeChild} from '#scripts/start/node-child.ts';
import {openTestServices} from '#scripts/test/services.ts';
import type {Api} from '../backfill/callers.ts';

/** The service as `npm start` runs it, with servers of its own. */
export interface BenchService {
	api: Api & {pid: number};
	/** All API processes, that one first. */
	apis: readonly {url: string; pid: number}[];
	redisUrl: string;
	prefix: string;
	close(): Promise<void>;
}

const startLimitMs = 60_000;
const stopLimitMs = 20_000;
const prefix = 'bench';

/** Starts the API and one process for each of these lists of pools, `search,grab` for example. */
export async function openBenchService(
	workers: readonly string[],
	variables: Record<string, string> = {},
	apis = 1,
): Promise<BenchService> {
	const reporter = createReporter(process.stderr);
	const services = await openTestServices(process.env, reporter);
	const scratch = mkdtempSync(join(tmpdir(), 'kinoteka-bench-'));
	const redisUrl = services.env['TEST_REDIS_URL'] ?? '';
	const env = {
		MONGODB_URI: services.env['TEST_MONGODB_URI'] ?? '',
		REDIS_URL: redisUrl,
		REDIS_PREFIX: prefix,
		DATA_DIR: scratch,
		PORT: '0',
		LOG_LEVEL: 'warn',
		...variables,
	};
	const start = (name: string, own: Record<string, string>) => {
		const script = fileURLToPath(new URL(`../../../${name}/main.ts`, import.meta.url));
		return startNodeChild({name, script, env: {...env, ...own}}, {signal: AbortSignal.timeout(startLimitMs), reporter});
	};
	const api = await start('api', {});
	const others = await Promise.all(Array.from({length: apis - 1}, () => start('api', {})));
	const children = [api, ...others, ...(await Promise.all(workers.map(pools => start('workers', {WORKER_POOLS: pools}))))];
	return {
		api: {url: api.detail ?? '', key: api.firstKey ?? '', pid: api.pid},
		apis: [api, ...others].map(({detail, pid}) => ({url: detail ?? '', pid})),
		redisUrl,
		prefix,
		async close() {
			await Promise.all(children.map(child => child.stop(stopLimitMs)));
			await services.close();
			rmSync(scratch, {recursive: true, force: true});
		},
	};
}

export const verdict = (isReached: boolean) => (isReached ? 'reached' : 'MISSED');

export function median(numbers: readonly number[]): number {
	return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
