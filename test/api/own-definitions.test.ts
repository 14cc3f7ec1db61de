import {join} from 'node:path';
import test from 'ava';
import {NotFound} from '#shared/errors.ts';
import type {ShownDefinition} from '#shared/jobs/connections.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {serve} from '#test/helpers/serve.ts';

/** What a worker says of a file: it understands what has a name. */
function asWorkerSays(key: string, text: string | null): ShownDefinition {
	if (text === null) {
		throw new NotFound('definition_not_found', 'There is no such definition.');
	}
	const entry = text.includes('name:') ? ({name: 'Meadow'} as ShownDefinition['entry']) : null;
	const faults = entry ? [] : [{place: 'file', reason: 'has no name', isFatal: true}];
	return {key, entry, faults, isOwn: true, settings: [], requestDelaySeconds: null};
}

test('a file is checked before it is kept, lists who uses it, and can be removed', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	const folder = join(deps.http.dataDir, 'definitions');
	const read = async (key: string) => (await deps.ownDefinitions.find(key))?.text ?? null;
	const inUse: (string | null)[] = [];
	await answerJobs(t, served, {
		showDefinition: async ({key}) => {
			inUse.push(await read('meadow')); // what searches find if this process dies now
			return asWorkerSays(key, await read(key));
		},
	});
	const put = (key: string, text: string, as: 'admin' | 'user' = 'admin') => call(`PUT /api/own-definitions/${key}`, {as, body: {text}});

	t.is((await put('meadow', 'name: Meadow', 'user')).status, 403);
	t.like(await put('meadow', 'name: Meadow'), {status: 200, body: {name: 'Meadow', replaced: false, faults: []}});
	await deps.indexers.add(buildIndexer({name: 'Mine', kind: 'definition', definition: 'meadow'}), deps.now());
	t.deepEqual((await call('GET /api/own-definitions')).body, {folder, definitions: [{key: 'meadow', usedBy: ['Mine']}]});

	const refused = await put('meadow', 'nothing');
	t.is(refused.status, 400);
	t.regex(refused.body.errors[0].message, /has no name/);
	t.is(await read('meadow'), 'name: Meadow', 'the one before stays');
	t.is((await put('other', 'nothing')).status, 400);
	t.is(await read('other'), null);
	t.is((await put('..%2Fescaped', 'name: x')).status, 404, 'no name of a file');

	t.is((await put('meadow', 'name: Meadow\nid: 2')).status, 200);
	t.deepEqual(inUse, [null, 'name: Meadow', 'name: Meadow', 'name: Meadow']);
	t.deepEqual(
		(await deps.ownDefinitions.known()).map(({key}) => key),
		['meadow'],
		'nothing is left of what was checked',
	);

	t.is((await call('DELETE /api/own-definitions/meadow')).status, 204);
	t.is((await call('DELETE /api/own-definitions/meadow')).status, 404);
});
