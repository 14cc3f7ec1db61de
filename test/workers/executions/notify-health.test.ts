import test from 'ava';
import {importListFamily} from '#shared/providers/import-lists.ts';
import {beat} from '#test/helpers/beat.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {createWorld} from '#test/helpers/world.ts';
import {notifyHealth} from '#workers/executions/notify-health.ts';

const fiveMinutes = 5 * 60;

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
	world.pass(fiveMinutes);
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

test('a failure of a moment, and a single one that nobody has tried again, are not reported', async t => {
	const world = await createWorld(t, {receivers: {}});
	const {deps} = world;
	const {id} = await world.add({events: ['health']});
	const indexer = await deps.indexers.add(buildIndexer({name: 'Site'}), deps.now());
	const become = async (status: 'ok' | 'error', failures: number) => {
		await deps.indexers.setHealth(indexer.id, {status, failures});
		await notifyHealth(deps);
	};
	await become('error', 3);
	world.pass(fiveMinutes - 1);
	await become('ok', 2);
	world.pass(fiveMinutes);
	await become('error', 1);
	world.pass(2 * fiveMinutes);
	await notifyHealth(deps);
	t.deepEqual(await world.log(id), []);
	await become('error', 2);
	t.is((await world.log(id)).length, 1);
	await become('ok', 0);
	await become('error', 1);
	world.pass(3600);
	await notifyHealth(deps);
	t.is((await world.log(id)).length, 3);
});

test('what fails at once is one message for people, and one for each for programs', async t => {
	const world = await createWorld(t, {receivers: {}});
	const {deps} = world;
	const program = await world.add({events: ['health']});
	const person = await world.add({events: ['health'], kind: 'gotify', secret: null, apiKey: 'a-key-of-gotify'});
	const names = ['Amber', 'Birch', 'Cedar'];
	const indexers = await Promise.all(names.map(name => deps.indexers.add(buildIndexer({name}), deps.now())));
	const become = async (status: 'ok' | 'error') => {
		world.pass(1);
		await Promise.all(indexers.map(({id}) => deps.indexers.setHealth(id, {status, lastError: null})));
		await Promise.all([notifyHealth(deps), notifyHealth(deps)]);
		world.pass(fiveMinutes);
		await Promise.all([notifyHealth(deps), notifyHealth(deps)]);
		await notifyHealth(deps);
	};
	await become('error');
	await become('ok');
	const subjects = async (id: string) =>
		(await world.log(id)).map(({message}) => message.type === 'health' && `${message.data.status} ${message.data.subject.name}`);
	t.deepEqual((await subjects(program.id)).toSorted(), names.flatMap(name => [`error ${name}`, `ok ${name}`]).toSorted());
	t.deepEqual(await subjects(person.id), ['ok 3 indexers', 'error 3 indexers']);
	t.regex(
		JSON.stringify(await world.log(person.id)),
		/These indexers do not work; lastError of each record says why: Amber, Birch, Cedar\./,
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
