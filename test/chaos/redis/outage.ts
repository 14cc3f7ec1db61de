import {setTimeout as pause} from 'node:timers/promises';
import type {Servers} from '../stage/servers.ts';

export const outages = ['frozen', 'killed'] as const;

const awayMs = 60_000;

/** Redis is away for a minute, and comes back empty. */
export async function loseRedis(servers: Servers, kind: (typeof outages)[number]): Promise<void> {
	if (kind === 'frozen') {
		servers.freezeRedis();
		await pause(awayMs);
		servers.thawRedis();
	} else {
		await servers.killRedis();
		await pause(awayMs);
		await servers.startRedis();
	}
	await servers.redis.flushall();
}
