import test from 'ava';
import {isTooOld, vulnerabilityOf} from '#shared/start/server-versions.ts';

test('versions in which CVE-2025-14847 is fixed pass, all others are warned about with the remedy', t => {
	for (const fixed of ['8.3.0', '8.2.3', '8.0.17', '7.0.28', '6.0.27', '5.0.32', '4.4.30', '9.0.0']) {
		t.is(vulnerabilityOf(fixed, 'x'), null, fixed);
	}
	for (const open of ['8.2.2', '8.1.9', '8.0.16', '7.3.9', '7.0.27', '6.0.5', '6.0.26', '5.0.31', '4.4.29', '4.2.99']) {
		t.regex(vulnerabilityOf(open, 'x') ?? '', /^x: MongoDB .*CVE-2025-14847.*Update it to/, open);
	}
});

test('a version is too old by its first two numbers', t => {
	t.true(isTooOld('4.4.30', [5, 0]));
	t.true(isTooOld('6.1.9', [6, 2]));
	t.false(isTooOld('6.2.0', [6, 2]));
	t.false(isTooOld('10.0.0', [6, 2]));
});
