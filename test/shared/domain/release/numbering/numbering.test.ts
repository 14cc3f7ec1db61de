import test from 'ava';
import {episodeRange} from '#shared/domain/release/numbering/numbering.ts';

test('a list of episodes runs from the first to the last', t => {
	t.deepEqual(episodeRange(3, 5), [3, 4, 5]);
	t.deepEqual(episodeRange(3, 3), [3]);
});

test('a list that runs backwards or for ever is none', t => {
	t.is(episodeRange(5, 3), null);
	t.is(episodeRange(1, 99_999), null);
});
