import {setImmediate} from 'node:timers/promises';
import test from 'ava';
import {runTraps} from './run-traps.ts';
import {traps} from './traps.ts';

/** Each run has other names, so that many runs see millions. `ORACLE_NAMES=2000000` takes as many at once. */
const names = Number(process.env['ORACLE_NAMES'] ?? 200_000);
const namesOfEachKind = names / Object.keys(traps).length;
/** The thread answers AVA between two rounds. */
const namesOfRound = 2500;

test('no dangerous misreading in names that are made to be misread', async t => {
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
	t.log(`seed ${seed}: ${refused} of ${names} refused`);
});
