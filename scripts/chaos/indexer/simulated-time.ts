import type {Redis} from 'ioredis';
import {pools} from '#shared/jobs/queues.ts';
import {type HostClock, setClocks} from '../stage/clock-file.ts';

export interface SimulatedTime {
	/** Milliseconds since the begin. */
	passed(): number;
	/** Lets time pass at once: for the processes, for MongoDB as they see it, and for what expires in Redis. */
	pass(ms: number): Promise<void>;
}

/** Queues and signs of life belong to processes, for which no time passes. */
function isOfProcess(key: string, prefix: string): boolean {
	return [...pools, 'alive'].some(part => key.startsWith(`${prefix}:${part}:`));
}

export function createSimulatedTime(clock: HostClock, {redis, prefix}: {redis: Redis; prefix: string}): SimulatedTime {
	let passed = 0;
	return {
		passed: () => passed,
		async pass(ms) {
			const keys = (await redis.keys(`${prefix}:*`)).filter(key => !isOfProcess(key, prefix));
			for (const key of keys) {
				const left = await redis.pttl(key);
				if (left >= 0) {
					await (left > ms ? redis.pexpire(key, left - ms) : redis.del(key));
				}
			}
			passed += ms;
			await setClocks([{clock, shift: {host: passed, servers: passed}}]);
		},
	};
}
