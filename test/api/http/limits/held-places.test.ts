import test from 'ava';
import {createHeldPlaces} from '#api/http/limits/held-places.ts';

test('places are counted for each key and for all together, until they are given back', t => {
	const places = createHeldPlaces();
	const leave = [places.take('a'), places.take('a'), places.take('b')];
	t.deepEqual([places.of('a'), places.of('b'), places.of('c'), places.total()], [2, 1, 0, 3]);
	leave[0]?.();
	leave[2]?.();
	t.deepEqual([places.of('a'), places.of('b'), places.total()], [1, 0, 1]);
});
