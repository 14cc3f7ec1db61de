import test from 'ava';
import fc from 'fast-check';
import {isPlainMoment, momentSize, writeMoment} from '#api/http/fast/moment-bytes.ts';

function written(time: number): string {
	const bytes = Buffer.alloc(momentSize + 2, '.');
	writeMoment(bytes, 1, time);
	return bytes.toString();
}

test('every day of eight centuries is written as Date writes it', t => {
	for (let day = Date.UTC(1600, 0, 1); day < Date.UTC(2400, 0, 2); day += 86_400_000) {
		if (written(day) !== `.${new Date(day).toISOString()}.`) {
			t.is(written(day), `.${new Date(day).toISOString()}.`);
		}
	}
	t.pass();
});

test('any plain moment is written as Date writes it', t => {
	const min = new Date('0001-01-01T00:00:00Z');
	const max = new Date('9999-12-31T00:00:00Z');
	fc.assert(
		fc.property(fc.date({min, max, noInvalidDate: true}), date => {
			t.true(isPlainMoment(Number(date)));
			t.is(written(Number(date)), `.${date.toISOString()}.`);
		}),
		{numRuns: 500},
	);
	t.false(isPlainMoment(Number(min) - 1));
	t.false(isPlainMoment(Number(max) + 86_400_000));
});
