import {badlyRead, demanded, type OracleReport, runOracle} from './run-oracle.ts';
import {runTraps} from './run-traps.ts';

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

/** Parses as many names of each kind that tempts to misread them; false if one would be filed wrongly. */
function printTraps(names: number, seed: number): boolean {
	const reports = runTraps(names, seed);
	for (const {kind, dangers, refused, examples} of reports) {
		console.log(`${kind.padEnd(32)} ${dangers} filed wrongly, ${refused} refused of ${names.toLocaleString('en')}`);
		for (const example of examples.slice(0, shownExamples)) {
			console.log(`  ${example}`);
		}
	}
	return reports.every(({dangers}) => dangers === 0);
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
	return printTraps(titles, seed) && bad.length === 0 && report.dangerous.length === 0;
}
