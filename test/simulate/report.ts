import {hourMs} from '#shared/domain/durations.ts';
import type {Quarter} from './judge/ledger.ts';
import {describeOverdue, duration, type Wait} from './judge/wanted-judge.ts';
import type {Day, Simulated} from './live.ts';

/** The other faults are only counted. */
const shownFaults = 8;

export interface Verdict {
	faults: string[];
	lines: string[];
	/** The last line. */
	sentence: string;
}

export function describeDay({at, referee, waitingJobs}: Day): string {
	const {queries, grabbed} = sum(referee.ledger.quarters());
	const {overdue, notYet} = referee.wanted.left(at);
	const missing = `wanted and at an indexer ${overdue.length}, at none ${notYet}`;
	const faults = referee.backOff.faults().length + referee.airing.faults().length;
	return `${new Date(at).toISOString().slice(0, 10)}  queries ${queries}  files ${grabbed}  ${missing}  waiting jobs ${waitingJobs}  faults ${faults}`;
}

/** Brings together what the judges say. */
export function judge({referee, sites, end, costs}: Simulated): Verdict {
	const {overdue, notYet, never} = referee.wanted.left(end);
	const groups: [string, string[]][] = [
		['aired and not searched within the hour', referee.airing.faults()],
		['searched more often than its back-off allows', referee.backOff.faults()],
		['budgets and pauses of indexers', sites.flatMap(site => site.faults())],
		['wanted at the end although an indexer has it', overdue.toSorted((a, b) => b.ms - a.ms).map(each => describeOverdue(each, end))],
	];
	const faults = groups.flatMap(([, all]) => all);
	const quarters = referee.ledger.quarters();
	const total = sum(quarters);
	const {aired, longestMs} = referee.airing.figures();
	const lines = [
		...table(quarters),
		'',
		...sites.map(site => `${site.name}: ${site.queries()} queries${site.limit === null ? '' : `, allows ${site.limit} a ${site.unit}`}`),
		'',
		...Object.entries(costs).map(([id, {runs, ms}]) => `${id}: ${runs} runs, ${(ms / 1000).toFixed(1)} s to plan`),
		'',
		'the longest waits for what an indexer had:',
		...longest(total.waits)
			.slice(0, shownFaults)
			.map(({title, ms}) => `  ${title.name}: ${duration(ms)}`),
		'',
		...groups.flatMap(([name, all]) => [`${name}: ${all.length}`, ...all.slice(0, shownFaults).map(fault => `  ${fault}`)]),
	];
	const figures = [
		`${aired} episodes aired, the longest searched after ${(longestMs / hourMs).toFixed(2)} h`,
		`${referee.backOff.searches()} searches`,
		`${total.grabbed} files for ${total.queries} queries (${ratio(total.queries, total.grabbed)} each, ${percent(total.wasted, total.queries)} wasted)`,
		`longest wait for what an indexer had ${duration(longest(total.waits)[0]?.ms ?? 0)}`,
		`${overdue.length} wanted at the end, ${notYet} more that no indexer has yet, ${never} not out yet`,
	];
	const counts = groups.filter(([, all]) => all.length > 0).map(([name, all]) => `${all.length} ${name}`);
	return {faults, lines, sentence: `simulate: ${faults.length === 0 ? 'passed' : 'failed'}, ${[...counts, ...figures].join('; ')}`};
}

function table(quarters: readonly Quarter[]): string[] {
	const rows = quarters.map(({queries, grabbed, wasted, waits}, index) => [
		`${index + 1}`,
		`${queries}`,
		`${grabbed}`,
		ratio(queries, grabbed),
		percent(wasted, queries),
		duration(median(waits.map(({ms}) => ms))),
		duration(longest(waits)[0]?.ms ?? 0),
	]);
	const head = ['quarter', 'queries', 'files', 'queries a file', 'wasted', 'median wait', 'longest wait'];
	return [head, ...rows].map(row => row.map((cell, column) => cell.padStart((head[column]?.length ?? 0) + 2)).join(''));
}

function sum(quarters: readonly Quarter[]): Quarter {
	return {
		queries: quarters.reduce((all, {queries}) => all + queries, 0),
		grabbed: quarters.reduce((all, {grabbed}) => all + grabbed, 0),
		wasted: quarters.reduce((all, {wasted}) => all + wasted, 0),
		waits: quarters.flatMap(({waits}) => waits),
	};
}

const longest = (waits: readonly Wait[]) => waits.toSorted((a, b) => b.ms - a.ms);
const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const ratio = (a: number, b: number) => (b === 0 ? '-' : (a / b).toFixed(1));
const percent = (a: number, b: number) => (b === 0 ? '-' : `${Math.round((a / b) * 100)} %`);
