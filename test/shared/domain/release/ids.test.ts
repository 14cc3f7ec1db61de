import test from 'ava';
import {idPosition, parseIds} from '#shared/domain/release/ids.ts';

test('ids stand in any bracket or in none', t => {
	t.deepEqual(parseIds('Road (2014) {tmdbid-43074}'), {imdbId: null, tmdbId: 43074});
	t.deepEqual(parseIds('Road (2014) [tmdb=43074]'), {imdbId: null, tmdbId: 43074});
	t.deepEqual(parseIds('Road {imdb-tt0123456} {tmdb-7}'), {imdbId: 'tt0123456', tmdbId: 7});
	t.deepEqual(parseIds('Road.TT01234567.1080p'), {imdbId: 'tt01234567', tmdbId: null});
	t.deepEqual(parseIds('Matt1234567'), {imdbId: null, tmdbId: null});
});

test('the place of the first id ends the title', t => {
	t.is(idPosition('Road {tmdb-2020}'), 5);
	t.is(idPosition('Road (2014)'), -1);
});
