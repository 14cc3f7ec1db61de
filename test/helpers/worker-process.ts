import {type ChildProcess, fork} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';
import type {ExecutionContext} from 'ava';
import {compileCache} from '#scripts/embedded/program-cache.ts';
import {testKey} from './test-secrets.ts';
import type {WorkerWorld} from './worker-deps.ts';

const entry = fileURLToPath(new URL('../../workers/main.ts', import.meta.url));

interface WorkerOptions {
	/** Configuration besides that of the world, such as `WORKER_POOLS`; without it, all pools. */
	env?: Record<string, string>;
	/** Address of a module that is loaded before all others. */
	preload?: string;
}

interface WorkerProcess {
	child: ChildProcess;
	/** Resolves when all its pools work; rejects if it ends before that. */
	ready: Promise<void>;
	/** Resolves with its exit code, or the signal that ended it. */
	ended: Promise<number | string>;
}

/** A real worker process in a world of the test. It ends with the test. */
export function startWorker(
	t: ExecutionContext,
	{deps, mongodbUri, redisUrl}: Pick<WorkerWorld, 'deps' | 'mongodbUri' | 'redisUrl'>,
	{env = {}, preload}: WorkerOptions = {},
): WorkerProcess {
	const child = fork(entry, {
		execArgv: preload === undefined ? [] : ['--import', preload],
		env: {
			PATH: process.env['PATH'] ?? '',
			...compileCache(process.env),
			MONGODB_URI: mongodbUri,
			REDIS_URL: redisUrl,
			REDIS_PREFIX: deps.prefix,
			DATA_DIR: deps.dataDir,
			SECRET_KEY: testKey,
			LOG_LEVEL: 'error',
			...env,
		},
		stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
	});
	child.stdout?.resume(); // whoever wants to read it adds a listener
	const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
	t.teardown(async () => {
		child.kill('SIGKILL');
		await ended;
	});
	const ready = new Promise<void>((resolve, reject) => {
		child.on('message', (message: {ready?: boolean}) => {
			if (message.ready) {
				resolve();
			}
		});
		void ended.then(how => reject(new Error(`The worker ended before it was ready (${how}).`)));
	});
	ready.catch(() => {}); // not everybody waits for it
	return {child, ready, ended};
}
