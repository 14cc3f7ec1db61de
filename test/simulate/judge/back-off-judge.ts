import {dayMs, hourMs} from '#shared/domain/durations.ts';
import {when} from '../clock.ts';
import type {Title} from '../world/titles.ts';

export interface TitleQuery {
	at: number;
	/** Queries of one job to several indexers, or for a season and then its episodes, are one search. */
	jobId: string;
	kind: 'movie' | 'season' | 'episode';
	/** The titles that the search is for and this query covers. */
	titles: readonly Title[];
}

export interface BackOffJudge {
	queried(query: TitleQuery): void;
	/** It has a file now, so its waits begin again. */
	grabbed(id: string): void;
	searches(): number;
	faults(): string[];
}

/** Waits after the first, second … search without a result, as the contract has them. */
const waits = [6 * hourMs, dayMs, 3 * dayMs, 7 * dayMs] as const;
const longest = 7 * dayMs;

export interface NewSchedule {
	/** How long an episode counts as new, from its air time. */
	newFor: number;
	/** The wait after so many searches without a result, the last of which came at this age. */
	waitAt(age: number, tries: number): number;
}

/**
 * Says when a title is searched more often than its back-off allows. It knows the rule, not the planner: it counts what
 * arrives at the indexers. A season may be asked for when one of its titles may.
 */
export function createBackOffJudge(schedule: NewSchedule | null = null): BackOffJudge {
	const known = new Map<string, {tries: number; last: number; jobId: string}>();
	const faults: string[] = [];
	let searches = 0;

	function allowedFrom(title: Title): number {
		const before = known.get(title.id);
		if (!before) {
			return Number.NEGATIVE_INFINITY;
		}
		const age = before.last - title.wantedFrom;
		const isNew = title.kind === 'episode' && schedule !== null && age < schedule.newFor;
		return before.last + (isNew ? schedule.waitAt(age, before.tries) : (waits[before.tries - 1] ?? longest));
	}

	return {
		queried({at, jobId, kind, titles}) {
			const fresh = titles.filter(({id}) => known.get(id)?.jobId !== jobId);
			if (fresh.length === 0) {
				return;
			}
			searches += 1;
			const early = fresh.filter(title => allowedFrom(title) > at);
			if (early.length === fresh.length && fresh.length === titles.length) {
				const [first] = early;
				const {tries = 0, last = 0} = known.get(first?.id ?? '') ?? {};
				const what = kind === 'season' ? `the season of ${first?.name}` : first?.name;
				faults.push(`${what} was searched at ${when(at)}, ${hours(at - last)} h after search ${tries} without a result`);
			}
			for (const {id} of fresh) {
				const before = known.get(id);
				known.set(id, {tries: (before?.tries ?? 0) + 1, last: at, jobId});
			}
		},
		grabbed: id => void known.delete(id),
		searches: () => searches,
		faults: () => faults,
	};
}

const hours = (ms: number) => (ms / hourMs).toFixed(1);
