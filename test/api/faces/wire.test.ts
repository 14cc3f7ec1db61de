import test from 'ava';
import {newKeyValue} from '#shared/store/accounts/api-keys.ts';
import {withFaces} from '#test/helpers/faces.ts';

test('a key of type apps opens the faces and nothing below /api, and other keys open no face', async t => {
	const {ask, call, key} = await withFaces(t);
	t.like((await ask('GET /radarr/api/v3/system/status')).body, {appName: 'Radarr', version: '6.0.4.0', urlBase: '/radarr'});
	t.like((await ask('GET /sonarr/api/v3/system/status')).body, {appName: 'Sonarr', version: '4.0.16.0', urlBase: '/sonarr'});
	t.is((await ask('GET /radarr/api/v3/system/status')).headers.get('x-application-version'), '6.0.4.0');
	t.is((await ask('GET /api/library/movies')).status, 403);
	t.like(await ask('GET /radarr/api/v3/movie', {key: null}), {status: 401, text: ''});
	t.is((await ask('GET /radarr/api/v3/movie', {key: newKeyValue()})).status, 401);
	const {body} = await call('POST /api/settings/system/api-keys', {body: {name: 'Main', type: 'main'}});
	t.is((await ask('GET /radarr/api/v3/movie', {key: body.key.value})).status, 401);
	for (const headers of [{authorization: `Bearer ${key}`}, {'X-API-KEY': key}]) {
		t.is((await ask('GET /radarr/api/v3/tag', {key: null, headers})).status, 200);
	}
	t.is((await ask(`GET /radarr/api/v3/tag?apikey=${key}`, {key: null})).status, 200);
});

test('a new key for an app has 32 hex digits, and only such a key has limits of deletions', async t => {
	const {call, ask} = await withFaces(t);
	const {body} = await call('POST /api/settings/system/api-keys', {body: {name: 'Seerr', type: 'apps', readOnly: true, faces: ['movies']}});
	t.regex(body.key.value, /^[\da-f]{32}$/);
	t.deepEqual(body.key.app, {readOnly: true, faces: ['movies'], filesPerHour: 100, bytesPerHour: 500 * 1024 ** 3});
	const key = body.key.value;
	t.is((await ask('GET /radarr/api/v3/tag', {key})).status, 200);
	t.is((await ask('GET /sonarr/api/v3/tag', {key})).status, 403);
	t.is((await ask('POST /radarr/api/v3/tag', {key, body: {label: 'x'}})).status, 403);
	t.is((await call('POST /api/settings/system/api-keys', {body: {name: 'x', type: 'main', readOnly: true}})).status, 400);
});

test('paths and names are read in any case, old and unknown paths are no page', async t => {
	const {ask} = await withFaces(t);
	t.is((await ask('GET /RADARR/API/V3/QualityProfile/')).status, 200);
	t.deepEqual((await ask('GET /radarr/api')).body, {current: 'v3', deprecated: []});
	t.deepEqual((await ask('GET /sonarr/ping', {key: null})).body, {status: 'OK'});
	t.like(await ask('GET /radarr/api/system/status'), {status: 404, text: ''});
	for (const line of [
		'GET /radarr/api/v3/nothing',
		'GET /radarr/api/v3/movie/0',
		'GET /radarr/api/v3/movie/99999999999',
		'GET /radarr/x',
	]) {
		t.like(await ask(line), {status: 404, body: {message: 'NotFound'}}, line);
	}
	const tag = await ask('POST /radarr/api/v3/tag', {body: '{"LABEL": "1 - Admin", "unknown": [1,],}'});
	t.like(tag, {status: 201, body: {label: '1-admin'}});
	t.is(tag.headers.get('location'), `/radarr/api/v3/tag/${tag.body.id}`);
	t.is((await ask('POST /sonarr/api/v3/tag', {body: {label: '1-admin'}})).body.id, tag.body.id);
	t.like(await ask('POST /radarr/api/v3/tag', {body: {label: '!!'}}), {status: 400});
	t.is((await ask('POST /radarr/api/v3/tag', {body: '{"label": '})).status, 400);
});

test('a link to a title leads to the page, whoever follows it, and tells nobody whether there is such a title', async t => {
	const {ask} = await withFaces(t, {}, {http: {basePath: '/kino'}});
	for (const [path, place] of [
		['/kino/radarr/movie/603', 'movies/by-number/603'],
		['/kino/sonarr/series/1396/', 'series/by-number/1396'],
		['/kino/radarr/4k/movie/603', 'movies/by-number/603'],
	] as const) {
		const {status, headers} = await ask(`GET ${path}`, {key: null});
		t.deepEqual([status, headers.get('location')], [302, `/kino/#/${place}`], path);
	}
	for (const path of ['/kino/radarr/movie/x', '/kino/radarr/series/1', '/kino/radarr/', '/kino/prowlarr/movie/1']) {
		t.is((await ask(`GET ${path}`, {key: null})).status, 401, path);
	}
});

test('wrong input is refused in the form of these programs, and never as a failure of ours', async t => {
	const {ask} = await withFaces(t);
	const bad = [
		'{"tmdbId": "many"}',
		'[]',
		'"text"',
		'{"tmdbId": 1, "tags": "x"}',
		'{"tmdbId": 1, "rootFolderPath": 5, "tags": [77]}',
		`{"a":${'['.repeat(40)}${']'.repeat(40)}}`,
	];
	for (const body of bad) {
		const answer = await ask('POST /radarr/api/v3/movie', {body});
		t.is(answer.status, 400, `${body}: ${answer.text}`);
	}
	const {body} = await ask('POST /radarr/api/v3/movie', {body: {tmdbId: 'many'}});
	t.like(body[0], {propertyName: 'tmdbId', severity: 'error', attemptedValue: 'many'});
	for (const line of [
		'GET /radarr/api/v3/movie?tmdbId=99999999999999999',
		'GET /sonarr/api/v3/episode?seriesId=x',
		'GET /radarr/api/v3/moviefile?movieId=-1',
	]) {
		t.is((await ask(line)).status, 200, line);
	}
});
