import {setImmediate} from 'node:timers/promises';
import test from 'ava';
import {runTraps} from './run-traps.ts';
import {traps} from './traps.ts';

const namesOfEachKind = 2_000_000 / Object.keys(traps).length;
/** The thread answers AVA between two rounds. */
const namesOfRound = 5000;

test('no dangerous misreading in two million names', async t => {
	const seed = Number(process.env['ORACLE_SEED'] ?? Date.now() % 1_000_000);
	let refused = 0;
	for (let round = 0; round < namesOfEachKind / namesOfRound; round++) {
		await setImmediate();
		const roundSeed = seed + 100 * round;
		for (const report of runTraps(namesOfRound, roundSeed)) {
			t.is(report.dangers, 0, `${report.kind}, ORACLE_SEED=${roundSeed}\n${report.examples.join('\n')}`);
			refused += report.refused;
		}
	}
	t.log(`seed ${seed}: ${refused} of 2,000,000 refused`);
});
