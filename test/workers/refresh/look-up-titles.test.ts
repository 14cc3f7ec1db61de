import test from 'ava';
import type {LookUpTitles} from '#shared/jobs/refresh.ts';
import {fakeTmdb} from '#test/helpers/fake-tmdb.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {handleLookUpTitles} from '#workers/refresh/look-up-titles.ts';

test('titles are found by name, with or without their year, and by each id', async t => {
	const tmdb = await fakeTmdb(t, {
		movies: [
			{id: 7, title: 'The Lamp', imdbId: 'tt0000007', releaseDate: '2024-03-01'},
			{id: 8, title: 'The Lamp 2049', releaseDate: '2017-03-01'},
		],
		series: [{id: 9, title: 'Tides', imdbId: 'tt0000009', tvMetaId: 99, firstAirDate: '2020-01-01', seasons: []}],
	});
	const {deps, run} = await withWorkerDeps(t, {metadataUrl: tmdb.url});
	const ids = async (kind: LookUpTitles['kind'], subject: LookUpTitles['subject']) =>
		(await handleLookUpTitles({kind, subject}, deps, run())).titles.map(({metaId}) => metaId);

	const {titles} = await handleLookUpTitles({kind: 'movie', subject: {by: 'title', title: 'the lamp 2024'}}, deps, run());
	t.deepEqual(titles, [
		{
			metaId: 7,
			title: 'The Lamp',
			year: 2024,
			overview: 'The Lamp is a film that was never made.',
			posterUrl: 'https://image.example/t/p/w500/poster-7.jpg',
			releaseDate: '2024-03-01',
			metaRating: 7.1,
		},
	]);
	t.deepEqual(await ids('movie', {by: 'title', title: 'the lamp 2049'}), [8]);
	t.deepEqual(await ids('movie', {by: 'title', title: 'lamp'}), [7, 8]);
	t.deepEqual(await ids('movie', {by: 'metaId', id: 7}), [7]);
	t.deepEqual(await ids('movie', {by: 'metaId', id: 404}), []);
	t.deepEqual(await ids('movie', {by: 'imdbId', id: 'tt0000007'}), [7]);
	t.deepEqual(await ids('movie', {by: 'tvMetaId', id: 99}), []);
	t.deepEqual(await ids('series', {by: 'title', title: 'tides'}), [9]);
	t.deepEqual(await ids('series', {by: 'tvMetaId', id: 99}), [9]);
	t.deepEqual(await ids('series', {by: 'imdbId', id: 'tt0000009'}), [9]);
});

test('at most twenty titles are reported', async t => {
	const movies = Array.from({length: 25}, (_, at) => ({id: at + 1, title: `Lamp ${at}`}));
	const tmdb = await fakeTmdb(t, {movies});
	const {deps, run} = await withWorkerDeps(t, {metadataUrl: tmdb.url});
	t.is((await handleLookUpTitles({kind: 'movie', subject: {by: 'title', title: 'lamp'}}, deps, run())).titles.length, 20);
});
