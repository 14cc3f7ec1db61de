import type {SearchRoom} from './search-room.ts';

/** What a run of a task planned. */
export interface PlanFigures {
	/** Titles that are wanted and do not rest; more than `due` if `isMore`. */
	due: number;
	isMore: boolean;
	planned: number;
	room: Pick<SearchRoom, 'limitedBy' | 'until'>;
}

/** Says why a run planned fewer searches than there are wanted titles; null if the budgets allowed all of them. */
export function planMessage({due, isMore, planned, room: {limitedBy, until}}: PlanFigures): string | null {
	if (planned >= due || limitedBy === 'nothing') {
		return null;
	}
	const wanted = `${isMore ? 'more than ' : ''}${due} wanted ${due === 1 ? 'title' : 'titles'}`;
	const untilThen = until ? ` until ${momentOf(until)}` : '';
	if (limitedBy === 'rest') {
		return `None of ${wanted} is searched: every indexer rests${untilThen}.`;
	}
	return `${planned} of ${wanted} ${planned === 1 ? 'fits' : 'fit'} into the budgets${untilThen}.`;
}

/** `2026-03-01 18:00 UTC` */
export function momentOf(date: Date): string {
	return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
