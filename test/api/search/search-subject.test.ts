import test from 'ava';
import {searchSubject, subjectFaults} from '#api/search/schema.ts';
import type {SearchSubject} from '#shared/jobs/search.ts';

const kind = test.macro<[Parameters<typeof searchSubject>[0], SearchSubject['kind']]>((t, asked, expected) => {
	t.is(searchSubject(asked)?.kind, expected);
	t.deepEqual(subjectFaults(asked), []);
});

test('series, season and episode mean an episode', kind, {seriesId: 's', seasonNumber: 0, episodeNumber: 1, query: 'x'}, 'episode');
test('a movie id means a movie', kind, {movieId: 'm', query: 'x'}, 'movie');
test('a provider id alone means a movie', kind, {metaId: 603}, 'movie');
test('a provider id of type tv means a series', kind, {metaId: 603, type: 'tv'}, 'tv');
test('an id of the TV provider means a series', kind, {tvMetaId: 5, type: 'tv'}, 'tv');
test('a series means tv, with a season or without', kind, {seriesId: 's', seasonNumber: 2}, 'tv');
test('a query alone is a manual search', kind, {query: 'x'}, 'manual');
test('a query of a type is a manual search', kind, {query: 'x', type: 'tv'}, 'manual');
