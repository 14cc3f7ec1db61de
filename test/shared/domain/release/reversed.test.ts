import test from 'ava';
import {readForwards} from '#shared/domain/release/prepare-name.ts';

test('a name written backwards is turned, any other is left alone', t => {
	t.is(readForwards('50E50S.ruobraH'), 'Harbour.S05E05');
	t.is(readForwards('11E-20S ruobraH'), 'Harbour S02-E11');
	t.is(readForwards('p027.4102.ruobraH'), 'Harbour.2014.720p'.split('').reverse().join(''));
	t.is(readForwards('Harbour.S05E05'), 'Harbour.S05E05');
});
