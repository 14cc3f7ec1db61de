import {dayMs} from '#shared/domain/durations.ts';
import type {Wait} from './wanted-judge.ts';

/** What happened in a quarter of a year. */
export interface Quarter {
	queries: number;
	grabbed: number;
	/** Queries of searches that brought no file. */
	wasted: number;
	/** Waits for titles that an indexer had. */
	waits: Wait[];
}

const quarterMs = 91.25 * dayMs;

export interface Ledger {
	query(at: number, jobId: string): void;
	grab(at: number, jobId: string, wait: Wait | null): void;
	quarters(): Quarter[];
}

/** Counts queries and grabs by quarter. */
export function createLedger(start: number): Ledger {
	const quarters: Quarter[] = [];
	const queriesOf = new Map<string, number>();
	const useful = new Set<string>();
	const at = (moment: number): Quarter => {
		const index = Math.max(0, Math.floor((moment - start) / quarterMs));
		while (quarters.length <= index) {
			quarters.push({queries: 0, grabbed: 0, wasted: 0, waits: []});
		}
		return quarters[index]!; // it was just made
	};
	return {
		query(moment, jobId) {
			const quarter = at(moment);
			quarter.queries += 1;
			if (!useful.has(jobId)) {
				quarter.wasted += 1;
				queriesOf.set(jobId, (queriesOf.get(jobId) ?? 0) + 1);
			}
		},
		grab(moment, jobId, wait) {
			const quarter = at(moment);
			quarter.grabbed += 1;
			quarter.wasted -= queriesOf.get(jobId) ?? 0;
			queriesOf.delete(jobId);
			useful.add(jobId);
			if (wait && !wait.isOld) {
				quarter.waits.push(wait);
			}
		},
		quarters: () => quarters,
	};
}
