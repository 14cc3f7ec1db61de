import test from 'ava';
import {qualityNames} from '#shared/domain/quality/qualities.ts';
import {defaultSizeLimits, sizeLimitFaults, sizesFor} from '#shared/domain/quality/size-limits.ts';

const megabyte = 1024 ** 2;

test('each quality has limits that can be met', t => {
	t.deepEqual(Object.keys(defaultSizeLimits).sort(), [...qualityNames].sort());
	t.deepEqual(
		Object.entries(defaultSizeLimits).filter(([, limit]) => sizeLimitFaults(limit).length > 0),
		[],
	);
});

test('limits mean bytes for so many minutes', t => {
	t.deepEqual(sizesFor({minimum: 2, preferred: 50.5, maximum: null}, 110), {
		minutes: 110,
		minimum: 220 * megabyte,
		preferred: 5555 * megabyte,
		maximum: null,
	});
});

test('limits that nothing can meet have faults', t => {
	const fieldsOf = (limit: Parameters<typeof sizeLimitFaults>[0]) => sizeLimitFaults(limit).map(({field}) => field);
	t.deepEqual(fieldsOf({minimum: 10, preferred: 15, maximum: 20}), []);
	t.deepEqual(fieldsOf({minimum: 10, preferred: null, maximum: null}), []);
	t.deepEqual(fieldsOf({minimum: 10, preferred: 5, maximum: null}), ['preferred']);
	t.deepEqual(fieldsOf({minimum: 10, preferred: 21, maximum: 20}), ['preferred']);
	t.deepEqual(fieldsOf({minimum: 10, preferred: null, maximum: 9}), ['maximum']);
});
