import {setTimeout as pause} from 'node:timers/promises';
import {type Journey, travel} from '../stage/journeys.ts';
import type {Stage} from '../stage/stage.ts';

/** What a few clients do all the time. */
export interface Load {
	journeys: Journey[];
	/** Number of lists that were read. */
	reads(): number;
	faults: string[];
	/** Begins no more films, and resolves when those that have begun are grabbed. */
	stop(): Promise<void>;
}

const lists = ['/api/library/movies?limit=50', '/api/queue', '/api/tasks', '/api/history?limit=20', '/api/download-clients'];
const readPauseMs = 100;
const travellers = 3;
/** An API process is down for seconds only, and the other one answers meanwhile. */
const usualReadLimitMs = 5_000;

interface LoadOptions {
	/** Milliseconds between two films of one traveller. */
	filmPauseMs?: number;
	/** Milliseconds within which a list must be answered. */
	readLimitMs?: number;
}

export function startLoad(stage: Stage, {filmPauseMs = 2_000, readLimitMs = usualReadLimitMs}: LoadOptions = {}): Load {
	const stopping = new AbortController();
	const rest = (ms: number) => pause(ms, undefined, {signal: stopping.signal}).catch(() => undefined);
	const journeys: Journey[] = [];
	const faults: string[] = [];
	const fail = (error: unknown) => void faults.push(error instanceof Error ? error.message : String(error));
	let reads = 0;
	const offers = stage.offers.values();

	async function read(): Promise<void> {
		while (!stopping.signal.aborted) {
			const path = lists[reads % lists.length]!; // the remainder is always a place of the list
			await stage.caller.insist(api => api.get(path), readLimitMs).catch(error => fail(`${path} was not answered: ${error}`));
			reads += 1;
			await rest(readPauseMs);
		}
	}

	async function send(): Promise<void> {
		for (const offer of offers) {
			await travel(offer, stage).then(journey => journeys.push(journey), fail);
			await rest(filmPauseMs);
			if (stopping.signal.aborted) {
				return;
			}
		}
	}

	const all = [read(), ...Array.from({length: travellers}, send)];
	return {
		journeys,
		reads: () => reads,
		faults,
		async stop() {
			stopping.abort();
			await Promise.all(all);
		},
	};
}
