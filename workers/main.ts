import closeWithGrace from 'close-with-grace';
import {readConfig, readEnvironment} from '#config/index.ts';
import {missingServers, startNeeds, withPools} from '#config/start-needs.ts';
import {startHeartbeat} from '#shared/heartbeat.ts';
import {type Pool, pools} from '#shared/jobs/queues.ts';
import {openConsumer} from '#shared/redis.ts';
import {awaitServers} from '#shared/start/await-servers.ts';
import {beginProcess, endWithNpm, leaveHungThreads} from '#shared/start/begin-process.ts';
import {listenFault} from '#shared/start/check-port.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {wrongStart} from '#shared/start/start-problem.ts';
import {reportBrowser} from './captcha/report-browser.ts';
import {keepSchedule} from './executions/scheduler.ts';
import {sweepBrowsers} from './integrations/browser/browser-folder.ts';
import {type PoolOptions, startPool} from './runtime/pool.ts';
import {stopPool} from './runtime/stop-pool.ts';
import {createDeps} from './wiring/create-deps.ts';
import {handlers} from './wiring/handlers.ts';
import {lowerPriority} from './wiring/priority.ts';
import type {ProbesOptions} from './wiring/probes.ts';
import {startMachine} from './wiring/start-machine.ts';
import {startTorrentPool} from './wiring/start-torrent-pool.ts';

const {values} = readCommandLine({
	usage: 'npm run worker [-- --pools search,import]',
	about: `Starts workers. They need MONGODB_URI and REDIS_URL.\n  --pools POOLS  only these, separated by commas, of ${pools.join(', ')}`,
	options: {pools: {type: 'string'}},
});

/**
 * Milliseconds from the signal to the end of the process, whatever hangs. Running jobs have less, see `stop-pool.ts`.
 */
const stopMs = 15_000;
/** Pools that need more at startup than a BullMQ worker. */
const startedApart = ['torrent', 'captcha'];

// A stop before everything is ready has nothing to finish.
const stopEarly = () => process.exit(0);
process.once('SIGTERM', stopEarly);
let stop: () => void = stopEarly;
endWithNpm(process.env, () => stop());
leaveHungThreads();
const found = readEnvironment();
const reading = readConfig(withPools(found.env, values.pools), found.wrongValues);
const {config} = reading;
const wanted = (config.workers.pools ?? [...pools]) as Pool[];
const who = `Worker ${wanted.length === pools.length ? 'all' : wanted.join(',')}`;
const {dataDir, mongodbUri, redisUrl, redisPrefix, browser} = startNeeds(reading);
// The port of the torrent client may be in use by the active process, for which this one stands by.
const needs = {dataDir, mongodbUri, redisUrl, redisPrefix, programs: wanted.includes('captcha') ? browser : {}};
/** For the person at the console; under `npm start` a parent process tells these. */
const say = (line: string) => (process.send ? undefined : console.error(line));
const wrongValues = [...reading.wrongValues.map(({message}) => message), ...missingServers(reading)];
const problems = await beginProcess({who, wrongValues, needs});
await awaitServers({who, problems, needs, signal: new AbortController().signal});

const {deps, close, ...built} = await createDeps(config, {mongodbUri: config.mongodb.uri ?? '', redisUrl: config.redis.url ?? ''}, wanted);
const connection = openConsumer(config.redis.url ?? '');
connection.on('error', () => {});
const machine = await startMachine(deps, wanted);
const poolOptions = (pool: Pool): PoolOptions => ({
	...{handlers, deps, connection, concurrency: config.workers.concurrency[pool] ?? 1},
	goesElsewhere: machine.goesElsewhere,
});
const captchaPool = wanted.includes('captcha') ? await startCaptchaPool(poolOptions('captcha')) : null;
const workers = [
	...wanted.filter(pool => !startedApart.includes(pool)).map(pool => startPool(pool, poolOptions(pool))),
	...(captchaPool ? [captchaPool.worker] : []),
];
const torrentPool = wanted.includes('torrent') ? startTorrentPool({...poolOptions('torrent'), torrent: config.torrent}) : null;
const stopSchedule = wanted.includes('tasks') ? await keepSchedule(deps) : () => {};
const heartbeat = startHeartbeat({
	redis: deps.producer,
	prefix: deps.prefix,
	services: [...wanted.map(pool => `worker:${pool}`), ...(wanted.includes('tasks') ? ['scheduler'] : [])],
	file: config.aliveFile,
});

const ending = new AbortController();
// Of many processes below one parent only one could have the port; that parent looks after them itself.
const probes =
	config.healthPort === null || process.send
		? null
		: await startProbes({...built, producer: deps.producer, metricsToken: config.http.metricsToken, port: config.healthPort});

const onTimeout = () => {
	// All running work can safely be repeated, so this is not a failure.
	deps.log.warn('Something did not end in time; the process ends without it');
	process.exit(0);
};
const grace = closeWithGrace({delay: stopMs, logger: false, onTimeout}, async ({err, signal}) => {
	say(`${who} stops${signal ? ` (${signal})` : ''}: running jobs end or are handed on`);
	deps.log.info({pools: wanted, signal}, 'Workers are stopping');
	if (err) {
		deps.log.error({err}, 'The worker process failed');
	}
	stopSchedule();
	ending.abort();
	await Promise.all([heartbeat.stop(), machine.stop(), probes?.stop(), captchaPool?.stop(), torrentPool?.stop(), ...workers.map(stopPool)]);
	deps.log.info({pools: wanted}, 'Workers have stopped');
	await close();
	connection.disconnect();
	say(`${who} has stopped`);
});
process.off('SIGTERM', stopEarly);
process.on('disconnect', () => void grace.close());
stop = () => void grace.close();
built.whenNewer(() => {
	process.once('exit', () => {
		process.exitCode = wrongStart;
	});
	stop();
}, ending.signal);
process.send?.({ready: true, detail: wanted.join(', ')});
deps.log.info({pools: wanted}, 'Workers are ready');
say(`${who} is ready`);
// Not before: on a busy machine it might never get that far.
lowerPriority(wanted);

/** Loaded here, because what counts for Prometheus takes 20 MB of memory. */
async function startProbes(options: ProbesOptions): Promise<{stop(): Promise<void>}> {
	const {serveProbes} = await import('./wiring/probes.ts');
	return serveProbes(options).catch(error => {
		console.error(`${who} cannot start: ${listenFault(error, {host: '', port: options.port, names: {host: '', port: 'HEALTH_PORT'}})}`);
		return process.exit(wrongStart);
	});
}

/**
 * The `captcha` pool. It first removes what an earlier worker left behind, then reports which browser this process has.
 */
async function startCaptchaPool(options: PoolOptions): Promise<{worker: ReturnType<typeof startPool>; stop(): Promise<void>}> {
	const {deps} = options;
	const swept = await sweepBrowsers();
	if (swept > 0) {
		deps.log.warn({workers: swept}, 'Cleaned up the browsers of dead workers');
	}
	const reports = reportBrowser(deps);
	const worker = startPool('captcha', options);
	return {worker, stop: reports.stop};
}
