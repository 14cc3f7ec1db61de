import closeWithGrace from 'close-with-grace';
import {loadConfigOrExit} from '#config/index.ts';
import {startHeartbeat} from '#shared/heartbeat.ts';
import {type Pool, pools} from '#shared/jobs/queues.ts';
import {openConsumer} from '#shared/redis.ts';
import {keepSchedule} from './executions/scheduler.ts';
import {leaveHungThreads} from './runtime/leave-process.ts';
import {startPool} from './runtime/pool.ts';
import {stopPool} from './runtime/stop-pool.ts';
import {createDeps} from './wiring/create-deps.ts';
import {handlers} from './wiring/handlers.ts';
import {lowerPriority} from './wiring/priority.ts';
import {startCaptchaPool} from './wiring/start-captcha-pool.ts';
import {startTorrentPool} from './wiring/start-torrent-pool.ts';

/**
 * Milliseconds from the signal to the end of the process, whatever hangs. Running jobs have less, see `stop-pool.ts`.
 */
const stopMs = 15_000;
/** Pools that need more at startup than a BullMQ worker. */
const startedApart = ['torrent', 'captcha'];

// A stop before everything is ready has nothing to finish.
const stopEarly = () => process.exit(0);
process.once('SIGTERM', stopEarly);
const config = loadConfigOrExit(process.env);
const wanted = config.workers.pools ?? [...pools];
const unknown = wanted.filter(pool => !(pools as readonly string[]).includes(pool));
if (unknown.length > 0) {
	console.error(`WORKER_POOLS names ${unknown.join(', ')}. There are: ${pools.join(', ')}.`);
	process.exit(2);
}
if (!config.mongodb.uri || !config.redis.url) {
	console.error('MONGODB_URI and REDIS_URL are missing. Set them, or use `npm start`, which brings its own servers.');
	process.exit(2);
}

lowerPriority(wanted as Pool[]);
const {deps, close} = await createDeps(config, {mongodbUri: config.mongodb.uri, redisUrl: config.redis.url}, wanted as Pool[]);
const connection = openConsumer(config.redis.url);
connection.on('error', () => {});
const poolOptions = (pool: Pool) => ({handlers, deps, connection, concurrency: config.workers.concurrency[pool] ?? 1});
const captchaPool = wanted.includes('captcha') ? await startCaptchaPool(poolOptions('captcha')) : null;
const workers = [
	...(wanted as Pool[]).filter(pool => !startedApart.includes(pool)).map(pool => startPool(pool, poolOptions(pool))),
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

leaveHungThreads();
const onTimeout = () => {
	// All that runs is safe to be done again, so this is no failure.
	deps.log.warn('Something did not end in time; the process ends without it');
	process.exit(0);
};
const grace = closeWithGrace({delay: stopMs, logger: false, onTimeout}, async ({err}) => {
	if (err) {
		deps.log.error({err}, 'The worker process failed');
	}
	stopSchedule();
	await Promise.all([heartbeat.stop(), captchaPool?.stop(), torrentPool?.stop(), ...workers.map(stopPool)]);
	await close();
	connection.disconnect();
});
process.off('SIGTERM', stopEarly);
process.on('disconnect', () => void grace.close());
process.send?.({ready: true, detail: wanted.join(', ')});
deps.log.info({pools: wanted}, 'Workers are ready');
