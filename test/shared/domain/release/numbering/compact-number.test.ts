import test from 'ava';
import {readCompactNumber, readCompactPair, readNumbersInFront} from '#shared/domain/release/numbering/compact-number.ts';
import {prepareName} from '#shared/domain/release/prepare-name.ts';

test('three or four digits are season and episode, a year is not', t => {
	t.like(readCompactNumber(prepareName('Harbour.103.720p')), {season: 1, episodes: [3]});
	t.like(readCompactNumber(prepareName('Harbour.1103.720p')), {season: 11, episodes: [3]});
	t.like(readCompactNumber(prepareName('Harbour.2010.217.hdtv')), {season: 2, episodes: [17], start: 13});
	t.is(readCompactNumber(prepareName('Harbour.2010.hdtv')), null);
	t.is(readCompactNumber(prepareName('Harbour.x264')), null);
});

test('a number that begins with nought is a count', t => {
	t.like(readCompactNumber(prepareName('Harbour.001.DVD')), {absoluteEpisodes: [1]});
});

test('neighbours in one number or in two are a double episode', t => {
	t.like(readCompactPair(prepareName('Harbour.10910.hdtv')), {season: 1, episodes: [9, 10]});
	t.like(readCompactPair(prepareName('Harbour.109.110.hdtv')), {season: 1, episodes: [9, 10]});
	t.is(readCompactPair(prepareName('Harbour.140722.hdtv')), null);
	t.is(readCompactPair(prepareName('Harbour.150304.hdtv')), null);
	t.like(readCompactPair(prepareName('Harbour.020708.hdtv')), {season: 2, episodes: [7, 8]});
});

test('two numbers in front are season and episode', t => {
	t.like(readNumbersInFront(prepareName('11-02 Harbour (HD)')), {season: 11, episodes: [2]});
	t.is(readNumbersInFront(prepareName('24-7 Harbour')), null);
});
