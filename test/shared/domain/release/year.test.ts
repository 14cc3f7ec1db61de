import test from 'ava';
import {splitYear} from '#shared/domain/release/year.ts';

test('a year at the end of a title is split off, a title that is a number stays', t => {
	t.deepEqual(splitYear('Harbour (2010)'), {withoutYear: 'Harbour', year: 2010});
	t.deepEqual(splitYear('Harbour 2010'), {withoutYear: 'Harbour', year: 2010});
	t.deepEqual(splitYear('1923 2022'), {withoutYear: '1923', year: 2022});
	t.deepEqual(splitYear('1923'), {withoutYear: '1923', year: null});
	t.deepEqual(splitYear('Harbour 104'), {withoutYear: 'Harbour 104', year: null});
});
