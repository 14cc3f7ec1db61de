import {createInterface} from 'node:readline';
import type {ExecutionContext} from 'ava';
import type {WorkerWorld} from './worker-deps.ts';
import {startWorker} from './worker-process.ts';

const noteConnections = new URL('./note-connections.ts', import.meta.url).href;

export const hostOf = (url: string) => new URL(url.replace(/^\w+:/, 'http:')).host;

interface NotingOptions {
	env?: Record<string, string>;
	/** Words of the log to wait for, see `heard`. */
	awaited?: string;
}

/** A worker process of all pools, which tells every address it contacts. */
export async function startNotingWorker(
	t: ExecutionContext,
	world: Pick<WorkerWorld, 'deps' | 'mongodbUri' | 'redisUrl'>,
	{env = {}, awaited}: NotingOptions = {},
) {
	const {child, ready, ended} = startWorker(t, world, {env: {LOG_LEVEL: 'debug', ...env}, preload: noteConnections});
	const contacted = new Set<string>();
	child.on('message', ({contacted: address}: {contacted?: string}) => {
		if (address) {
			contacted.add(address);
		}
	});
	/** A line of the log has the awaited words. */
	const heard = new Promise<void>(resolve => {
		createInterface({input: child.stdout ?? process.stdin}).on('line', line => {
			if (awaited !== undefined && line.includes(awaited)) {
				resolve();
			}
		});
	});
	await ready;
	return {child, ended, contacted, heard};
}
