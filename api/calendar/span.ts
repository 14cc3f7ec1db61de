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

interface Asked {
	start?: string | undefined;
	end?: string | undefined;
}

/** What is wrong with the dates that a caller asks for. */
export function spanFaults(asked: Asked, now: Date): Fault[] {
	const wrong = (['start', 'end'] as const).filter(name => !isDate(asked[name]));
	if (wrong.length > 0) {
		return wrong.map(path => ({path, message: `${path} is no date that exists`}));
	}
	const {start, end} = toSpan(asked, now);
	const days = (Number(end) - Number(start)) / dayMs;
	if (days <= 0) {
		return [{path: 'end', message: 'end must be after start'}];
	}
	return days > longestDays ? [{path: 'end', message: `end must be at most ${longestDays} days after start`}] : [];
}

/** What a caller asks for, if it has no faults; a day as `end` is part of it. */
export function toSpan({start, end}: Asked, now: Date): Span {
	const last = end === undefined ? null : new Date(end);
	const until = last && end !== undefined && dayOnly.test(end) ? daysAfter(last, 1) : last;
	const earliest = () => (until ? daysAfter(until, -usualDays.all) : daysAfter(dayOf(now), -usualDays.before));
	const from = start === undefined ? earliest() : new Date(start);
	return {start: from, end: until ?? daysAfter(from, usualDays.all)};
}

/** `2026-02-30` is no date, although JavaScript takes it for the second of March. */
function isDate(text: string | undefined): boolean {
	if (text === undefined) {
		return true;
	}
	const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
	return !Number.isNaN(Date.parse(text)) && !Number.isNaN(Number(day)) && day.toISOString().startsWith(text.slice(0, 10));
}
