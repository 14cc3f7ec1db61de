import test from 'ava';
import {fakeTmdb} from '#test/helpers/fake-tmdb.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {handleLookUpTitle} from '#workers/refresh/look-up-titles.ts';

test('a series says what each choice of monitoring would search, and a movie what it is', async t => {
	const season = (number: number, year: number) => ({
		number,
		episodes: [1, 2].map(episode => ({number: episode, airDate: `${year}-01-0${episode}`})),
	});
	const tmdb = await fakeTmdb(t, {
		movies: [{id: 7, title: 'The Lamp', imdbId: 'tt0000007', releaseDate: '2024-03-01'}],
		series: [
			{id: 9, title: 'Tides', tvMetaId: 99, firstAirDate: '2020-01-01', seasons: [season(1, 2020), season(2, 2021), season(3, 2999)]},
		],
	});
	const {deps, run} = await withWorkerDeps(t, {metadataUrl: tmdb.url});
	const {facts} = await handleLookUpTitle({kind: 'series', metaId: 9}, deps, run());
	const searched = Object.fromEntries(facts.monitoring.map(({monitor, episodes, seasons}) => [monitor, [episodes, seasons]]));
	t.like(searched, {all: [4, 2], future: [0, 0], firstSeason: [2, 1], lastSeason: [0, 0], pilot: [1, 1], none: [0, 0]});
	t.deepEqual(
		facts.seasons.map(({seasonNumber, aired}) => [seasonNumber, aired]),
		[
			[1, 2],
			[2, 2],
			[3, 0],
		],
	);
	t.is(facts.tvMetaId, 99);
	const {facts: ofMovie} = await handleLookUpTitle({kind: 'movie', metaId: 7}, deps, run());
	t.like(ofMovie, {imdbId: 'tt0000007', status: null, seasons: []});
});
