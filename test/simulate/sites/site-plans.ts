import type {Chance} from '#scripts/seed/words.ts';
import {dayMs, hourMs, minuteMs} from '#shared/domain/durations.ts';
import type {Span} from '../world/titles.ts';

/** An indexer as its owners run it. */
export interface SitePlan {
	name: string;
	/** Queries that it allows in any stretch of `unit`; null for as many as anybody likes. */
	limit: number | null;
	unit: 'hour' | 'day';
	/** It answers 429 at times that nobody can know. */
	isMoody: boolean;
}

/** As many as there are shares in `offers.ts`. */
export const sitePlans: readonly SitePlan[] = [
	{name: 'Boundless', limit: null, unit: 'day', isMoody: false},
	{name: 'Thousand a day', limit: 1000, unit: 'day', isMoody: false},
	{name: 'Hundred an hour', limit: 100, unit: 'hour', isMoody: false},
	{name: 'Two hundred a day', limit: 200, unit: 'day', isMoody: false},
	{name: 'Moody', limit: null, unit: 'day', isMoody: true},
];

export const unitMs = {hour: hourMs, day: dayMs} as const;

/** A stretch of time in which a site does not answer as usual. */
export interface Trouble {
	from: number;
	until: number;
	kind: 'down' | 'limited';
	/** Whether a 429 says for how long. */
	isReported: boolean;
}

/** Days between two outages of one site, between two of all sites at once, and between two moods. */
const every = {outage: 25, blackout: 60, mood: 3};

/** The troubles of each site, in the order of the plans. Sometimes all of them are away at once, as with no network. */
export function planTroubles(chance: Chance, span: Span): Trouble[][] {
	const times = (days: number, longestHours: number) => {
		const count = Math.max(1, Math.round((span.end - span.start) / (days * dayMs)));
		return Array.from({length: count}, () => {
			const from = span.start + hourMs + chance.integer(Math.max(1, span.end - span.start - hourMs));
			return {from, until: from + 20 * minuteMs + chance.integer(longestHours * hourMs)};
		});
	};
	const blackouts = times(every.blackout, 5).map((time): Trouble => ({...time, kind: 'down', isReported: false}));
	return sitePlans.map(({isMoody}) => {
		const outages = times(every.outage, 12).map((time): Trouble => ({...time, kind: 'down', isReported: false}));
		const moods = isMoody ? times(every.mood, 5) : [];
		return [...blackouts, ...outages, ...moods.map((time): Trouble => ({...time, kind: 'limited', isReported: chance.is(0.8)}))];
	});
}
