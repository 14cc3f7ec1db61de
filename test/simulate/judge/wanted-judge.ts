import {dayMs, hourMs} from '#shared/domain/durations.ts';
import {when} from '../clock.ts';
import {firstAt, type Offer, type Title} from '../world/titles.ts';

export interface Wait {
	title: Title;
	/** Milliseconds since an indexer had it and somebody wanted it. */
	ms: number;
	/** It was wanted and there when the simulation began, so the whole library was before it. */
	isOld: boolean;
}

export interface WantedJudge {
	/** Returns null when nobody waited for it any more. */
	grabbed(id: string, at: number): Wait | null;
	/** What is wanted and missing at the end: what an indexer has, and how much no indexer has yet. */
	left(at: number): {overdue: Wait[]; notYet: number; never: number};
	wanted(): number;
}

/** Follows what the library lacks, and since when an indexer could have filled it. */
export function createWantedJudge(titles: Iterable<Title>, offers: Iterable<Offer>, start: number): WantedJudge {
	const there = whenThere([...offers]);
	const open = new Map([...titles].filter(({monitored, had}) => monitored && had !== 'good').map(title => [title.id, title]));
	const since = ({id, wantedFrom}: Title) => Math.max(wantedFrom, there.get(id) ?? Number.POSITIVE_INFINITY, start);
	const waitOf = (title: Title, at: number): Wait => ({title, ms: Math.max(0, at - since(title)), isOld: since(title) <= start});

	return {
		grabbed(id, at) {
			const title = open.get(id);
			open.delete(id);
			return title ? waitOf(title, at) : null;
		},
		left(at) {
			const wanted = [...open.values()].filter(({wantedFrom}) => wantedFrom <= at);
			const overdue = wanted.filter(title => since(title) <= at).map(title => waitOf(title, at));
			return {overdue, notYet: wanted.length - overdue.length, never: open.size - wanted.length};
		},
		wanted: () => open.size,
	};
}

/**
 * When the first indexer has each title. A pack counts only for what has no release of its own: it does not replace the
 * files of the other episodes.
 */
function whenThere(offers: readonly Offer[]): Map<string, number> {
	const there = new Map<string, number>();
	const own = new Set(offers.filter(({isPack}) => !isPack).flatMap(({titles}) => titles.map(({id}) => id)));
	for (const offer of offers) {
		for (const {id} of offer.titles.filter(title => !(offer.isPack && own.has(title.id)))) {
			there.set(id, Math.min(there.get(id) ?? Number.POSITIVE_INFINITY, firstAt(offer)));
		}
	}
	return there;
}

export function describeOverdue({title, ms}: Wait, at: number): string {
	return `${title.name} is still missing, although an indexer has it since ${when(at - ms)} (${duration(ms)})`;
}

export function duration(ms: number): string {
	return ms < 2 * dayMs ? `${(ms / hourMs).toFixed(1)} h` : `${(ms / dayMs).toFixed(1)} d`;
}
