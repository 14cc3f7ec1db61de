import test from 'ava';
import {runTraps} from './run-traps.ts';

const namesOfEachKind = 200_000;

test('no dangerous misreading in two million names', t => {
	t.timeout(1_800_000);
	const seed = Number(process.env['ORACLE_SEED'] ?? Date.now() % 1_000_000);
	for (const {kind, dangers, refused, examples} of runTraps(namesOfEachKind, seed)) {
		t.log(`${kind}: ${refused} refused`);
		t.is(dangers, 0, `${kind}, ORACLE_SEED=${seed}\n${examples.join('\n')}`);
	}
});
