import {hourMs} from '#shared/domain/durations.ts';

export type RequestKind = 'query' | 'grab';

/** An indexer of the test: a folder of the site, with its own budget. */
export interface Budget {
	name: string;
	/** `/day` or `/hour`, where the site has it. */
	folder: string;
	unit: 'hour' | 'day';
	unitMs: number;
	limits: Record<RequestKind, number>;
}

export const budgets: readonly [Budget, Budget] = [
	{name: 'Stage', folder: '/day', unit: 'day', unitMs: 24 * hourMs, limits: {query: 60, grab: 8}},
	{name: 'Stage hourly', folder: '/hour', unit: 'hour', unitMs: hourMs, limits: {query: 6, grab: 2}},
];

/** When the site first answers 429, and how it says for how long. */
export interface Refusal {
	/** Simulated hours since the begin. */
	atHour: number;
	kind: RequestKind;
	/** Seconds; null for an answer without Retry-After. */
	retryAfter: number | null;
	/** Retry-After as a date instead of a number. */
	isDate: boolean;
}

export const refusals: readonly Refusal[] = [
	{atHour: 5, kind: 'query', retryAfter: 7200, isDate: false},
	{atHour: 14, kind: 'query', retryAfter: null, isDate: false},
	{atHour: 25, kind: 'query', retryAfter: 3 * 3600, isDate: true},
	{atHour: 29, kind: 'grab', retryAfter: 3600, isDate: false},
	// The restart is in the midst of this one.
	{atHour: 34, kind: 'query', retryAfter: 6 * 3600, isDate: false},
	{atHour: 49, kind: 'query', retryAfter: 1500, isDate: false},
	{atHour: 52, kind: 'grab', retryAfter: 7200, isDate: true},
	{atHour: 54, kind: 'grab', retryAfter: null, isDate: false},
];

/** Seconds that a client rests at least after a 429 that does not say for how long. */
export const minPauseMs = 60;

/** The settings of the indexer that has this budget. */
export function toIndexer({name, folder, unit, limits}: Budget): object {
	return {name, apiPath: `${folder}/api`, queryLimit: limits.query, grabLimit: limits.grab, limitUnit: unit};
}
