import {randomBytes} from 'node:crypto';
import {
	appendFileSync,
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {BSON, MongoClient} from 'mongodb';
import {pruneBackups} from '#shared/backup/backup-names.ts';
import type {Manifest} from '#shared/backup/manifest.ts';
import {openBackup, type RestoreOptions, restoreBackup} from '#shared/backup/restore-backup.ts';
import {writeBackup} from '#shared/backup/write-backup.ts';
import {openDatabase} from '#shared/store/database.ts';
import {dataVersion, fingerprintOf} from '#shared/store/system/installation.ts';
import {createRestoreTarget} from '#shared/store/system/restore-target.ts';
import type {Snapshots} from '#shared/store/system/snapshots.ts';
import {buildMovieDetails} from '#test/helpers/build-movie.ts';
import {withDatabase} from '#test/helpers/database.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {testSecrets} from '#test/helpers/test-secrets.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';

const key = 'ab'.repeat(32);
const now = new Date('2026-03-04T05:06:07Z');
const {signal} = new AbortController();
const exactly = {promoteValues: false, promoteBuffers: false};

/** A database with movies, a document of each type, one of that many bytes, and a session. */
async function source(t: ExecutionContext, bigBytes = 1000) {
	const world = await withWorkerDeps(t);
	const {deps, mongodbUri} = world;
	for (const id of [1, 2, 3]) {
		await world.addMovie(buildMovieDetails({metaId: id}));
	}
	const client = await MongoClient.connect(mongodbUri);
	t.teardown(() => client.close());
	const db = client.db();
	const {Long, Int32, Double, ObjectId, Decimal128, Binary, Timestamp} = BSON;
	await db.collection<{_id: unknown; [field: string]: unknown}>('everyType').insertMany([
		{_id: Long.fromString('9007199254740993'), whole: new Double(5), int: new Int32(5), long: Long.fromNumber(5)},
		{_id: new ObjectId(), date: new Date('1895-12-28T10:00:00.123Z'), far: new Date(8.64e15), decimal: Decimal128.fromString('0.10')},
		{
			_id: 'ü',
			bytes: new Binary(randomBytes(40)),
			pattern: /a.b/i,
			at: new Timestamp({t: 5, i: 7}),
			nothing: null,
			list: [1, [2, {a: []}]],
		},
	]);
	await db.collection('big').insertMany([{text: 'x'.repeat(bigBytes)}, {text: 'small'}]);
	await db.collection('sessions').insertOne({session: 'secret'});
	writeFileSync(join(deps.dataDir, 'secret.key'), `${key}\n`, {mode: 0o600});
	await deps.installation.findStartFault(key);
	const to = join(deps.dataDir, 'backups');
	const write = (at = now, madeBy: Manifest['madeBy'] = 'person') => writeBackup(deps, {to, madeBy, now: at, signal});
	return {deps, db, to, write};
}

/** An empty database and data folder that a backup can be restored into. */
async function emptyPlace(t: ExecutionContext) {
	const {uri} = await withDatabase(t);
	const database = openDatabase({uri, secrets: testSecrets});
	t.teardown(() => database.close());
	await database.connected;
	const dataDir = join(tempFolder(t), 'data');
	const target = createRestoreTarget(database.connection);
	const steps: string[] = [];
	const restore = async (from: string, options: Partial<RestoreOptions> = {}) =>
		restoreBackup(await openBackup(from, signal), target, {
			...{from, dataDir, configuredKey: null, force: false, signal, tell: (step: string) => steps.push(step)},
			beforeReplacing: async () => void steps.push('saved'),
			refuseRunning: async () => undefined,
			afterReplacing: async () => undefined,
			...options,
		});
	const client = await MongoClient.connect(uri);
	t.teardown(() => client.close());
	return {db: client.db(), database, dataDir, restore, steps};
}

const all = (db: Awaited<ReturnType<typeof emptyPlace>>['db'], name: string) =>
	db.collection(name, exactly).find({}, exactly).sort({_id: 1}).toArray();

test('what was backed up is there after a restore, with its very types', async t => {
	t.timeout(120_000);
	const {deps, db, write} = await source(t, 16_700_000);
	const {folder, manifest} = await write();
	t.is(manifest.consistency, 'snapshot');
	t.true(folder.endsWith('/kinoteka-2026-03-04T05-06-07'));
	t.is(statSync(folder).mode & 0o777, 0o700);
	t.deepEqual(readdirSync(join(deps.dataDir, 'backups')), ['kinoteka-2026-03-04T05-06-07']);
	const place = await emptyPlace(t);
	await place.restore(folder);
	for (const name of ['movies', 'everyType', 'big', 'qualityProfiles', 'rootFolders', 'installation']) {
		t.deepEqual(await all(place.db, name), await all(db, name), name);
	}
	t.is(await place.db.collection('sessions').countDocuments(), 0);
	t.is(readFileSync(join(place.dataDir, 'secret.key'), 'utf8'), `${key}\n`);
	t.is(statSync(join(place.dataDir, 'secret.key')).mode & 0o777, 0o600);
	await place.database.buildIndexes();
	t.is(await place.database.installation.findStartFault(key), null);
	t.is((await place.database.stores.movies.onDisk({after: '', limit: 5})).length, 3);
	t.true((await place.db.collection('movies').indexes()).length > 3);
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

test('a damaged folder is refused before anything is changed', async t => {
	const {write} = await source(t);
	const place = await emptyPlace(t);
	const refuses = async (damage: (folder: string) => void, at: number, words: RegExp) => {
		const {folder} = await write(new Date(Number(now) + at * 1000));
		damage(folder);
		const error = await t.throwsAsync(place.restore(folder), {message: words});
		t.like(error, {code: words.source.includes('ersion') ? 'backup_newer' : 'backup_not_whole'});
		t.deepEqual(await place.db.listCollections().toArray(), []);
		t.false(existsSync(place.dataDir));
	};
	const movies = (folder: string) => join(folder, 'collections/movies.bson.gz');
	const change = (folder: string, changes: object) => {
		const file = join(folder, 'manifest.json');
		writeFileSync(file, JSON.stringify({...JSON.parse(readFileSync(file, 'utf8')), ...changes}));
	};
	await refuses(folder => rmSync(join(folder, 'manifest.json')), 1, /manifest\.json cannot be read/);
	await refuses(folder => appendFileSync(movies(folder), 'x'), 2, /checksum differs/);
	await refuses(folder => rmSync(movies(folder)), 3, /ENOENT/);
	await refuses(folder => writeFileSync(join(folder, 'secret.key'), 'x'), 4, /checksum differs/);
	await refuses(folder => change(folder, {dataVersion: dataVersion + 1}), 5, /Version .* wrote/);
	await refuses(folder => change(folder, {format: 99}), 6, /Version .* wrote/);
	await refuses(folder => change(folder, {collections: [{name: '../../x', documents: 1}]}), 7, /another form/);
});

test('a database that is not empty is replaced only by force, after a backup of it', async t => {
	const {write} = await source(t);
	const {folder} = await write();
	const place = await emptyPlace(t);
	await place.db.collection('movies').insertOne({title: 'old'});
	await place.db.collection('gone').insertOne({title: 'old'});
	await t.throwsAsync(place.restore(folder), {message: /not empty/});
	t.is(await place.db.collection('movies').countDocuments(), 1);
	await place.restore(folder, {force: true});
	t.is(place.steps[0], 'saved');
	t.is(await place.db.collection('movies').countDocuments(), 3);
	t.is(await place.db.collection('gone').countDocuments(), 0);
	t.deepEqual(
		(await place.db.listCollections().toArray()).map(({name}) => name).filter(name => name.startsWith('restored_')),
		[],
	);
});

test('another key is never mixed with the data', async t => {
	const {deps, write} = await source(t);
	const {folder} = await write();
	const place = await emptyPlace(t);
	await t.throwsAsync(place.restore(folder, {configuredKey: 'cd'.repeat(32)}), {message: /SECRET_KEY is not the key/});
	mkdirSync(place.dataDir);
	writeFileSync(join(place.dataDir, 'secret.key'), 'cd'.repeat(32));
	await t.throwsAsync(place.restore(folder), {message: /another key/});
	await place.restore(folder, {force: true});
	t.deepEqual(
		readdirSync(place.dataDir)
			.map(name => readFileSync(join(place.dataDir, name), 'utf8').trim())
			.toSorted(),
		[key, 'cd'.repeat(32)],
		'the other key is kept',
	);

	rmSync(join(deps.dataDir, 'secret.key'));
	const {folder: without, manifest} = await write(new Date(Number(now) + 1000));
	t.is(manifest.secretKey.file, null);
	const other = await emptyPlace(t);
	await t.throwsAsync(other.restore(without), {message: /holds no secret key/});
	await other.restore(without, {configuredKey: key});
	t.false(existsSync(other.dataDir));
});

test('a stopped backup leaves nothing behind', async t => {
	const {deps, to} = await source(t);
	const stop = new AbortController();
	const written = writeBackup(deps, {to, madeBy: 'person', now, signal: stop.signal, onProgress: () => stop.abort(new Error('enough'))});
	await t.throwsAsync(written, {message: 'enough'});
	t.deepEqual(readdirSync(to), []);
});

test('the schedule removes only its own oldest backups, and leaves nothing that looks like one', async t => {
	const {to, write} = await source(t);
	for (const [second, madeBy] of (['person', 'schedule', 'schedule', 'schedule'] as const).entries()) {
		await write(new Date(Number(now) + second * 1000), madeBy);
	}
	for (const name of ['holiday', 'kinoteka-2020-01-01T00-00-00']) {
		mkdirSync(join(to, name));
	}
	const pruning = {keep: 2, written: 'kinoteka-2026-03-04T05-06-10', fingerprint: fingerprintOf(key)};
	t.deepEqual(await pruneBackups(to, pruning), ['kinoteka-2026-03-04T05-06-08']);
	t.is(readdirSync(to).length, 5);
});

test('each backup removes what a killed process left a day ago', async t => {
	const {to, write} = await source(t);
	const names = [
		'kinoteka-2026-03-01T00-00-00-77.partial',
		'kinoteka-2026-02-01T00-00-00.partial',
		'kinoteka-2026-03-04T00-00-00-78.partial',
	];
	for (const [index, name] of names.entries()) {
		mkdirSync(join(to, name), {recursive: true});
		const at = index === 2 ? now : new Date(Number(now) - 2 * 86_400_000);
		utimesSync(join(to, name), at, at);
	}
	await write();
	t.deepEqual(readdirSync(to), ['kinoteka-2026-03-04T00-00-00-78.partial', 'kinoteka-2026-03-04T05-06-07']);
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

test('the backup just written stays, whatever the clock said before, and so do those of others', async t => {
	const {to, write} = await source(t);
	const [future, today, other] = [new Date('2031-01-01T00:00:00Z'), now, new Date(Number(now) - 1000)];
	for (const at of [future, today, other]) {
		await write(at, 'schedule');
	}
	const file = join(to, 'kinoteka-2026-03-04T05-06-06', 'manifest.json');
	writeFileSync(file, readFileSync(file, 'utf8').replace(fingerprintOf(key), fingerprintOf('cd'.repeat(32))));
	const pruning = {keep: 1, written: 'kinoteka-2026-03-04T05-06-07', fingerprint: fingerprintOf(key)};
	t.deepEqual(await pruneBackups(to, pruning), ['kinoteka-2031-01-01T00-00-00']);
	await t.throwsAsync(write(today), {message: /exists already/});
	t.is(readdirSync(to).length, 2, 'nothing of it is left');
});

test('the key of a backup that was copied with other rights is still private', async t => {
	const {write} = await source(t);
	const {folder} = await write();
	chmodSync(join(folder, 'secret.key'), 0o644);
	const place = await emptyPlace(t);
	await place.restore(folder);
	t.is(statSync(join(place.dataDir, 'secret.key')).mode & 0o777, 0o600);
});

test('a restore that is stopped says so and leaves nothing in the database', async t => {
	const {write} = await source(t);
	const {folder} = await write();
	const place = await emptyPlace(t);
	const stop = new AbortController();
	const tell = () => stop.abort(new Error('enough'));
	await t.throwsAsync(place.restore(folder, {signal: stop.signal, tell}), {message: 'enough'});
	t.deepEqual(await place.db.listCollections().toArray(), []);
});

test('a restore that was interrupted goes on, even if a start has made a key meanwhile', async t => {
	const {write} = await source(t);
	const {folder} = await write();
	const place = await emptyPlace(t);
	await t.throwsAsync(place.restore(folder, {afterReplacing: () => Promise.reject(new Error('killed'))}), {message: 'killed'});
	writeFileSync(join(place.dataDir, 'secret.key'), 'cd'.repeat(32));
	await place.restore(folder);
	t.is(readFileSync(join(place.dataDir, 'secret.key'), 'utf8').trim(), key);
	t.is(await place.database.installation.findStartFault(key), null);
});

test('nothing starts with a database of which only a part is restored, and the restore may be run again', async t => {
	const {write} = await source(t);
	const {folder} = await write();
	const place = await emptyPlace(t);
	const {installation} = place.database;
	await place.db.collection('movies').insertOne({title: 'old'});
	await t.throwsAsync(place.restore(folder, {force: true, refuseRunning: () => Promise.reject(new Error('it runs'))}), {
		message: 'it runs',
	});
	t.is((await installation.findStartFault('cd'.repeat(32)))?.code, undefined);
	t.is(await place.db.collection('movies').countDocuments(), 1);
	let during: string | undefined;
	const killed = async () => {
		during = (await installation.findStartFault(key))?.code;
		throw new Error('killed');
	};
	await t.throwsAsync(place.restore(folder, {force: true, afterReplacing: killed}), {message: 'killed'});
	t.is(during, 'unfinished_restore');
	t.is((await installation.findStartFault(key))?.code, 'unfinished_restore');
	place.steps.length = 0;
	await place.restore(folder);
	t.false(place.steps.includes('saved'), 'a mixture is not worth a backup');
	t.is(await installation.findStartFault(key), null);
	t.is(await place.db.collection('movies').countDocuments(), 3);
});
