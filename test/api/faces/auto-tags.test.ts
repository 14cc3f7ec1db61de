import test from 'ava';
import {withHousehold} from '#test/helpers/apps-household.ts';

const condition = (implementation: string, values: Record<string, unknown>, required = true) => ({
	...{name: 'mine', implementation, negate: false, required},
	fields: Object.entries(values).map(([name, value]) => ({name, value})),
});

test('a program adds, reads back, changes and removes rules for its titles alone', async t => {
	const {ask, deps} = await withHousehold(t);
	const tag = (await ask('POST /radarr/api/v3/tag', {body: {label: 'kids'}})).body;
	const [profile] = (await ask('GET /radarr/api/v3/qualityprofile')).body;
	const specifications = [
		condition('GenreSpecification', {value: ['Animation', 'Family']}, false),
		condition('YearSpecification', {min: 1990, max: 2020}),
		condition('RootFolderSpecification', {value: '/films/'}),
		condition('QualityProfileSpecification', {value: profile.id}),
		condition('OriginalLanguageSpecification', {value: 1}),
	];
	const sent = {name: 'Kids', removeTagsAutomatically: false, tags: [tag.id], specifications};
	for (const program of ['radarr', 'sonarr']) {
		const added = await ask(`POST /${program}/api/v3/autotagging`, {body: sent});
		t.is(added.status, 201, added.text);
		t.like(added.body, {name: 'Kids', removeTagsAutomatically: false, tags: [tag.id]});
		t.is(added.headers.get('location'), `/${program}/api/v3/autotagging/${added.body.id}`);
		const shown = added.body.specifications.map(({name, implementation, required, fields}: (typeof specifications)[number]) => ({
			...{name, implementation, negate: false, required},
			fields: fields.map(({name: each, value}) => ({name: each, value})),
		}));
		t.deepEqual(shown, specifications);
		t.deepEqual((await ask(`GET /${program}/api/v3/autotagging`)).body, [added.body]);
		t.deepEqual((await ask(`GET /${program}/api/v3/autotagging/${added.body.id}`)).body, added.body);
		const stored = await deps.autoTags.list();
		const same = await ask(`PUT /${program}/api/v3/autotagging/${added.body.id}`, {body: added.body});
		t.deepEqual([same.status, same.body], [202, added.body]);
		t.deepEqual(await deps.autoTags.list(), stored, 'what comes back as it was shown is not written');
		t.like(await ask(`POST /${program}/api/v3/autotagging`, {body: sent}), {status: 400, body: [{propertyName: 'Name'}]});
	}
	t.deepEqual((await deps.autoTags.list()).map(({scope}) => scope).toSorted(), ['movies', 'tv']);
	t.deepEqual((await deps.autoTags.list())[0]?.conditions.slice(0, 3), [
		{kind: 'genre', value: 'Animation', negate: false, required: false},
		{kind: 'genre', value: 'Family', negate: false, required: false},
		{kind: 'year', value: {min: 1990, max: 2020}, negate: false, required: true},
	]);
	const [rule] = (await ask('GET /radarr/api/v3/autotagging')).body;
	t.deepEqual((await ask(`GET /radarr/api/v3/tag/detail/${tag.id}`)).body.autoTagIds, [rule.id]);
	const renamed = await ask(`PUT /radarr/api/v3/autotagging/${rule.id}`, {body: {...rule, name: 'Children'}});
	t.like(renamed, {status: 202, body: {...rule, name: 'Children'}}, renamed.text);
	t.is((await ask(`DELETE /radarr/api/v3/autotagging/${rule.id}`)).status, 200);
	t.deepEqual(
		(await deps.autoTags.list()).map(({name, scope}) => ({name, scope})),
		[{name: 'Kids', scope: 'tv'}],
	);
});

test('the conditions of the schema can be sent, and wrong ones are refused', async t => {
	const {ask, deps} = await withHousehold(t);
	const tag = (await ask('POST /radarr/api/v3/tag', {body: {label: 'kids'}})).body;
	const schema = (await ask('GET /sonarr/api/v3/autotagging/schema')).body as {implementation: string}[];
	t.true(schema.some(({implementation}) => implementation === 'NetworkSpecification'));
	const whole = {name: 'A', tags: [tag.id], specifications: [condition('MonitoredSpecification', {})]};
	const wrong: object[] = [
		...[{}, [], {name: 'A'}, {...whole, name: ''}, {...whole, tags: []}, {...whole, tags: [999]}, {...whole, specifications: []}],
		...[
			condition('Nope', {value: 1}),
			condition('GenreSpecification', {value: []}),
			condition('QualityProfileSpecification', {value: 999}),
			condition('NetworkSpecification', {value: ['BBC']}),
			{},
			'text',
		].map(each => ({...whole, specifications: [each]})),
		{...whole, specifications: Array.from({length: 101}, () => condition('MonitoredSpecification', {}))},
	];
	for (const body of wrong) {
		const {status, body: faults, text} = await ask('POST /radarr/api/v3/autotagging', {body});
		t.is(status, 400, `${JSON.stringify(body).slice(0, 200)} ${text}`);
		t.is(typeof faults[0].errorMessage, 'string');
	}
	t.deepEqual(await deps.autoTags.list(), []);
	t.is((await ask('POST /radarr/api/v3/autotagging', {body: whole})).status, 201);
});
