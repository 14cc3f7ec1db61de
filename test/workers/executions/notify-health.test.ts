import test from 'ava';
import {importListFamily} from '#shared/providers/import-lists.ts';
import {beat} from '#test/helpers/beat.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {createWorld} from '#test/helpers/world.ts';
import {notifyHealth} from '#workers/executions/notify-health.ts';

test('a failing indexer, and its recovery, are reported once, by however many processes look', async t => {
	const world = await createWorld(t, {receivers: {}});
	const {deps} = world;
	const {id} = await world.add({events: ['health']});
	const other = await world.add({events: ['grabbed']});
	const indexer = await deps.indexers.add(buildIndexer({name: 'Site'}), deps.now());
	const check = () => Promise.all([notifyHealth(deps), notifyHealth(deps), notifyHealth(deps)]);
	await check();
	t.deepEqual(await world.log(id), []);
	await deps.indexers.setHealth(indexer.id, {status: 'error', lastError: 'http://site.test/ refuses the key'});
	await check();
	await check();
	const [failing, ...more] = await world.log(id);
	t.is(more.length, 0);
	t.like(failing?.message, {type: 'health', data: {status: 'error', subject: {kind: 'indexer', id: indexer.id, name: 'Site'}}});
	t.false(JSON.stringify(failing).includes('site.test'));
	await deps.indexers.setHealth(indexer.id, {status: 'rate_limited', lastError: null});
	await check();
	await deps.indexers.setHealth(indexer.id, {status: 'ok', lastError: null});
	world.pass(1);
	await check();
	await check();
	t.deepEqual(
		(await world.log(id)).map(({message}) => message.type === 'health' && message.data.status),
		['ok', 'error'],
	);
	t.deepEqual(await world.log(other.id), []);
	await deps.indexers.remove(indexer.id);
	await check();
	t.deepEqual(
		(await deps.healthStates.list()).filter(({_id}) => _id.startsWith('indexer')),
		[],
	);
});

test('a list to which somebody has to sign in is reported like a failure', async t => {
	const world = await createWorld(t, {receivers: {}});
	const {deps, library: rootFolderPath} = world;
	const {id} = await world.add({events: ['health']});
	const settings = {...importListFamily.defaults, name: 'Attic', kind: 'trakt', media: 'movies', rootFolderPath};
	const list = await deps.importLists.add(settings as Parameters<typeof deps.importLists.add>[0], deps.now());
	await notifyHealth(deps);
	await deps.importLists.setHealth(list.id, {status: 'authorize', lastError: 'Nobody has.'});
	await notifyHealth(deps);
	const [reported] = await world.log(id);
	t.like(reported?.message, {type: 'health', data: {status: 'error', subject: {kind: 'importList', id: list.id, name: 'Attic'}}});
	t.regex(JSON.stringify(reported?.message), /Sign in to the import list Attic again/);
});

test('a pool is reported when it has been away for a minute, and only if it was ever there', async t => {
	const world = await createWorld(t, {receivers: {}});
	const {deps} = world;
	const {id} = await world.add({events: ['health']});
	await beat(deps, 'worker:search', 'a');
	await notifyHealth(deps);
	await deps.producer.del(`${deps.prefix}:alive`);
	await notifyHealth(deps);
	t.deepEqual(await world.log(id), []);
	world.pass(61);
	await notifyHealth(deps);
	await notifyHealth(deps);
	t.deepEqual(
		(await world.log(id)).map(({message}) => message.type === 'health' && message.data.subject.name),
		['search'],
	);
});
