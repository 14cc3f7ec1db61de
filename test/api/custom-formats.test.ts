import test from 'ava';
import {importFormats} from '#api/custom-formats.ts';
import type {NewCustomFormat} from '#shared/domain/quality/custom-format.ts';
import {buildFormatBody, buildProfileBody} from '#test/helpers/build-records.ts';
import {serve} from '#test/helpers/serve.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';

test('a custom format is made, shown, changed and removed', async t => {
	const {call} = await serve(t);
	const made = await call('POST /api/custom-formats', {body: buildFormatBody()});
	t.is(made.status, 201);
	t.like(made.body, {...buildFormatBody(), lastError: null});
	t.deepEqual((await call('GET /api/custom-formats', {as: 'user'})).body.customFormats, [made.body]);
	t.deepEqual((await call(`GET /api/custom-formats/${made.body.id}`)).body, made.body);

	const changed = await call(`PUT /api/custom-formats/${made.body.id}`, {body: {...made.body, name: 'Better groups'}});
	t.is(changed.status, 200);
	t.is(changed.body.name, 'Better groups');
	t.is((await call(`DELETE /api/custom-formats/${made.body.id}`)).status, 204);
	t.is((await call(`GET /api/custom-formats/${made.body.id}`)).body.code, 'custom_format_not_found');
	t.is((await call(`PUT /api/custom-formats/${made.body.id}`, {body: {}})).status, 404);
	t.is((await call(`DELETE /api/custom-formats/${unknownId}`)).status, 404);
});

test('every kind of condition is taken with its own value', async t => {
	const {call} = await serve(t);
	const conditions = [
		{kind: 'releaseTitle', value: '\\b(?<!x)remux\\b'},
		{kind: 'releaseGroup', value: '^(A|B)$'},
		{kind: 'edition', value: 'imax'},
		{kind: 'source', value: 'webdl'},
		{kind: 'resolution', value: 2160},
		{kind: 'qualityModifier', value: 'remux'},
		{kind: 'language', value: {language: 'original', except: true}},
		{kind: 'indexerFlag', value: 'freeleech'},
		{kind: 'size', value: {min: 1.5, max: null}},
		{kind: 'year', value: {min: 1990, max: 1999}},
		{kind: 'releaseType', value: 'seasonPack'},
	].map(condition => ({name: condition.kind, ...condition, negate: false, required: true}));
	const {status, body} = await call('POST /api/custom-formats', {body: buildFormatBody({conditions})});
	t.is(status, 201);
	t.deepEqual(body.conditions, conditions);
});

test('a faulty condition is named exactly, and nothing is stored', async t => {
	const {call} = await serve(t);
	const condition = (over: object) => buildFormatBody({conditions: [{name: 'c', kind: 'source', value: 'webdl', ...over}]});
	const wrong: [object, string][] = [
		[condition({kind: 'moonPhase'}), 'conditions[0]'],
		[condition({value: 'betamax'}), 'conditions[0].value'],
		[condition({kind: 'size', value: {min: -1, max: null}}), 'conditions[0].value.min'],
		[condition({kind: 'releaseTitle', value: '(unclosed'}), 'conditions[0].value'],
		[condition({required: 'yes'}), 'conditions[0].required'],
		[condition({extra: 1}), 'conditions[0].extra'],
		[buildFormatBody({conditions: []}), 'conditions'],
		[buildFormatBody({name: undefined}), 'name'],
		[buildFormatBody({score: 5}), 'score'],
	];
	for (const [body, path] of wrong) {
		const {status, body: problem} = await call('POST /api/custom-formats', {body});
		t.is(status, 400, path);
		t.deepEqual(
			problem.errors.map((fault: {path: string}) => fault.path),
			[path],
		);
	}
	t.deepEqual((await call('GET /api/custom-formats')).body.customFormats, []);
});

test('a second format of the name, in whatever letters, is refused', async t => {
	const {call} = await serve(t);
	await call('POST /api/custom-formats', {body: buildFormatBody()});
	const other = await call('POST /api/custom-formats', {body: buildFormatBody({name: 'Other'})});
	t.like((await call('POST /api/custom-formats', {body: buildFormatBody({name: 'GOOD groups'})})).body, {
		status: 409,
		code: 'already_exists',
	});
	const renamed = await call(`PUT /api/custom-formats/${other.body.id}`, {body: {name: 'good groups'}});
	t.like(renamed.body, {status: 409, code: 'already_exists'});
});

test('a format that a profile scores stays, naming the profile; a score of 0 is let go with it', async t => {
	const {call} = await serve(t);
	const {id} = (await call('POST /api/custom-formats', {body: buildFormatBody()})).body;
	const scored = (score: number) => buildProfileBody({formatScores: [{customFormatId: id, score}]});
	const profile = await call('POST /api/quality-profiles', {body: scored(50)});
	t.is(profile.status, 201);

	const refused = await call(`DELETE /api/custom-formats/${id}`);
	t.like(refused.body, {status: 409, code: 'in_use'});
	t.regex(refused.body.detail, /Mine/);
	await call(`PUT /api/quality-profiles/${profile.body.id}`, {body: scored(0)});
	t.is((await call(`DELETE /api/custom-formats/${id}`)).status, 204);
	t.deepEqual((await call(`GET /api/quality-profiles/${profile.body.id}`)).body.formatScores, []);
	t.like((await call(`PUT /api/quality-profiles/${profile.body.id}`, {body: scored(5)})).body, {
		errors: [{path: 'formatScores[0].customFormatId', message: 'customFormatId must be the id of a custom format'}],
	});
});

