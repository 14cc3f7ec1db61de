import test from 'ava';
import {Unavailable, UpstreamFailed} from '#shared/errors.ts';
import type {LookUpTitles} from '#shared/jobs/refresh.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {serve} from '#test/helpers/serve.ts';

const lamp = {metaId: 7, title: 'The Lamp', year: 2024, overview: 'Light.', posterUrl: null};

test('a lookup shows what the provider has, and what of it is in the library', async t => {
	const served = await serve(t);
	const {id, path} = await addMovie(served, {metaId: 7});
	const asked: LookUpTitles[] = [];
	await answerJobs(t, served, {
		lookUpTitles: async payload => {
			asked.push(payload);
			return {titles: [lamp, {...lamp, metaId: 8, year: null}]};
		},
	});
	const {status, body} = await served.call('GET /api/lookup/movies?query=the%20lamp');
	t.is(status, 200);
	t.deepEqual(body, {
		results: [
			{...lamp, inLibrary: true, id, copies: [{id, libraryId: null, path}]},
			{...lamp, metaId: 8, year: null, inLibrary: false, id: null, copies: []},
		],
	});

	t.deepEqual((await served.call('GET /api/lookup/movies?query=The%20Lamp', {as: 'user'})).body, body);
	t.deepEqual(asked, [{kind: 'movie', subject: {by: 'title', title: 'the lamp'}}], 'typing it again asks nobody');

	const series = await served.call('GET /api/lookup/series?query=tmdb:7');
	t.like(series.body.results[0], {metaId: 7, inLibrary: false, id: null});
	t.deepEqual(asked[1], {kind: 'series', subject: {by: 'metaId', id: 7}});
});

test('failures of the provider are those of adding a title, and are not remembered', async t => {
	const served = await serve(t);
	const failures = [new UpstreamFailed('provider_failed', 'It broke.'), new Unavailable('provider_key_missing', 'Get a key.')];
	await answerJobs(t, served, {lookUpTitles: async () => Promise.reject(failures.shift())});
	t.is((await served.call('GET /api/lookup/movies?query=lamp')).status, 502);
	const {status, body} = await served.call('GET /api/lookup/movies?query=lamp');
	t.deepEqual([status, body.detail], [503, 'Get a key.']);
});

test('a lookup is for whoever may add titles, and its query is checked', async t => {
	const {call} = await serve(t);
	t.is((await call('GET /api/lookup/movies?query=lamp', {as: 'nobody'})).status, 401);
	const refused = await call('GET /api/lookup/series?query=lamp', {as: 'streaming'});
	t.deepEqual([refused.status, refused.body.code], [403, 'read_only_key']);
	for (const query of ['', '?query=', `?query=${'x'.repeat(201)}`, '?query=tmdb:lamp']) {
		const {status, body} = await call(`GET /api/lookup/movies${query}`);
		t.is(status, 400, query);
		t.is(body.errors[0].path, 'query');
	}
});

test('lookups of a caller are limited apart from searches', async t => {
	const served = await serve(t, {http: {searchesPerMinute: 2}});
	await answerJobs(t, served, {lookUpTitles: async () => ({titles: []})});
	const statuses = [];
	for (let count = 0; count < 3; count += 1) {
		statuses.push((await served.call('GET /api/lookup/movies?query=lamp')).status);
	}
	t.deepEqual(statuses, [200, 200, 429]);
	t.is((await served.call('GET /api/search?movieId=unknown')).status, 404, 'a search may still ask');
});
