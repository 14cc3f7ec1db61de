import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {keepRunning, type Supervised} from '#scripts/processes/keep-running.ts';
import type {Reporter} from '#scripts/processes/reporter.ts';
import {type NodeChild, startNodeChild} from '#scripts/start/node-child.ts';
import {openTestServices} from '#scripts/test/services.ts';
import {createEventBus} from '#shared/events/stream.ts';
import {type ChallengeOutcome, type ChallengeToSolve, solveChallenge} from '#shared/jobs/captcha.ts';
import {createJobClient} from '#shared/jobs/client.ts';
import {sealPayload} from '#shared/jobs/sealed-payload.ts';
import {openConsumer, openProducer, redisNow} from '#shared/redis.ts';
import {createSecrets} from '#shared/secrets.ts';
import {createSettings} from '#shared/settings/settings.ts';
import {openDatabase, type Stores} from '#shared/store/database.ts';

/** Captcha workers as separate processes, with their own database and Redis. */
export interface SolverWorld {
	stores: Stores;
	/** The workers that are running now, oldest first. */
	pids(): number[];
	/** Includes workers that have ended. */
	allPids(): ReadonlySet<number>;
	solve(url: string, limitMs: number, options?: {useCache?: boolean}): Promise<ChallengeOutcome>;
	close(): Promise<void>;
}

const secretKey = '5'.repeat(64);
const prefix = 'solver-world';
const stopLimitMs = 20_000;
const graceMs = 5000;

export interface SolverWorldOptions {
	workers: number;
	parallelSolves: number;
	reporter: Reporter;
}

export async function openSolverWorld({workers, parallelSolves, reporter}: SolverWorldOptions): Promise<SolverWorld> {
	const folder = mkdtempSync(join(tmpdir(), 'kinoteka-solvers-'));
	const services = await openTestServices(process.env, reporter);
	const {TEST_MONGODB_URI: mongodbUri = '', TEST_REDIS_URL: redisUrl = ''} = services.env;
	const secrets = createSecrets(secretKey);
	const database = openDatabase({uri: mongodbUri, secrets});
	const producer = openProducer(redisUrl);
	const subscriber = openConsumer(redisUrl);
	const jobs = createJobClient({producer, subscriber, prefix});
	const settings = createSettings({store: database.stores.settingStore, events: createEventBus({producer, subscriber, prefix}), secrets});
	await database.connected;
	await settings.set('security.allowPrivateNetworks', true, new Date());
	await settings.set('captcha.parallelSolves', parallelSolves, new Date());

	const running = new Set<NodeChild>();
	const started = new Set<number>();
	const kept: Supervised<NodeChild>[] = Array.from({length: workers}, (_none, index) =>
		keepRunning({name: `worker ${index + 1}`, start: signal => startWorker(signal), reporter, pauseMs: () => 200}),
	);
	async function startWorker(signal: AbortSignal): Promise<NodeChild> {
		const script = fileURLToPath(import.meta.resolve('#workers/main.ts'));
		const variables = {
			WORKER_POOLS: 'captcha',
			DATA_DIR: join(folder, 'data'),
			SECRET_KEY: secretKey,
			REDIS_PREFIX: prefix,
			LOG_LEVEL: 'error',
		};
		const env = {...variables, MONGODB_URI: mongodbUri, REDIS_URL: redisUrl};
		const child = await startNodeChild({name: 'worker', script, env}, {signal, reporter});
		running.add(child);
		started.add(child.pid);
		void child.exited.then(() => running.delete(child));
		return child;
	}
	await Promise.all(kept.map(({ready}) => ready));

	return {
		stores: database.stores,
		pids: () => [...running].map(({pid}) => pid),
		allPids: () => started,
		async solve(url, limitMs, {useCache = false} = {}) {
			const asked: ChallengeToSolve = {url, reason: 'test', useCache, allowedHost: null, refused: null};
			const payload = {sealed: sealPayload(solveChallenge, asked, secrets), deadline: (await redisNow(producer)) + limitMs};
			return jobs.ask(solveChallenge, payload, {timeoutMs: limitMs + graceMs});
		},
		async close() {
			await Promise.all(kept.map(each => each.stop(stopLimitMs)));
			settings.close();
			await jobs.close();
			producer.disconnect();
			subscriber.disconnect();
			await database.close();
			await services.close();
			rmSync(folder, {recursive: true, force: true});
		},
	};
}