test('formats of other programs are imported one by one: new, known, and faulty', async t => {
	const {call} = await serve(t);
	await call('POST /api/custom-formats', {body: buildFormatBody({name: 'Remux'})});
	const specification = (value: unknown, implementation = 'ReleaseTitleSpecification') => ({
		name: 'pattern',
		implementation,
		negate: false,
		required: false,
		fields: {value},
	});
	const foreign = (name: string, ...specifications: object[]) => ({
		trash_id: 'x',
		name,
		includeCustomFormatWhenRenaming: false,
		specifications,
	});
	const {status, body} = await call('POST /api/custom-formats/import?program=radarr', {
		body: [
			foreign('remux', specification('\\bremux\\b')),
			foreign('HDR', specification('\\bHDR\\b'), specification(7, 'SourceSpecification')),
			foreign('Broken', specification('(')),
			foreign('Moon', specification(1, 'MoonPhaseSpecification')),
			foreign('n'.repeat(101), specification('a')),
			{},
		],
	});
	t.is(status, 200);
	t.deepEqual(
		[body.created, body.updated].map(list => list.map(({name}: {name: string}) => name)),
		[['HDR'], ['remux']],
	);
	t.deepEqual(
		body.failures.map(({name}: {name: string}) => name.slice(0, 6)),
		['Moon', '#6', 'Broken', 'nnnnnn'],
	);
	t.is((await call('POST /api/custom-formats/import', {body: foreign('One', specification('x'))})).body.created.length, 1);
	t.is((await call('GET /api/custom-formats')).body.customFormats.length, 3);
	t.is((await call('POST /api/custom-formats/import', {body: '"text"'})).status, 400);
});

test('files are scored again even if an import ends after its first update', async t => {
	const {deps} = await serve(t);
	await deps.customFormats.add(buildFormatBody({name: 'Remux'}) as NewCustomFormat, deps.now());
	const change = async (...args: Parameters<typeof deps.customFormats.change>) => {
		await deps.customFormats.change(...args);
		throw new Error('The process ends.');
	};
	const foreign = (name: string) => ({
		name,
		specifications: [{name: 'pattern', implementation: 'ReleaseTitleSpecification', negate: false, required: false, fields: {value: 'x'}}],
	});
	const interrupted = {...deps, customFormats: {...deps.customFormats, change}};
	await importFormats([foreign('New')], 'radarr', interrupted);
	t.deepEqual(await deps.outbox.list(10), [], 'nothing that has a score was changed');
	await t.throwsAsync(importFormats([foreign('Remux')], 'radarr', interrupted), {message: 'The process ends.'});
	t.deepEqual(
		(await deps.outbox.list(10)).map(({job}) => job),
		['rescore-files'],
	);
});

test('a format that another program exports keeps its conditions through our own reply', async t => {
	const {call} = await serve(t);
	const {body} = await call('POST /api/custom-formats', {body: buildFormatBody()});
	t.is((await call('POST /api/custom-formats', {body: {...buildFormatBody(), name: 'Copy', conditions: body.conditions}})).status, 201);
});

test('only administrators write, everybody with credentials reads', async t => {
	const {call} = await serve(t);
	t.is((await call('GET /api/custom-formats', {as: 'streaming'})).status, 200);
	t.is((await call('GET /api/custom-formats', {as: 'nobody'})).status, 401);
	for (const line of ['POST /api/custom-formats', 'POST /api/custom-formats/import', `PUT /api/custom-formats/${unknownId}`]) {
		t.is((await call(line, {as: 'user', body: buildFormatBody()})).status, 403, line);
		t.is((await call(line, {as: 'nobody', body: buildFormatBody()})).status, 401, line);
	}
});

test('an import says whose numbers it has, or is asked for it', async t => {
	const {call} = await serve(t);
	const specification = {name: 'c', implementation: 'SourceSpecification', negate: false, required: true, fields: {value: 3}};
	const body = {name: 'Web', specifications: [specification]};
	const refused = await call('POST /api/custom-formats/import', {body});
	t.like(refused.body, {status: 400, errors: [{path: 'program'}]});
	t.is((await call('POST /api/custom-formats/import?program=lidarr', {body})).status, 400);
	const {body: done} = await call('POST /api/custom-formats/import?program=sonarr', {body});
	t.is(done.created[0].conditions[0].value, 'webdl');
	const changed = await call('POST /api/custom-formats/import?program=radarr', {body});
	t.is(changed.body.updated[0].conditions[0].value, 'telecine');
});

test('a pattern that would stop every search is refused with its condition, also in an import, and others beside it are taken', async t => {
	const {call} = await serve(t);
	const bomb = {name: 'c', kind: 'releaseTitle', value: '(x+x+)+y0z1', negate: false, required: true};
	const good = {...bomb, value: 'x265'};
	const refused = await call('POST /api/custom-formats', {body: {name: 'Bomb', conditions: [good, bomb]}});
	t.is(refused.status, 400);
	t.deepEqual(
		refused.body.errors.map(({path}: {path: string}) => path),
		['conditions[1].value'],
	);
	t.regex(refused.body.errors[0].message, /takes too long on some names/);
	const foreign = (name: string, value: string) => ({
		name,
		specifications: [{name: 'c', implementation: 'ReleaseTitleSpecification', negate: false, required: false, fields: {value}}],
	});
	const {body} = await call('POST /api/custom-formats/import?program=radarr', {body: [foreign('Good', 'x265'), foreign('Bomb', '(a+)+$')]});
	t.deepEqual([body.created.length, body.failures.length], [1, 1]);
	t.regex(body.failures[0].error, /takes too long/);
});
