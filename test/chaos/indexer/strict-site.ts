import type {SandboxReply} from '#scripts/demo/sandbox/serve.ts';
import {hourMs} from '#shared/domain/durations.ts';
import {type Budget, budgets, minPauseMs, type Refusal, type RequestKind, refusals} from './limits.ts';

/** Share of its budget that an indexer is used with when people ask all the time. */
const leastUse = 0.5;

/** A request that the site has seen, in milliseconds of simulated time since the begin. */
interface Seen {
	budget: Budget;
	kind: RequestKind;
	at: number;
}

export interface StrictSite {
	/** The answer to a request in place of the usual one; null for none. */
	answer(kind: RequestKind, url: URL): SandboxReply | null;
	/** Number of answers with 429. */
	refused(): number;
	/** Budgets that were exceeded, pauses that were not kept. */
	faults(): string[];
	/** Budgets of which too little was used. */
	unused(hours: number): string[];
	/** Requests so far. */
	figures(): string;
}

/** Counts every request, and refuses some. `now` is the simulated time since the begin, `epoch` its beginning. */
export function createStrictSite({now, epoch}: {now: () => number; epoch: number}): StrictSite {
	const seen: Seen[] = [];
	const faults: string[] = [];
	const served = new Set<string>();
	const rests = new Map<string, {until: number; refusal: Refusal}>();
	let refused = 0;

	function answer(kind: RequestKind, url: URL): SandboxReply | null {
		const budget = budgets.find(({folder}) => url.pathname.startsWith(`${folder}/`));
		if (!budget) {
			return null;
		}
		const at = now();
		seen.push({budget, kind, at});
		const key = `${budget.folder} ${kind}`;
		const rest = rests.get(key);
		if (rest && at < rest.until) {
			faults.push(describe(rest, {budget, kind, at}));
			return refuse(rest.refusal, (rest.until - at) / 1000);
		}
		const refusal = refusals.find(each => each.kind === kind && each.atHour * hourMs <= at && !served.has(`${key} ${each.atHour}`));
		if (!refusal) {
			return null;
		}
		served.add(`${key} ${refusal.atHour}`);
		rests.set(key, {refusal, until: at + (refusal.retryAfter ?? minPauseMs) * 1000});
		return refuse(refusal, refusal.retryAfter ?? minPauseMs);
	}

	function refuse({retryAfter, isDate}: Refusal, secondsLeft: number): SandboxReply {
		refused += 1;
		const until = new Date(epoch + now() + Math.ceil(secondsLeft) * 1000).toUTCString();
		const reported = isDate ? until : String(Math.ceil(secondsLeft));
		return {status: 429, type: 'text/plain', body: 'Slow down', headers: retryAfter === null ? {} : {'retry-after': reported}};
	}

	return {
		answer,
		refused: () => refused,
		faults: () => [...faults, ...budgets.flatMap(budget => excesses(seen, budget))],
		unused: hours => budgets.flatMap(budget => starved(seen, budget, hours)),
		figures: () => budgets.map(budget => `${budget.name}: ${maxOf(seen, budget, 'query')} and ${maxOf(seen, budget, 'grab')}`).join('; '),
	};
}

function describe({until, refusal}: {until: number; refusal: Refusal}, {budget, kind, at}: Seen): string {
	const early = Math.round((until - at) / 1000);
	const asked =
		refusal.retryAfter === null ? 'without Retry-After' : `with ${refusal.isDate ? 'a date' : `${refusal.retryAfter} s`} as Retry-After`;
	return `${budget.name}: a ${kind} in hour ${(at / hourMs).toFixed(1)} came ${early} s too early after the 429 of hour ${refusal.atHour}, ${asked}`;
}

/** The most requests in any stretch of the budget's unit, and when that was reached. */
function fullest(seen: readonly Seen[], budget: Budget, kind: RequestKind): {max: number; at: number} {
	const times = seen.filter(each => each.budget === budget && each.kind === kind).map(({at}) => at);
	const counts = times.map((at, index) => ({at, max: times.slice(0, index + 1).filter(time => time > at - budget.unitMs).length}));
	return counts.reduce((best, each) => (each.max > best.max ? each : best), {max: 0, at: 0});
}

function excesses(seen: readonly Seen[], budget: Budget): string[] {
	return (['query', 'grab'] as const).flatMap(kind => {
		const {max, at} = fullest(seen, budget, kind);
		const limit = budget.limits[kind];
		return max > limit
			? [
					`${budget.name} allows ${limit} requests of the kind ${kind} a ${budget.unit} and got ${max} up to hour ${(at / hourMs).toFixed(1)}`,
				]
			: [];
	});
}

function starved(seen: readonly Seen[], budget: Budget, hours: number): string[] {
	return (['query', 'grab'] as const).flatMap(kind => {
		const used = seen.filter(each => each.budget === budget && each.kind === kind).length;
		const allowed = (budget.limits[kind] * hours * hourMs) / budget.unitMs;
		return used < allowed * leastUse
			? [`${budget.name} allowed ${Math.round(allowed)} requests of the kind ${kind} in ${hours} hours, and only ${used} came`]
			: [];
	});
}

function maxOf(seen: readonly Seen[], budget: Budget, kind: RequestKind): string {
	const all = seen.filter(each => each.budget === budget && each.kind === kind).length;
	const noun = kind === 'query' ? 'queries' : 'grabs';
	return `${all} ${noun}, at most ${fullest(seen, budget, kind).max} of ${budget.limits[kind]} a ${budget.unit}`;
}
