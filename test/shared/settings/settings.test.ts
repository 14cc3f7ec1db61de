import test from 'ava';
import {settingDefinitions} from '#shared/settings/definitions.ts';
import {createSettings, settingFault} from '#shared/settings/settings.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';
import {withStores} from '#test/helpers/stores.ts';
import {testSecrets} from '#test/helpers/test-secrets.ts';
import {until} from '#test/helpers/until.ts';

const at = new Date('2026-01-01T00:00:00Z');

test('a setting has its default until it is changed, and is read back from the database', async t => {
	const {stores} = await withStores(t);
	const {events} = await withRedisClients(t);
	const settings = createSettings({store: stores.settingStore, events, secrets: testSecrets});
	t.teardown(settings.close);
	t.is(settings.get('media.importMode'), 'hardlink');
	t.is(settings.updatedAt('media.importMode'), null);
	await settings.set('media.importMode', 'copy', at);
	t.is(settings.get('media.importMode'), 'copy');

	const other = createSettings({store: stores.settingStore, events, secrets: testSecrets});
	t.teardown(other.close);
	await other.load();
	t.is(other.get('media.importMode'), 'copy');
	t.deepEqual(other.updatedAt('media.importMode'), at);
});

test('a change is in force in another process at once, not only when it reads all values again', async t => {
	const {stores} = await withStores(t);
	const here = await withRedisClients(t);
	const settings = createSettings({store: stores.settingStore, events: here.events, secrets: testSecrets});
	t.teardown(settings.close);
	const other = createSettings({store: stores.settingStore, events: here.events, secrets: testSecrets, reloadMs: 86_400_000});
	t.teardown(other.close);
	await here.subscriber.subscribe('ready');
	t.is(other.get('security.queuePublic'), settings.get('security.queuePublic'));
	for (const value of [!settings.get('security.queuePublic'), settings.get('security.queuePublic')]) {
		await settings.set('security.queuePublic', value, at);
		await until(() => other.get('security.queuePublic') === value);
	}
});

test('listeners hear of a change once its value is in effect, whoever made it, and only of what changed', async t => {
	const {stores} = await withStores(t);
	const {events} = await withRedisClients(t);
	const reads: (() => void)[] = [];
	const slow = {
		...stores.settingStore,
		async all() {
			const rows = await stores.settingStore.all();
			await new Promise<void>(resolve => reads.push(resolve));
			return rows;
		},
	};
	const settings = createSettings({store: slow, events: {...events, subscribe: () => () => {}}, secrets: testSecrets});
	t.teardown(settings.close);
	const heard: string[] = [];
	const stop = settings.onChange(key => heard.push(`${key} ${settings.get(key)}`));
	await settings.set('media.importMode', 'copy', at);
	t.deepEqual(heard.splice(0), ['media.importMode copy']);

	await stores.settingStore.set('filters.rssSyncInterval', 45, at);
	const reload = async () => {
		const loaded = settings.load();
		await until(() => reads.length === 1);
		t.deepEqual(heard, []);
		reads.shift()?.();
		await loaded;
	};
	await reload();
	t.deepEqual(heard.splice(0), ['filters.rssSyncInterval 45']);
	await reload();
	t.deepEqual(heard, []);
	stop();
	await settings.set('media.importMode', 'move', at);
	t.deepEqual(heard, []);
});

test('what an earlier look found does not cover what is known from a later one', async t => {
	const {stores} = await withStores(t);
	const {events} = await withRedisClients(t);
	const held: (() => void)[] = [];
	const slow = {
		...stores.settingStore,
		async all() {
			const rows = await stores.settingStore.all();
			await new Promise<void>(resolve => held.push(resolve));
			return rows;
		},
	};
	const settings = createSettings({store: slow, events: {...events, subscribe: () => () => {}}, secrets: testSecrets});
	t.teardown(settings.close);
	const early = settings.load();
	await until(() => held.length === 1);
	await stores.settingStore.set('media.importMode', 'copy', at);
	const late = settings.load();
	await until(() => held.length === 2);
	held[1]?.();
	await late;
	held[0]?.();
	await early;
	t.is(settings.get('media.importMode'), 'copy');

	const before = settings.load();
	await until(() => held.length === 3);
	await settings.set('media.importMode', 'move', at);
	held[2]?.();
	await before;
	t.is(settings.get('media.importMode'), 'move');
});

test('a change is stored even if the other processes cannot be told of it', async t => {
	const {stores} = await withStores(t);
	const {events} = await withRedisClients(t);
	const silent = {...events, publish: () => Promise.reject(new Error('Redis is away'))};
	const settings = createSettings({store: stores.settingStore, events: silent, secrets: testSecrets});
	t.teardown(settings.close);
	await settings.set('media.importMode', 'copy', at);
	t.is(settings.get('media.importMode'), 'copy');
	t.deepEqual(
		(await stores.settingStore.all()).map(({value}) => value),
		['copy'],
	);
});

test('a secret is sealed in the database', async t => {
	const {stores} = await withStores(t);
	const {events} = await withRedisClients(t);
	const settings = createSettings({store: stores.settingStore, events, secrets: testSecrets});
	t.teardown(settings.close);
	await settings.set('meta.apiKey', 'provider-key', at);
	const [row] = await stores.settingStore.all();
	t.false(JSON.stringify(row).includes('provider-key'));
	await settings.load();
	t.is(settings.get('meta.apiKey'), 'provider-key');
});

test('a wrong value is reported with what is allowed', t => {
	t.is(settingFault(settingDefinitions['media.importMode'], 'teleport'), 'must be one of hardlink, hardlinkOnly, copy, move');
	t.is(settingFault(settingDefinitions['download.pollSeconds'], 0), 'must be an integer from 1 to 300');
	t.is(settingFault(settingDefinitions['download.pollSeconds'], 1.5), 'must be an integer from 1 to 300');
	t.is(settingFault(settingDefinitions['security.queuePublic'], 'yes'), 'must be true or false');
	t.is(settingFault(settingDefinitions['media.importExtraFiles'], ['srt', 7]), 'must be a list of at most 100 texts');
	t.is(settingFault(settingDefinitions['media.importExtraFiles'], ['srt']), null);
});
