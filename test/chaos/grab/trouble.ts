import {setTimeout as pause} from 'node:timers/promises';
import {createRandom} from '../../bench/oracle/random.ts';
import type {ThreeNodes} from '../stage/three-nodes.ts';
import type {GrabService} from './service.ts';

export interface Trouble {
	kills: number;
	stepDowns: number;
	/** Ends the trouble; what was killed is started again. */
	stop(): Promise<void>;
}

const killEveryMs = 5000;
const stepDownEveryMs = 30_000;
/** Milliseconds by which a kill comes sooner or later, so that it falls into every step of a grab. */
const jitterMs = 400;

/** Kills a grab worker every five seconds, and makes another node of MongoDB the primary every thirty. */
export function makeTrouble(seed: number, service: GrabService, nodes: ThreeNodes): Trouble {
	const {int} = createRandom(seed);
	const ending = new AbortController();
	const {signal} = ending;
	const trouble: Trouble = {kills: 0, stepDowns: 0, stop: async () => undefined};
	const repeat = async (everyMs: number, work: () => Promise<void>) => {
		while (!signal.aborted) {
			await pause(everyMs, undefined, {signal}).catch(() => undefined);
			if (!signal.aborted) {
				await work();
			}
		}
	};
	const running = [
		repeat(killEveryMs - jitterMs, async () => {
			await pause(int(0, 2 * jitterMs));
			const [oldest] = service.grabWorkers();
			oldest?.kill();
			trouble.kills += oldest ? 1 : 0;
		}),
		repeat(stepDownEveryMs, async () => {
			trouble.stepDowns += (await nodes.stepDown()) ? 1 : 0;
		}),
	];
	trouble.stop = async () => {
		ending.abort();
		await Promise.all(running);
	};
	return trouble;
}
