import test from 'ava';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {serve} from '#test/helpers/serve.ts';

const base = '/api/auto-tags';
const rule = {name: 'Old films', conditions: [{kind: 'year', value: {min: null, max: 1980}}], tags: ['Alt & gut']};

test('a rule is made, shown, changed and removed, and each time all titles are tagged again', async t => {
	const {call, deps} = await serve(t);
	const promised = async () => (await deps.outbox.list(100)).filter(({job}) => job === 'apply-auto-tags').map(({payload}) => payload);
	const {status, body} = await call(`POST ${base}`, {body: rule});
	t.is(status, 201);
	const [condition] = rule.conditions;
	t.like(body, {name: 'Old films', enabled: true, conditions: [{...condition, negate: false, required: false}], tags: ['alt-gut']});
	t.deepEqual(await promised(), [{titleIds: null}]);
	t.deepEqual((await call('GET /api/tags')).body.tags[0].uses, [{kind: 'autoTag', id: body.id, name: 'Old films'}]);
	t.like((await call(`PUT ${base}/${body.id}`, {body: {...body, enabled: false}})).body, {enabled: false, tags: ['alt-gut']});
	t.is((await call(`GET ${base}`)).body.autoTags.length, 1);
	t.like((await call(`POST ${base}`, {body: rule})).body, {status: 409, code: 'already_exists'});
	t.is((await call(`DELETE ${base}/${body.id}`)).status, 204);
	t.is((await call(`GET ${base}/${body.id}`)).status, 404);
});

test('a change of a title is followed by its rules', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	const movie = await addMovie(served);
	const promised = async () => (await deps.outbox.list(100)).map(({job, payload}) => ({job, payload}));
	await call(`PUT /api/library/movies/${movie.id}`, {body: {monitored: false}});
	t.deepEqual(await promised(), [], 'without rules nothing follows');
	await deps.autoTags.add({...rule, enabled: true, conditions: [], tags: []}, deps.now());
	await call(`PUT /api/library/movies/${movie.id}`, {body: {monitored: true}});
	t.deepEqual(await promised(), [{job: 'apply-auto-tags', payload: {titleIds: [movie.id]}}]);
});

test('wrong rules are refused with each fault, and only administrators make them', async t => {
	const {call} = await serve(t);
	const conditions = [
		{kind: 'year', value: 'x'},
		{kind: 'colour', value: 'x'},
		{kind: 'monitored', value: true, extra: 1},
	];
	const {status, body} = await call(`POST ${base}`, {body: {name: ' ', conditions, tags: ['ok', '…']}});
	t.is(status, 400);
	const paths = body.errors.map(({path}: {path: string}) => path);
	t.deepEqual(paths, ['name', 'conditions[0].value', 'conditions[1]', 'conditions[2].extra', 'tags[1]']);
	t.is((await call(`POST ${base}`, {body: {...rule, conditions: []}})).status, 400);
	t.is((await call(`POST ${base}`, {body: {...rule, tags: []}})).status, 400);
	t.is((await call(`POST ${base}`, {as: 'user', body: rule})).status, 403);
	t.is((await call(`POST ${base}/preview`, {as: 'user', body: rule})).status, 403);
	t.is((await call(`GET ${base}`, {as: 'user'})).status, 200);
});

test('a preview asks a worker', async t => {
	const served = await serve(t);
	const examples = [{type: 'movie' as const, id: 'id', title: 'Lamp', year: 1970}];
	const asked: unknown[] = [];
	await answerJobs(t, served, {
		async previewAutoTag(payload) {
			asked.push(payload);
			return {movies: 3, series: 0, examples};
		},
	});
	const {status, body} = await served.call(`POST ${base}/preview`, {body: rule});
	t.is(status, 200);
	t.deepEqual(body, {movies: 3, series: 0, examples});
	t.deepEqual(asked, [{conditions: [{...rule.conditions[0], negate: false, required: false}]}]);
});

test('libraries and quality profiles are named by id or by name, and others are refused', async t => {
	const {call, deps, directory} = await serve(t);
	const root = await deps.rootFolders.add({name: 'Films', path: directory}, deps.now());
	await deps.qualityProfiles.ensureDefaults(deps.now());
	const profile = await deps.qualityProfiles.getDefault();
	const choice = {qualityProfileId: profile.id, languageProfileId: '', enabled: true, monitored: true, backfillEnabled: false};
	const library = await deps.libraries.add({...choice, name: 'Für Kinder', type: 'movies', rootFolderId: root.id}, deps.now());
	const named = [
		{kind: 'library', value: 'für kinder'},
		{kind: 'qualityProfile', value: profile.name},
	];
	const {status, body} = await call(`POST ${base}`, {body: {...rule, conditions: named}});
	t.is(status, 201);
	t.like(body.conditions, [{value: library.id}, {value: profile.id}]);
	t.like((await call(`PUT ${base}/${body.id}`, {body})).body.conditions, [{value: library.id}, {value: profile.id}]);
	for (const path of [base, `${base}/preview`]) {
		const refused = await call(`POST ${path}`, {body: {...rule, name: 'Other', conditions: [{kind: 'library', value: 'Cellar'}]}});
		t.is(refused.status, 400);
		t.deepEqual(refused.body.errors, [
			{path: 'conditions[0].value', message: 'conditions[0].value must be the id or the name of a library'},
		]);
	}
});
