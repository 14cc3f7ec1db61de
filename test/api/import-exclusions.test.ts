import test from 'ava';
import {serve} from '#test/helpers/serve.ts';

const base = '/api/import-exclusions';

test('an exclusion is made, listed newest first, changed and removed', async t => {
	const {call} = await serve(t);
	const first = await call(`POST ${base}`, {body: {type: 'movie', metaId: 1, title: 'One', year: 2001}});
	t.is(first.status, 201);
	t.like(first.body, {type: 'movie', metaId: 1, title: 'One', year: 2001});
	t.is((await call(`POST ${base}`, {body: {type: 'series', metaId: 1, title: 'Other'}})).body.year, null);
	const {body} = await call(`GET ${base}?limit=1`);
	t.deepEqual(body.pagination, {page: 1, limit: 1, total: 2, totalPages: 2});
	t.is((await call(`PUT ${base}/${first.body.id}`, {body: {title: 'Uno', year: null}})).body.title, 'Uno');
	t.like((await call(`GET ${base}/${first.body.id}`)).body, {title: 'Uno', year: null, metaId: 1});
	t.is((await call(`DELETE ${base}/${first.body.id}`)).status, 204);
	t.is((await call(`GET ${base}/${first.body.id}`)).status, 404);
});

test('a second exclusion of a title is refused, and so are wrong bodies and callers', async t => {
	const {call} = await serve(t);
	const body = {type: 'movie', metaId: 1, title: 'One'};
	await call(`POST ${base}`, {body});
	const {body: other} = await call(`POST ${base}`, {body: {...body, metaId: 2}});
	t.like(await call(`POST ${base}`, {body}), {status: 409});
	t.like((await call(`PUT ${base}/${other.id}`, {body: {metaId: 1}})).body, {status: 409, code: 'already_exists'});
	t.is((await call(`POST ${base}`, {body: {type: 'album', metaId: 0}})).body.errors.length, 3);
	t.is((await call(`POST ${base}`, {body: {...body, metaId: 3, title: ' '}})).status, 400);
	t.is((await call(`DELETE ${base}/x`)).status, 404);
	t.is((await call(`POST ${base}`, {as: 'user', body: {...body, metaId: 3}})).status, 403);
	t.is((await call(`GET ${base}`, {as: 'user'})).status, 200);
});

test('a title may be excluded from one library only', async t => {
	const {call, deps} = await serve(t);
	const flags = {enabled: true, monitored: true, backfillEnabled: false};
	const settings = {type: 'movies' as const, rootFolderId: 'r', qualityProfileId: 'q', languageProfileId: 'l', ...flags};
	const library = await deps.libraries.add({name: 'Films', ...settings}, deps.now());
	const body = {type: 'movie', metaId: 1, title: 'One'};
	const one = await call(`POST ${base}`, {body: {...body, libraryId: library.id}});
	t.like(one, {status: 201, body: {libraryId: library.id}});
	t.is((await call(`POST ${base}`, {body: {...body, libraryId: library.id}})).status, 409);
	t.true(await deps.importExclusions.has('movie', 1, library.id));
	t.false(await deps.importExclusions.has('movie', 1, 'another'));
	t.false(await deps.importExclusions.has('movie', 1, null));
	const all = await call(`POST ${base}`, {body});
	t.like(all, {status: 201, body: {libraryId: null}});
	t.is((await call(`POST ${base}`, {body})).status, 409);
	t.true(await deps.importExclusions.has('movie', 1, 'another'));
	t.is((await call(`POST ${base}`, {body: {...body, metaId: 2, libraryId: 'none'}})).body.errors[0].path, 'libraryId');
	await call(`DELETE ${base}/${all.body.id}`);
	await deps.connection.collection('importExclusions').updateMany({}, {$unset: {libraryId: 1}});
	t.is((await call(`GET ${base}/${one.body.id}`)).body.libraryId, null, 'what an earlier version stored is for all libraries');
});
