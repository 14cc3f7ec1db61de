import test from 'ava';
import {runTraps} from './run-traps.ts';

const usualSeed = 20_261_123;

test('no episode is read as its season, another number or another season, and no film as another', t => {
	for (const {kind, refused, dangers, names, examples} of runTraps(600, Number(process.env['ORACLE_SEED'] ?? usualSeed))) {
		t.is(dangers, 0, `${kind}\n${examples.join('\n')}`);
		// A parser that reads nothing is in no danger either.
		t.true(refused * 50 <= names, `${kind}: ${refused} refused\n${examples.join('\n')}`);
	}
});
