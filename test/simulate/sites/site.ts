import {when} from '../clock.ts';
import {type SitePlan, type Trouble, unitMs} from './site-plans.ts';

export type SiteAnswer = {kind: 'well'} | {kind: 'down'} | {kind: 'limited'; retryAfterSeconds: number | null};

/** A simulated indexer, with its own book of who asked when. It is the judge of its budget. */
export interface Site extends SitePlan {
	/** Notes a query and says how the site takes it. */
	ask(at: number): SiteAnswer;
	/** Whether a query would be answered now. */
	isOpen(at: number): boolean;
	queries(): number;
	/** Budgets that were exceeded, pauses that were not kept. */
	faults(): string[];
}

/** What was sent this long after a 429 may have been on its way before. */
const onTheWayMs = 10_000;

export function createSite(plan: SitePlan, troubles: readonly Trouble[]): Site {
	const asked: number[] = [];
	const early: string[] = [];
	let reported = {at: 0, until: 0};
	const troubleAt = (at: number) => troubles.find(({from, until}) => from <= at && at < until);
	/** The time of the query that has to leave the window before there is room for another. */
	const oldest = () => (plan.limit === null ? Number.NEGATIVE_INFINITY : (asked.at(-plan.limit) ?? Number.NEGATIVE_INFINITY));

	return {
		...plan,
		ask(at) {
			asked.push(at);
			const trouble = troubleAt(at);
			if (trouble?.kind !== 'down' && at > reported.at + onTheWayMs && at < reported.until) {
				early.push(`${plan.name} was asked at ${when(at)}, although it had answered 429 with Retry-After until ${when(reported.until)}`);
			}
			if (!trouble) {
				return {kind: 'well'};
			}
			if (trouble.kind === 'down') {
				return {kind: 'down'};
			}
			reported = trouble.isReported && at >= reported.until ? {at, until: trouble.until} : reported;
			return {kind: 'limited', retryAfterSeconds: trouble.isReported ? Math.ceil((trouble.until - at) / 1000) : null};
		},
		isOpen: at => !troubleAt(at) && oldest() <= at - unitMs[plan.unit],
		queries: () => asked.length,
		faults: () => [...early, ...excesses(plan, asked)],
	};
}

/** Stretches of an hour or a day with more queries than the site allows. */
function excesses({name, limit, unit}: SitePlan, asked: readonly number[]): string[] {
	if (limit === null) {
		return [];
	}
	const times = asked.toSorted((a, b) => a - b);
	let worst = {count: 0, at: 0};
	let first = 0;
	for (const [index, at] of times.entries()) {
		while ((times[first] ?? at) <= at - unitMs[unit]) {
			first += 1;
		}
		const count = index - first + 1;
		worst = count > worst.count ? {count, at} : worst;
	}
	return worst.count > limit ? [`${name} allows ${limit} queries a ${unit} and got ${worst.count} up to ${when(worst.at)}`] : [];
}
