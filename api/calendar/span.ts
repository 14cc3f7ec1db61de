import {dayMs} from '#shared/domain/durations.ts';
import type {Fault} from '#shared/errors.ts';

export interface Span {
	start: Date;
	/** Excluded. */
	end: Date;
}

const longestDays = 366;
/** Without dates: from yesterday to a week from now. */
const usualDays = {before: 1, all: 9};

const dayOnly = /^\d{4}-\d\d-\d\d$/;

/** The first moment of the day. */
export function dayOf(moment: Date): Date {
	return new Date(Math.floor(Number(moment) / dayMs) * dayMs);
}

export const daysAfter = (moment: Date, days: number) => new Date(Number(moment) + days * dayMs);

/** What a caller asks for; a day as `end` is part of it. */
export function toSpan({start, end}: {start?: string | undefined; end?: string | undefined}, now: Date): Span | Fault[] {
	const [first, last] = [read(start), read(end)];
	const faults = [
		...(first === 'wrong' ? [{path: 'start', message: 'start is no date that exists'}] : []),
		...(last === 'wrong' ? [{path: 'end', message: 'end is no date that exists'}] : []),
	];
	if (first === 'wrong' || last === 'wrong') {
		return faults;
	}
	const until = last && (end !== undefined && dayOnly.test(end) ? daysAfter(last, 1) : last);
	const from = first ?? (until ? daysAfter(until, -usualDays.all) : daysAfter(dayOf(now), -usualDays.before));
	const span = {start: from, end: until ?? daysAfter(from, usualDays.all)};
	const days = (Number(span.end) - Number(span.start)) / dayMs;
	if (days <= 0) {
		return [{path: 'end', message: 'end must be after start'}];
	}
	return days > longestDays ? [{path: 'end', message: `end must be at most ${longestDays} days after start`}] : span;
}

/** `2026-02-30` is no date, although JavaScript takes it for the second of March. */
function read(text: string | undefined): Date | 'wrong' | null {
	if (text === undefined) {
		return null;
	}
	const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
	const moment = new Date(text);
	const exists = !Number.isNaN(Number(moment)) && !Number.isNaN(Number(day)) && day.toISOString().startsWith(text.slice(0, 10));
	return exists ? moment : 'wrong';
}
