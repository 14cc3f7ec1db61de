import test from 'ava';
import {isTooOld, vulnerabilityOf} from '#shared/start/server-versions.ts';

test('versions with all fixes pass, all others are warned about with the gravest hole and the remedy', t => {
	for (const fixed of ['8.4.0', '8.3.3', '8.2.10', '8.0.24', '8.0.32', '7.0.35', '6.0.28', '5.0.33', '9.0.0']) {
		t.is(vulnerabilityOf(fixed, 'x'), null, fixed);
	}
	const readable = ['8.2.2', '8.1.9', '8.0.16', '7.3.9', '7.0.27', '6.0.5', '6.0.26', '5.0.31', '4.4.29', '4.2.99'];
	const executing = ['8.3.1', '8.2.8', '8.0.22', '7.0.33', '6.0.27', '5.0.32', '4.4.30'];
	const stopped = ['8.3.2', '8.2.9', '8.0.23', '7.0.34'];
	for (const [versions, id] of [
		[readable, 'CVE-2025-14847'],
		[executing, 'CVE-2026-8053'],
		[stopped, 'CVE-2026-9740'],
	] as const) {
		for (const open of versions) {
			t.regex(vulnerabilityOf(open, 'x') ?? '', new RegExp(`^x: MongoDB ${open} .*${id}.*Update it to`), open);
		}
	}
	t.regex(vulnerabilityOf('7.0.20', 'x') ?? '', /Update it to 7\.0\.35 or/);
	t.regex(vulnerabilityOf('6.0.5', 'x') ?? '', /Update it to 8\.0\.24 or/, 'nobody mends 6.0 any more');
});

test('a version is too old by its first two numbers', t => {
	t.true(isTooOld('4.4.30', [5, 0]));
	t.true(isTooOld('6.1.9', [6, 2]));
	t.false(isTooOld('6.2.0', [6, 2]));
	t.false(isTooOld('10.0.0', [6, 2]));
});
