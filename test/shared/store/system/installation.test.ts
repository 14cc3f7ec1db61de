import test, {type ExecutionContext} from 'ava';
import {openDatabase} from '#shared/store/database.ts';
import {dataVersion, fingerprintOf} from '#shared/store/system/installation.ts';
import {standaloneMongodb} from '#test/helpers/standalone-mongodb.ts';
import {withStores} from '#test/helpers/stores.ts';
import {testSecrets} from '#test/helpers/test-secrets.ts';
import {patienceMs, until} from '#test/helpers/until.ts';

const key = 'a'.repeat(64);
const otherKey = 'b'.repeat(64);

async function withInstallation(t: ExecutionContext) {
	const {installation, connection} = await withStores(t);
	return {installation, connection};
}

test('the first process decides the key, and every other process must have the same', async t => {
	const {installation, connection} = await withInstallation(t);
	t.is(await installation.findStartFault(key), null);
	t.is(await installation.findStartFault(key), null);
	const fault = await installation.findStartFault(otherKey);
	t.is(fault?.code, 'other_secret_key');
	t.regex(fault?.message ?? '', /same SECRET_KEY/);
	const stored = JSON.stringify(await connection.collection('installation').find().toArray());
	t.false(stored.includes(key), 'the key itself is stored nowhere');
});

test('of processes with different keys that start at once, one is right', async t => {
	const {installation} = await withInstallation(t);
	const faults = await Promise.all([key, otherKey, key, otherKey].map(each => installation.findStartFault(each)));
	t.is(faults.filter(fault => fault === null).length, 2);
	t.is(faults.filter(fault => fault?.code === 'other_secret_key').length, 2);
});

test('a lost key is given up by removing its fingerprint', async t => {
	const {installation, connection} = await withInstallation(t);
	await installation.findStartFault(key);
	await connection.collection<{_id: string}>('installation').deleteOne({_id: 'secretKey'});
	t.is(await installation.findStartFault(otherKey), null);
	t.is((await installation.findStartFault(key))?.code, 'other_secret_key');
});

test('newer data are refused, older data are accepted and marked', async t => {
	const {installation} = await withInstallation(t);
	t.is(await installation.findStartFault(key), null);
	t.is(await installation.findStartFault(key, dataVersion + 1), null);
	const fault = await installation.findStartFault(key);
	t.is(fault?.code, 'newer_data');
	t.regex(fault?.message ?? '', /newer version.*backup/);
	t.is(await installation.findStartFault(key, dataVersion + 1), null);
});

test('a process that runs hears of newer data, and when they are of its own version again', async t => {
	const {installation, connection} = await withInstallation(t);
	await installation.findStartFault(key);
	const stopping = new AbortController();
	t.teardown(() => stopping.abort());
	const heard: (string | undefined)[] = [];
	installation.watchVersion(fault => heard.push(fault?.code), stopping.signal);
	await until(() => heard.includes(undefined));
	await installation.findStartFault(key, dataVersion + 1);
	await until(() => heard.at(-1) === 'newer_data');
	const facts = connection.collection<{_id: string; value: number}>('installation');
	await facts.updateOne({_id: 'dataVersion'}, {$set: {value: dataVersion}});
	await until(() => heard.at(-1) === undefined);
	t.pass();
});

test('a MongoDB without transactions is refused before anything is written', async t => {
	const uri = await standaloneMongodb(t);
	const database = openDatabase({uri, secrets: testSecrets, connectLimitMs: patienceMs});
	t.teardown(() => database.close());
	await database.connected;
	const fault = await database.installation.findStartFault(key);
	t.is(fault?.code, 'standalone_mongodb');
	t.regex(fault?.message ?? '', /--replSet/);
	t.deepEqual(await database.connection.db?.listCollections().toArray(), []);
});

test('an older version of the program does not start with newer data', async t => {
	const {installation} = await withStores(t);
	t.is(await installation.findStartFault(key, dataVersion - 1), null);
	t.is(await installation.findStartFault(key), null);
	t.is((await installation.findStartFault(key, dataVersion - 1))?.code, 'newer_data');
});

test('its state tells what is stored, and what has not ended', async t => {
	const {installation, connection} = await withInstallation(t);
	t.deepEqual(await installation.state(), {keyFingerprint: null, dataVersion: null, unfinished: null});
	await installation.findStartFault(key);
	t.deepEqual(await installation.state(), {keyFingerprint: fingerprintOf(key), dataVersion, unfinished: null});
	await installation.beginKeyChange(key);
	t.like(await installation.state(), {keyFingerprint: null, unfinished: {code: 'unfinished_key_change'}});
	await installation.endKeyChange(otherKey);
	await connection.collection<{_id: string}>('installation').insertOne({_id: 'restore'});
	t.like(await installation.state(), {keyFingerprint: fingerprintOf(otherKey), unfinished: {code: 'unfinished_restore'}});
});
