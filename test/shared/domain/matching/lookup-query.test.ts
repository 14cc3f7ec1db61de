import test from 'ava';
import {readLookupQuery} from '#shared/domain/matching/lookup-query.ts';

test('a query is a title unless it has the form of an id', t => {
	t.deepEqual(readLookupQuery(' The Lamp 2024 '), {by: 'title', title: 'The Lamp 2024'});
	t.deepEqual(readLookupQuery('tmdb:603'), {by: 'metaId', id: 603});
	t.deepEqual(readLookupQuery('tmdbid: 603'), {by: 'metaId', id: 603});
	t.deepEqual(readLookupQuery('TVDB:81189'), {by: 'tvMetaId', id: 81_189});
	t.deepEqual(readLookupQuery('imdb:TT0133093'), {by: 'imdbId', id: 'tt0133093'});
	t.deepEqual(readLookupQuery('tt0133093'), {by: 'imdbId', id: 'tt0133093'});
	t.deepEqual(readLookupQuery('Mission: Lamp'), {by: 'title', title: 'Mission: Lamp'});
});

test('a prefix that no id follows is refused', t => {
	for (const query of ['tmdb:', 'tmdb:lamp', 'tmdb:0', 'tmdb:99999999999', 'imdb:603', 'tvdb:-1']) {
		t.is(readLookupQuery(query), null, query);
	}
});
