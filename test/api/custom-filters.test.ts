import test from 'ava';
import {addUser, serve} from '#test/helpers/serve.ts';

const filter = {
	kind: 'series',
	name: 'Old and missing',
	conditions: {downloaded: false, maxYear: 1990, status: 'ended'},
	sort: 'missing:desc',
};

test('filters are kept for their caller alone, and go with the user', async t => {
	const {call, deps} = await serve(t);
	const {id: userId} = await addUser(deps, 'vera', 'user');
	const added = await call('POST /api/custom-filters', {body: filter});
	t.is(added.status, 201);
	t.like(added.body, filter);
	t.is((await call('POST /api/custom-filters', {body: {...filter, name: 'OLD and missing'}})).status, 409);
	t.deepEqual(await deps.customFilters.of(`user:${userId}`), []);
	await deps.customFilters.add(`user:${userId}`, {...filter, kind: 'series'}, deps.now());
	t.false(await deps.customFilters.remove(`user:${userId}`, added.body.id));
	await call(`DELETE /api/users/${userId}`);
	t.deepEqual(await deps.customFilters.of(`user:${userId}`), []);
	t.is((await call('GET /api/custom-filters')).body.customFilters.length, 1);
	t.is((await call(`DELETE /api/custom-filters/${added.body.id}`)).status, 204);
	t.is((await call(`DELETE /api/custom-filters/${added.body.id}`)).status, 404);
});

test('a filter has only conditions and orders of its list', async t => {
	const {call} = await serve(t);
	const pathsOf = async (body: object) => {
		const {body: problem} = await call('POST /api/custom-filters', {body: {...filter, ...body}});
		return problem.errors?.map(({path}: {path: string}) => path).sort();
	};
	t.deepEqual(await pathsOf({kind: 'movies'}), ['conditions.status', 'sort']);
	t.deepEqual(await pathsOf({conditions: {page: 2}}), ['conditions.page']);
	t.deepEqual(await pathsOf({sort: 'studio:asc'}), ['sort']);
	t.deepEqual(await pathsOf({conditions: {minYear: 'soon'}, name: ''}), ['conditions.minYear', 'name']);
});

test('a filter is replaced by its owner alone, under a name that is free', async t => {
	const {call, deps} = await serve(t);
	const {body: kept} = await call('POST /api/custom-filters', {body: filter});
	await call('POST /api/custom-filters', {body: {...filter, name: 'Other'}});
	const change = (body: object, id = kept.id) => call(`PUT /api/custom-filters/${id}`, {body: {...filter, ...body}});
	t.like((await change({name: 'Newer', conditions: {minYear: 2000}, sort: null})).body, {
		id: kept.id,
		name: 'Newer',
		conditions: {minYear: 2000},
		sort: null,
	});
	t.is((await change({name: 'OTHER'})).status, 409);
	t.is((await change({kind: 'movies'})).status, 400);
	const {id: userId} = await addUser(deps, 'vera', 'user');
	const {id: strange} = await deps.customFilters.add(`user:${userId}`, {...filter, kind: 'series'}, deps.now());
	t.is((await change({}, strange)).status, 404);
});
