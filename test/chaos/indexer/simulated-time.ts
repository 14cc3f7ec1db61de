import type {Redis} from 'ioredis';
import {pools} from '#shared/jobs/queues.ts';
import {type HostClock, setClocks} from '../stage/clock-file.ts';

export interface SimulatedTime {
	/** Milliseconds since the begin. */
	passed(): number;
	/** Lets time pass at once: for the processes, for MongoDB as they see it, and for what expires in Redis. */
	pass(ms: number): Promise<void>;
}

/** Moments further away than this are something else. */
const longestMs = 30 * 86_400_000;

/** Queues and signs of life belong to processes, for which no time passes. */
function isOfProcess(key: string, prefix: string): boolean {
	return key.startsWith(`${prefix}:alive`) || pools.some(pool => key.startsWith(`${prefix}:${pool}:`));
}

export function createSimulatedTime(clock: HostClock, {redis, prefix}: {redis: Redis; prefix: string}): SimulatedTime {
	let passed = 0;
	return {
		passed: () => passed,
		async pass(ms) {
			const keys = (await redis.keys(`${prefix}:*`)).filter(key => !isOfProcess(key, prefix));
			for (const key of keys) {
				await age(redis, key, ms);
			}
			passed += ms;
			await setClocks([{clock, shift: {host: passed, servers: passed}}]);
		},
	};
}

async function age(redis: Redis, key: string, ms: number): Promise<void> {
	const left = await redis.pttl(key);
	if (left >= 0 && left <= ms) {
		await redis.del(key);
		return;
	}
	if (left > ms) {
		await redis.pexpire(key, left - ms);
	}
	if ((await redis.type(key)) === 'zset') {
		await ageMoments(redis, key, ms);
	}
}

/** Scores that are moments by the clock of Redis, as in a sliding window, move into the past. */
async function ageMoments(redis: Redis, key: string, ms: number): Promise<void> {
	const [seconds] = await redis.time();
	const now = Number(seconds) * 1000;
	for (const member of await redis.zrangebyscore(key, now - longestMs, now + longestMs)) {
		await redis.zincrby(key, -ms, member);
	}
}
