import test from 'ava';
import {qualityNames} from '#shared/domain/quality/qualities.ts';
import {serve} from '#test/helpers/serve.ts';

const megabyte = 1024 ** 2;
const at = (id: string) => `/api/quality-definitions/${id}`;

test('every quality has its sizes from the first start, best first, with what they mean', async t => {
	const {call, deps} = await serve(t);
	await deps.qualityDefinitions.ensureDefaults(deps.now());
	await deps.qualityDefinitions.ensureDefaults(deps.now());
	const {status, body} = await call('GET /api/quality-definitions');
	t.is(status, 200);
	t.deepEqual(
		body.qualityDefinitions.map(({quality}: {quality: string}) => quality),
		[...qualityNames],
	);
	const shown = await call(`GET ${at('WEBDL-1080p')}`);
	t.like(shown.body, {
		id: 'WEBDL-1080p',
		minMbPerMinute: 4,
		preferredMbPerMinute: 95,
		maxMbPerMinute: 130,
		preview: {
			movie: {minutes: 110, minSize: 440 * megabyte, preferredSize: 10_450 * megabyte, maxSize: 14_300 * megabyte},
			episode: {minutes: 45, minSize: 180 * megabyte},
		},
	});
	t.like((await call(`GET ${at('Bluray-2160p')}`)).body, {preferredMbPerMinute: null, maxMbPerMinute: null});
	t.is((await call(`GET ${at('VHS')}`)).body.code, 'quality_definition_not_found');
});

test('sizes are changed one by one, and a record may come back as it was shown', async t => {
	const {call, deps} = await serve(t);
	await deps.qualityDefinitions.ensureDefaults(deps.now());
	const sizes = {quality: 'DVD', minMbPerMinute: 1.5, preferredMbPerMinute: 20, maxMbPerMinute: null};
	const changed = await call(`PUT ${at('DVD')}`, {body: sizes});
	t.is(changed.status, 200);
	t.like(changed.body, sizes);
	t.like((await call(`PUT ${at('DVD')}`, {body: {...changed.body, maxMbPerMinute: 30}})).body, {...sizes, maxMbPerMinute: 30});
	t.like(await deps.qualityDefinitions.limits(), {DVD: {minimum: 1.5, preferred: 20, maximum: 30}});
	t.is((await call(`PUT ${at('VHS')}`, {body: {minMbPerMinute: 1}})).status, 404);
});

test('sizes that nothing can have, or of another quality, are refused together with what stays', async t => {
	const {call, deps} = await serve(t);
	await deps.qualityDefinitions.ensureDefaults(deps.now());
	const faults = async (body: object) => {
		const reply = await call(`PUT ${at('DVD')}`, {body});
		t.is(reply.status, 400);
		return reply.body.errors.map(({path}: {path: string}) => path);
	};
	t.deepEqual(await faults({minMbPerMinute: 101, preferredMbPerMinute: null}), ['maxMbPerMinute']);
	t.deepEqual(await faults({preferredMbPerMinute: 1}), ['preferredMbPerMinute']);
	t.deepEqual(await faults({minMbPerMinute: -1}), ['minMbPerMinute']);
	t.deepEqual(await faults({quality: 'SDTV'}), ['quality']);
	t.deepEqual(await faults({quality: 'VHS'}), ['quality']);
	t.deepEqual(await faults({minimum: 3}), ['minimum']);
});

test('figures can be tried before they are stored', async t => {
	const {call} = await serve(t);
	const figures = {minMbPerMinute: 2, preferredMbPerMinute: 10, maxMbPerMinute: 20, minutes: 90};
	const {status, body} = await call('POST /api/quality-definitions/preview', {body: figures});
	t.is(status, 200);
	t.deepEqual(body, {minutes: 90, minSize: 180 * megabyte, preferredSize: 900 * megabyte, maxSize: 1800 * megabyte});
	const wrong = await call('POST /api/quality-definitions/preview', {body: {...figures, maxMbPerMinute: 1}});
	t.deepEqual(
		wrong.body.errors.map(({path}: {path: string}) => path),
		['maxMbPerMinute', 'preferredMbPerMinute'],
	);
});

test('changes at the same moment leave sizes that agree', async t => {
	const {call, deps} = await serve(t);
	await deps.qualityDefinitions.ensureDefaults(deps.now());
	for (let round = 0; round < 5; round++) {
		await deps.qualityDefinitions.change('DVD', {minimum: 2, preferred: 95, maximum: 100}, deps.now());
		const bodies = [{minMbPerMinute: 80}, {preferredMbPerMinute: 50, maxMbPerMinute: 60}, {minMbPerMinute: 90}, {preferredMbPerMinute: 10}];
		const statuses = (await Promise.all(bodies.map(body => call(`PUT ${at('DVD')}`, {body})))).map(({status}) => status);
		t.true(statuses.every(status => status === 200 || status === 400));
		const {minimum, preferred, maximum} = (await deps.qualityDefinitions.limits()).DVD ?? {};
		t.true(minimum! <= preferred! && preferred! <= maximum!, `${minimum} ${preferred} ${maximum}`);
	}
});
