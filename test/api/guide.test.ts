import test from 'ava';
import {readGuideFile} from '#shared/domain/guide/read-guide-file.ts';
import {guideFormat, guideKey, guideProfile} from '#test/helpers/made-up-guide.ts';
import {type Served, serve} from '#test/helpers/serve.ts';

const lakeKey = guideKey('profile', 'Lake');
const larksKey = guideKey('format', 'Larks');

/** Stores a guide as the worker would. */
async function storeGuide({deps}: Served, {score = 100} = {}) {
	const items = [
		readGuideFile({program: 'radarr', kind: 'format', file: 'larks'}, guideFormat('Larks', {scores: {default: score}})),
		readGuideFile({program: 'radarr', kind: 'profile', file: 'lake'}, guideProfile('Lake', {formats: ['Larks', 'Gone']})),
		readGuideFile({program: 'sonarr', kind: 'format', file: 'odd'}, {name: 'Odd'}),
	];
	const setId = await deps.guide.write(
		items.map(item => ({key: item.key, item})),
		new AbortController().signal,
	);
	const now = deps.now();
	const state = {address: 'https://guide.test/a.zip', etag: null, sha256: String(score), readBy: '1', setId, total: 3, usable: 2};
	await deps.guide.take({...state, takenAt: now, checkedAt: now, error: null});
}

test('items of a guide are listed, chosen, previewed and applied', async t => {
	const served = await serve(t);
	const {call} = served;
	t.like((await call('GET /api/guide')).body, {address: '', updates: 'ask', takenAt: null, chosen: 0, waiting: 0});
	await storeGuide(served);
	const {body: listed} = await call('GET /api/guide/items?kind=format');
	t.deepEqual(
		listed.items.map(({name, program, fault, isChosen}: Record<string, unknown>) => [name, program, fault, isChosen]),
		[
			['Larks', 'radarr', null, false],
			['Odd', 'sonarr', 'it has no `trash_id`', false],
		],
	);
	t.is((await call('GET /api/guide/items?search=LAK')).body.pagination.total, 1);

	const refused = await call('POST /api/guide/choose', {body: {keys: [lakeKey, 'sonarr/format/odd'], chosen: true}});
	t.like(refused, {status: 400, body: {errors: [{path: 'keys[1]'}]}});
	t.is((await call('POST /api/guide/choose', {body: {keys: [lakeKey], chosen: true}})).status, 204);
	t.deepEqual(
		(await call('GET /api/guide/items?chosen=true')).body.items.map(({key}: {key: string}) => key),
		[lakeKey],
	);
	t.like((await call('GET /api/guide')).body, {chosen: 1, waiting: 2});

	const {body: preview} = await call('GET /api/guide/changes');
	t.deepEqual(
		preview.changes.map(({name, isApplied, missing}: Record<string, unknown>) => [name, isApplied, missing]),
		[
			['Lake', true, 1],
			['Larks', true, 0],
		],
	);
	t.deepEqual(preview.changes[0].fields, [{field: 'score', of: 'Larks', before: null, after: '100', isKept: false}]);
	t.is((await call('POST /api/guide/apply', {body: {hash: 'a'.repeat(64)}})).body.code, 'changed_meanwhile');
	t.deepEqual((await call('POST /api/guide/apply', {body: {hash: preview.hash}})).body, {added: 2, changed: 0, failures: []});
	t.like((await call('GET /api/guide')).body, {waiting: 0});
	t.deepEqual((await call('GET /api/guide/changes')).body.changes, []);
	const {customFormats} = (await call('GET /api/custom-formats')).body;
	t.is(customFormats[0].name, 'Larks');
});

test('a change by people is kept unless it is given up, and what is not chosen any more stays', async t => {
	const served = await serve(t);
	const {call} = served;
	await storeGuide(served);
	await call('POST /api/guide/choose', {body: {keys: [lakeKey, larksKey], chosen: true}});
	const apply = async (overwrite: string[] = []) => {
		const {hash} = (await call('GET /api/guide/changes')).body;
		return (await call('POST /api/guide/apply', {body: {hash, overwrite}})).body;
	};
	await apply();
	const {qualityProfiles} = (await call('GET /api/quality-profiles')).body;
	const profile = qualityProfiles.find(({name}: {name: string}) => name === 'Lake');
	const scoreOf = async () => (await call(`GET /api/quality-profiles/${profile.id}`)).body.formatScores[0]?.score;
	await call(`PUT /api/quality-profiles/${profile.id}`, {body: {formatScores: [{...profile.formatScores[0], score: 5}]}});
	await storeGuide(served, {score: 300});
	const {changes} = (await call('GET /api/guide/changes')).body;
	t.like(changes[0], {isApplied: false, fields: [{before: '5', after: '300', isKept: true}]});
	t.like(await apply(), {changed: 0});
	t.is(await scoreOf(), 5);
	t.like(await apply([lakeKey]), {changed: 1});
	t.is(await scoreOf(), 300);

	await call('POST /api/guide/choose', {body: {keys: [lakeKey, larksKey], chosen: false}});
	await storeGuide(served, {score: 400});
	t.like((await call('GET /api/guide')).body, {chosen: 0, waiting: 0});
	t.is(await scoreOf(), 300);
});
