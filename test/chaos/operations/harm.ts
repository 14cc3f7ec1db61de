import {setTimeout as pause} from 'node:timers/promises';
import type {Random} from '../../bench/oracle/random.ts';
import type {Part} from '../stage/service.ts';

export interface Harm {
	kills: number;
	stops: number;
	/** Seconds of the slowest stop. */
	slowestStop: number;
	faults: string[];
}

/** A stop may not take longer, in seconds. */
const stopLimit = 20;
const everyMs = 10_000;
const downMs = 1_000;

interface HarmOptions {
	/** Null for as many as `limitMs` allows. */
	rounds: number | null;
	limitMs: number;
	random: Random;
	/** Filled on the way. */
	harm: Harm;
}

export function noHarm(): Harm {
	return {kills: 0, stops: 0, slowestStop: 0, faults: []};
}

/** Kills or stops one process after another, every ten seconds, and starts it again. */
export async function harmParts(parts: readonly Part[], {rounds, limitMs, random, harm}: HarmOptions): Promise<void> {
	let order: Part[] = [];
	const end = performance.now() + limitMs;
	for (let round = 0; rounds === null ? performance.now() < end : round < rounds; round += 1) {
		const next = performance.now() + everyMs;
		order = order.length > 0 ? order : random.shuffle(parts);
		const part = order.pop()!; // just filled
		await (random.chance(50) ? kill(part, harm) : stop(part, harm));
		await pause(downMs);
		await part.start().catch(error => {
			harm.faults.push(`${part.name} did not start again: ${error instanceof Error ? error.message : error}`);
		});
		await pause(Math.max(0, next - performance.now()));
	}
}

async function kill(part: Part, harm: Harm): Promise<void> {
	harm.kills += 1;
	await part.kill();
}

async function stop(part: Part, harm: Harm): Promise<void> {
	harm.stops += 1;
	const {reason, seconds} = await part.stop();
	harm.slowestStop = Math.max(harm.slowestStop, seconds);
	if (!reason.startsWith('exit code 0') || seconds > stopLimit) {
		harm.faults.push(`${part.name} stopped after ${seconds.toFixed(1)} s with ${reason}`);
	}
}
