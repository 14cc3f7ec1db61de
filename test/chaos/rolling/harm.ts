import {setTimeout as pause} from 'node:timers/promises';
import type {Random} from '../../bench/oracle/random.ts';
import type {Part} from '../stage/service.ts';
import type {Stage} from '../stage/stage.ts';

export interface Harm {
	processes: number;
	/** Workers that were stopped with SIGSTOP and went on, most of them after others had their leases and jobs. */
	frozen: number;
	redis: number;
	primaries: number;
	faults: string[];
}

interface HarmOptions {
	/** Number of kills; null for as many as `limitMs` allows. */
	rounds: number | null;
	limitMs: number;
	random: Random;
	/** Filled on the way. */
	harm: Harm;
	/** Milliseconds between two kills. */
	everyMs?: number;
	/** One kill in so many meets a server. */
	serverOf?: number;
}

const usualEveryMs = 5_000;
const downMs = 1_000;
const usualServerOf = 12;
/** One harm in so many is a freeze, which takes so many milliseconds: leases last for 20 s, locks of jobs for 15 s. */
const freezeOf = 4;
const [leastFreezeMs, maxFreezeMs] = [5_000, 45_000];
/** A process that starts while its servers are away is started again, as supervisors do. */
const startLimitMs = 120_000;

/**
 * Something is killed again and again: a process of the service, Redis, which comes back with its data, or the primary
 * of MongoDB. What was killed starts again meanwhile. Some workers are only stopped and wake up later.
 */
export async function killAround({parts, servers}: Stage, {rounds, limitMs, random, harm, ...often}: HarmOptions): Promise<void> {
	const {everyMs = usualEveryMs, serverOf = usualServerOf} = often;
	const end = performance.now() + limitMs;
	const starting = new Set<Promise<void>>();
	const begin = (work: Promise<void>) => {
		const noted = work.catch(error => void harm.faults.push(String(error))).finally(() => starting.delete(noted));
		starting.add(noted);
	};
	/** Two servers at once would be an outage of another kind. */
	let isServerAway = false;
	const harmServer = async () => {
		isServerAway = true;
		if (random.chance(50)) {
			harm.redis += 1;
			await (servers.killRedisPrimary?.() ?? restartRedis(servers));
		} else {
			harm.primaries += (await servers.killPrimary()) ? 1 : 0;
		}
		isServerAway = false;
	};
	for (let round = 0; rounds === null ? performance.now() < end : round < rounds; round += 1) {
		const next = performance.now() + everyMs;
		const alive = parts.filter(part => part.isRunning());
		const part = random.shuffle(alive).at(0);
		if (!isServerAway && random.int(1, serverOf) === 1) {
			begin(harmServer());
		} else if (part?.name.startsWith('worker') && random.int(1, freezeOf) === 1) {
			harm.frozen += 1;
			begin(part.freeze(random.int(leastFreezeMs, maxFreezeMs)));
		} else if (part) {
			harm.processes += 1;
			await part.kill();
			begin(startAgain(part));
		}
		await pause(Math.max(0, next - performance.now()));
	}
	await Promise.all(starting);
}

async function restartRedis(servers: Stage['servers']): Promise<void> {
	await servers.killRedis();
	await pause(downMs);
	await servers.startRedis();
}

async function startAgain(part: Part): Promise<void> {
	const end = performance.now() + startLimitMs;
	for (;;) {
		await pause(downMs);
		try {
			return await part.start();
		} catch (error) {
			if (performance.now() > end) {
				throw new Error(`${part.name} did not start again: ${error instanceof Error ? error.message : error}`);
			}
		}
	}
}
