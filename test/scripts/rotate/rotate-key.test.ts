import {readFileSync} from 'node:fs';
import {rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {beginWithFiles, rotateKey} from '#scripts/command/rotate-secret-key.ts';
import {startHeartbeat} from '#shared/heartbeat.ts';
import {createSecrets} from '#shared/secrets.ts';
import {openDatabase} from '#shared/store/database.ts';
import {buildDownloadClient} from '#test/helpers/build-download-client.ts';
import {withPreparedDatabase} from '#test/helpers/prepared-database.ts';
import {withRedisClients} from '#test/helpers/redis-clients.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {patienceMs} from '#test/helpers/until.ts';
import {buildItem} from '#test/helpers/world/movie.ts';

const oldKey = 'a'.repeat(64);
const newKey = 'b'.repeat(64);

async function withSecrets(t: ExecutionContext) {
	const [{uri}, {producer, prefix}] = await Promise.all([withPreparedDatabase(t), withRedisClients(t)]);
	const dataDir = tempFolder(t);
	await writeFile(join(dataDir, 'secret.key'), `${oldKey}\n`);
	const open = async (key: string) => {
		const database = openDatabase({uri, secrets: createSecrets(key), connectLimitMs: patienceMs});
		t.teardown(() => database.close());
		await database.connected;
		return database;
	};
	const database = await open(oldKey);
	await database.installation.findStartFault(oldKey);
	const {stores} = database;
	const client = await stores.downloadClients.add(buildDownloadClient({password: 'tell nobody', settings: {label: 'me'}}), new Date());
	const item = await stores.downloads.add(buildItem({downloadUrl: 'http://site/key', magnetUrl: 'magnet:?tr=key'}));
	const name = await stores.releaseGuids.nameOf('a guid');
	const rotation = {mongodbUri: uri, redis: producer, prefix, dataDir, configured: null, wanted: newKey, by: 'operator'};
	const keyFile = (suffix = '') => readFileSync(join(dataDir, `secret.key${suffix}`), 'utf8').trim();
	return {rotation, open, client, item, name, keyFile, database};
}

test('after a change of the key everything opens with the new one, and releases keep their names', async t => {
	const {rotation, open, client, item, name, keyFile} = await withSecrets(t);
	const {sealed, unreadable} = await rotateKey(rotation);
	t.true(sealed >= 5);
	t.is(unreadable, 0);
	const {stores, installation} = await open(newKey);
	const {password, settings} = await stores.downloadClients.get(client.id);
	t.deepEqual([password, settings], ['tell nobody', {label: 'me'}]);
	t.deepEqual(await stores.downloads.addressesOf(item.id), {
		downloadUrl: 'http://site/key',
		magnetUrl: 'magnet:?tr=key',
	});
	t.is(await stores.releaseGuids.nameOf('a guid'), name);
	t.is(await installation.findStartFault(newKey), null);
	t.is((await installation.findStartFault(oldKey))?.code, 'other_secret_key');
	t.is(keyFile(), newKey);
	const {entries} = await stores.audit.page({page: 1, limit: 5});
	t.like(entries[0], {action: 'secret-key.rotated', actor: {kind: 'script', name: 'operator'}});
	t.throws(() => keyFile('.previous'), {code: 'ENOENT'});
});

test('a change that was interrupted goes on with the same keys, and nothing starts before it ends', async t => {
	const {rotation, open, client, keyFile} = await withSecrets(t);
	const stopped = AbortSignal.abort(new Error('stopped'));
	await t.throwsAsync(rotateKey({...rotation, wanted: null, signal: stopped}), {message: 'stopped'});
	t.is(keyFile('.previous'), oldKey);
	const fresh = keyFile();
	const {installation} = await open(fresh);
	t.is((await installation.findStartFault(fresh))?.code, 'unfinished_key_change');
	t.is((await installation.findStartFault(oldKey))?.code, 'unfinished_key_change');
	t.true((await rotateKey({...rotation, wanted: null})).isResumed);
	t.is(keyFile(), fresh);
	const {stores} = await open(fresh);
	t.is((await stores.downloadClients.get(client.id)).password, 'tell nobody');
	t.is(await installation.findStartFault(fresh), null);
});

for (const configured of [null, oldKey]) {
	test(`a change that ended before it wrote the new key begins again, with SECRET_KEY ${configured ? 'set' : 'in its file'}`, async t => {
		const {rotation, open, client, keyFile, database} = await withSecrets(t);
		await database.installation.beginKeyChange(oldKey);
		await writeFile(join(rotation.dataDir, 'secret.key.previous'), oldKey);
		if (configured) {
			await rm(join(rotation.dataDir, 'secret.key'));
		}
		const {isResumed} = await rotateKey({...rotation, configured});
		t.false(isResumed);
		t.is(keyFile(), newKey);
		const {stores, installation} = await open(newKey);
		t.is((await stores.downloadClients.get(client.id)).password, 'tell nobody');
		t.is(await installation.findStartFault(newKey), null);
	});
}

test('a stale key in the file is never taken for the new one', async t => {
	const {rotation, keyFile} = await withSecrets(t);
	const file = join(rotation.dataDir, 'secret.key');
	await writeFile(file, 'd'.repeat(64));
	await beginWithFiles(rotation.dataDir, {oldKey, newKey, isUnfinished: false});
	t.deepEqual([keyFile(), keyFile('.previous')], [newKey, oldKey]);
	await rotateKey({...rotation, configured: oldKey, wanted: null});
	t.is(keyFile(), newKey);
});

test('a change that only left its old key behind has ended, and the next one changes the key', async t => {
	const {rotation, open, client, keyFile} = await withSecrets(t);
	await rotateKey(rotation);
	await writeFile(join(rotation.dataDir, 'secret.key.previous'), oldKey);
	const {isResumed} = await rotateKey({...rotation, wanted: null});
	t.false(isResumed);
	t.not(keyFile(), newKey);
	t.throws(() => keyFile('.previous'), {code: 'ENOENT'});
	t.is((await (await open(keyFile())).stores.downloadClients.get(client.id)).password, 'tell nobody');
});

test('a change that was interrupted is not taken over with a wrong key', async t => {
	const {rotation, keyFile, database} = await withSecrets(t);
	await database.installation.beginKeyChange(oldKey);
	await t.throwsAsync(rotateKey({...rotation, configured: 'c'.repeat(64)}), {name: 'Invalid', message: /another SECRET_KEY/});
	t.is(keyFile(), oldKey);
});

test('the key is not changed while the service runs, nor from a key that is not its own', async t => {
	const {rotation, keyFile, database} = await withSecrets(t);
	const {redis, prefix} = rotation;
	const {stop} = startHeartbeat({redis, prefix, services: ['worker:search']});
	await t.throwsAsync(rotateKey(rotation), {name: 'Conflict', message: /worker:search.*Stop/});
	await stop();
	await t.throwsAsync(rotateKey({...rotation, configured: 'c'.repeat(64)}), {name: 'Invalid', message: /another SECRET_KEY/});
	for (const wanted of ['short', '', oldKey]) {
		await t.throwsAsync(rotateKey({...rotation, wanted}), {name: 'Invalid', message: /64 hexadecimal/});
	}
	t.is(await database.installation.findStartFault(oldKey), null);
	t.is(keyFile(), oldKey);
});
