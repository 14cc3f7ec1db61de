import {badlyRead, demanded, type OracleReport, runOracle} from './run-oracle.ts';

const shownExamples = 3;
const shownDangers = 20;

function printClaims({claims}: OracleReport): void {
	for (const [claim, {asserted, wrong, examples}] of claims) {
		const percent = (100 - (100 * wrong) / asserted).toFixed(3);
		console.log(`${claim.padEnd(26)} ${asserted.toLocaleString('en').padStart(10)} asserted   ${percent.padStart(7)} % right`);
		for (const name of examples.slice(0, shownExamples)) {
			console.log(`  ${name}`);
		}
	}
}

/** Parses `titles` made-up names and prints how well they were read; false if the result is not good enough. */
export function printOracle(titles: number, seed: number): boolean {
	console.log(`${titles.toLocaleString('en')} made-up names, seed ${seed}`);
	const report = runOracle(titles, seed);
	printClaims(report);
	console.log(`${report.dangerous.length} would be filed wrongly`);
	for (const mistake of report.dangerous.slice(0, shownDangers)) {
		console.log(`  ${mistake}`);
	}
	const bad = badlyRead(report);
	if (bad.length > 0) {
		console.log(`less than ${demanded} % right: ${bad.join(', ')}`);
	}
	return bad.length === 0 && report.dangerous.length === 0;
}
