import type {BenchRow} from './bench-row.ts';
import type {Load} from './load.ts';

export interface Measured {
	row: BenchRow;
	bare: Load;
	ours: Load;
}

const widths = [42, 10, 10, 7, 9, 9, 8] as const;

/** The result table, one line per row, and the rows that miss their goal. */
export function report(measured: readonly Measured[]): {lines: string[]; misses: string[]} {
	const head = toLine(['', 'bare/s', 'ours/s', 'ratio', 'bare p99', 'ours p99', 'goal']);
	return {lines: [head, ...measured.map(lineOf)], misses: measured.flatMap(missesOf)};
}

function lineOf({row, bare, ours}: Measured): string {
	return toLine([
		row.name,
		bare.requestsPerSecond.toFixed(0),
		ours.requestsPerSecond.toFixed(0),
		ratioOf(bare, ours).toFixed(2),
		`${bare.p99} ms`,
		`${ours.p99} ms`,
		row.goal.ratio.toFixed(2),
	]);
}

function missesOf({row: {name, goal}, bare, ours}: Measured): string[] {
	const ratio = ratioOf(bare, ours);
	const longest = goal.p99 === undefined ? Number.POSITIVE_INFINITY : goal.p99 * bare.p99;
	return [
		...(ratio < goal.ratio ? [`${name}: ${ratio.toFixed(2)} of bare, wanted ${goal.ratio}`] : []),
		...(ours.p99 > longest ? [`${name}: p99 ${ours.p99} ms, wanted at most ${longest.toFixed(0)} ms`] : []),
		...(ours.failures + bare.failures > 0 ? [`${name}: ${ours.failures + bare.failures} requests failed`] : []),
	];
}

export function ratioOf(bare: Load, ours: Load): number {
	return ours.requestsPerSecond / bare.requestsPerSecond;
}

function toLine(cells: readonly string[]): string {
	return cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0))).join('');
}
