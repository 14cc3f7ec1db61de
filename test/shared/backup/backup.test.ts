import {readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {BSON} from 'mongodb';
import {writeBackup} from '#shared/backup/write-backup.ts';
import type {Snapshots} from '#shared/store/system/snapshots.ts';
import {all, emptyTarget, key, now, signal, source} from '#test/helpers/backups.ts';

test('what was backed up is there after a restore, with its very types', async t => {
	const {deps, db, write} = await source(t, 16_700_000);
	await db.collection('usedFolders').insertOne({folderId: 'of the old machine'});
	const {folder, manifest} = await write();
	t.is(manifest.consistency, 'snapshot');
	t.true(folder.endsWith('/kinoteka-2026-03-04T05-06-07'));
	t.is(statSync(folder).mode & 0o777, 0o700);
	t.deepEqual(readdirSync(join(deps.dataDir, 'backups')), ['kinoteka-2026-03-04T05-06-07']);
	const target = await emptyTarget(t);
	await target.db.collection('usedFolders').insertOne({folderId: 'of the new machine'});
	await target.restore(folder);
	t.like(await all(target.db, 'usedFolders'), [{folderId: 'of the new machine'}]);
	for (const name of ['movies', 'everyType', 'big', 'qualityProfiles', 'rootFolders', 'installation']) {
		t.deepEqual(await all(target.db, name), await all(db, name), name);
	}
	t.is(await target.db.collection('sessions').countDocuments(), 0);
	t.is(readFileSync(join(target.dataDir, 'secret.key'), 'utf8'), `${key}\n`);
	t.is(statSync(join(target.dataDir, 'secret.key')).mode & 0o777, 0o600);
	await target.database.buildIndexes();
	t.is(await target.database.installation.findStartFault(key), null);
	t.is((await target.database.stores.movies.onDisk({after: '', limit: 5})).length, 3);
	t.true((await target.db.collection('movies').indexes()).length > 3);
});

test('what is written during a backup is in none of its collections', async t => {
	const {deps, db} = await source(t);
	const counts = await deps.snapshots.read(async ({documents, consistency}) => {
		t.is(consistency, 'snapshot');
		const count = async (name: string) => (await Array.fromAsync(documents(name))).length;
		const there = await db.collection('big').countDocuments();
		const before = await count('everyType');
		await db.collection('everyType').insertOne({later: true});
		await db.collection('big').insertOne({later: true});
		return {everyType: (await count('everyType')) - before, big: (await count('big')) - there};
	});
	t.deepEqual(counts, {everyType: 0, big: 0});
});

test('without a history the collections are read one after another, and the manifest says so', async t => {
	const {deps} = await source(t);
	let calls = 0;
	const {consistency, collections} = await deps.snapshots.read(reader => {
		calls += 1;
		if (reader.consistency === 'snapshot') {
			throw Object.assign(new Error('SnapshotTooOld'), {code: 239});
		}
		return Promise.resolve(reader);
	});
	t.deepEqual([consistency, calls], ['ordered', 5]);
	t.is(collections.at(-1), 'installation');
	t.true(collections.indexOf('episodes') < collections.indexOf('series') || !collections.includes('episodes'));
	t.false(collections.includes('sessions'));
});

test('a database that is not empty is replaced only by force, after a backup of it', async t => {
	const {write} = await source(t);
	const {folder} = await write();
	const target = await emptyTarget(t);
	await target.db.collection('movies').insertOne({title: 'old'});
	await target.db.collection('gone').insertOne({title: 'old'});
	await t.throwsAsync(target.restore(folder), {message: /not empty/});
	t.is(await target.db.collection('movies').countDocuments(), 1);
	await target.restore(folder, {force: true});
	t.is(target.steps[0], 'saved');
	t.is(await target.db.collection('movies').countDocuments(), 3);
	t.is(await target.db.collection('gone').countDocuments(), 0);
	t.deepEqual(
		(await target.db.listCollections().toArray()).map(({name}) => name).filter(name => name.startsWith('restored_')),
		[],
	);
});

test('a stopped backup leaves nothing behind', async t => {
	const {deps, to} = await source(t);
	const stop = new AbortController();
	const written = writeBackup(deps, {to, madeBy: 'person', now, signal: stop.signal, onProgress: () => stop.abort(new Error('enough'))});
	await t.throwsAsync(written, {message: 'enough'});
	t.deepEqual(readdirSync(to), []);
});

test('a backup is not made of half a restore, nor while the key changes', async t => {
	const {deps, db, to, write} = await source(t);
	await deps.installation.beginKeyChange(key);
	await t.throwsAsync(write(), {name: 'Conflict', message: /SECRET_KEY is being changed/});
	await deps.installation.endKeyChange(key);
	const facts = db.collection<{_id: string; value: string}>('installation');
	await facts.insertOne({_id: 'restore', value: 'unfinished'});
	await t.throwsAsync(write(), {name: 'Conflict', message: /restore of a backup has not ended/});
	await facts.deleteOne({_id: 'restore'});
	const changed = {...deps, snapshots: {...deps.snapshots, read: afterwards(() => deps.installation.endKeyChange('cd'.repeat(32)))}};
	await t.throwsAsync(writeBackup(changed, {to, madeBy: 'person', now, signal}), {message: /was changed while/});
	t.deepEqual(readdirSync(to), []);
});

/** Reads nothing, but lets something happen while it does. */
function afterwards(happen: () => Promise<void>): Snapshots['read'] {
	const collections = ['a'];
	async function* documents() {
		await happen();
		yield BSON.serialize({});
	}
	return read => read({consistency: 'snapshot', collections, documents});
}

test('a backup of older data can be restored with the older program', async t => {
	const {db, write} = await source(t);
	await db.collection<{_id: string; value: number}>('installation').updateOne({_id: 'dataVersion'}, {$set: {value: 2}});
	t.is((await write()).manifest.dataVersion, 2);
});
