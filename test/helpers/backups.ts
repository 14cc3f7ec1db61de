import {randomBytes} from 'node:crypto';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import {BSON, MongoClient} from 'mongodb';
import type {Manifest} from '#shared/backup/manifest.ts';
import {openBackup, type RestoreOptions, restoreBackup} from '#shared/backup/restore-backup.ts';
import {writeBackup} from '#shared/backup/write-backup.ts';
import {openDatabase} from '#shared/store/database.ts';
import {createRestoreTarget} from '#shared/store/system/restore-target.ts';
import {buildMovieDetails} from './build-movie.ts';
import {withDatabase} from './database.ts';
import {tempFolder} from './temp-folder.ts';
import {testSecrets} from './test-secrets.ts';
import {patienceMs} from './until.ts';
import {withWorkerDeps} from './worker-deps.ts';

export const key = 'ab'.repeat(32);
export const now = new Date('2026-03-04T05:06:07Z');
export const {signal} = new AbortController();
const exactly = {promoteValues: false, promoteBuffers: false};

/** A database with movies, a document of each type, one of that many bytes, and a session. */
export async function source(t: ExecutionContext, bigBytes = 1000) {
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
export async function emptyTarget(t: ExecutionContext) {
	const {uri} = await withDatabase(t);
	const database = openDatabase({uri, secrets: testSecrets, connectLimitMs: patienceMs});
	t.teardown(() => database.close());
	await database.connected;
	const dataDir = join(tempFolder(t), 'data');
	const target = createRestoreTarget(database.connection);
	const steps: string[] = [];
	const restore = async (from: string, options: Partial<RestoreOptions> = {}) =>
		restoreBackup(await openBackup(from, signal), target, {
			...{from, dataDir, configuredKey: null, force: false, signal, onStep: (step: string) => steps.push(step)},
			beforeReplacing: async () => void steps.push('saved'),
			refuseRunning: async () => undefined,
			afterReplacing: async () => undefined,
			...options,
		});
	const client = await MongoClient.connect(uri);
	t.teardown(() => client.close());
	return {db: client.db(), database, dataDir, restore, steps};
}

export const all = (db: Awaited<ReturnType<typeof emptyTarget>>['db'], name: string) =>
	db.collection(name, exactly).find({}, exactly).sort({_id: 1}).toArray();
