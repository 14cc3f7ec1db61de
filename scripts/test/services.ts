import {randomUUID} from 'node:crypto';
import {accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {MongoClient} from 'mongodb';
import {folderHolder, lockFolder} from '#scripts/embedded/data-lock.ts';
import {startServices} from '#scripts/embedded/services.ts';
import type {Reporter} from '#scripts/processes/reporter.ts';

/**
 * `env` contains what the tests need: TEST_MONGODB_URI, TEST_REDIS_URL and TEST_PREPARED_DATABASES.
 * `close` leaves nothing behind.
 */
export interface TestServices {
	env: Record<string, string>;
	close(): Promise<void>;
}

const prefix = 'kinoteka-test-';
/** A new run may not have locked its folder yet. */
const youngMs = 60_000;

/**
 * Seconds between checkpoints of our MongoDB. One visits each of the thousands of files of all databases, which took a
 * tenth of MongoDB's time once a minute; data that is thrown away needs none.
 */
const checkpointSeconds = 600;

const memoryDisk = '/dev/shm';
/** More bytes than the databases of a whole run ever need. */
const enoughBytes = 2 * 1024 ** 3;

/**
 * Each test creates a database with all its indexes, which costs a disk dozens of flushes. A disk in memory halves the
 * time of a run.
 */
function serversParent(): string {
	try {
		accessSync(memoryDisk, constants.W_OK);
		const {bavail, bsize} = statfsSync(memoryDisk);
		return bavail * bsize > enoughBytes ? memoryDisk : tmpdir();
	} catch {
		return tmpdir();
	}
}

/** Uses the servers named in TEST_MONGODB_URI and TEST_REDIS_URL, or runs its own in a temporary folder. */
export async function openTestServices(env: NodeJS.ProcessEnv, reporter: Reporter): Promise<TestServices> {
	const parent = serversParent();
	sweep(parent);
	const folder = mkdtempSync(join(parent, prefix));
	const lock = lockFolder(folder);
	const clear = () => {
		lock.release();
		rmSync(folder, {recursive: true, force: true});
	};
	try {
		const services = await startServices({
			folder,
			database: 'kinoteka',
			mayEverything: true,
			mongodbUri: env['TEST_MONGODB_URI'] || null,
			redisUrl: env['TEST_REDIS_URL'] || null,
			mongodBinary: env['MONGOD_BINARY'] || null,
			redisBinary: env['REDIS_BINARY'] || null,
			env,
			reporter,
		});
		if (!env['TEST_MONGODB_URI']) {
			await suitTests(services.mongodbUri).catch(async error => {
				await services.stop();
				throw error;
			});
		}
		const prepared = `test_prepared_${randomUUID().replaceAll('-', '')}`;
		const close = async () => {
			if (env['TEST_MONGODB_URI']) {
				await dropPrepared(services.mongodbUri, prepared);
			}
			await services.stop();
			clear();
		};
		return {env: {TEST_MONGODB_URI: services.mongodbUri, TEST_REDIS_URL: services.redisUrl, TEST_PREPARED_DATABASES: prepared}, close};
	} catch (error) {
		clear();
		throw error;
	}
}

/** Drops the databases that this run kept for its next tests, on a server that keeps running. */
function dropPrepared(uri: string, prepared: string): Promise<void> {
	return withClient(uri, async client => {
		for (const {_id} of await client.db(prepared).collection<{_id: string}>('prepared').find().toArray()) {
			await client.db(_id).dropDatabase();
		}
		await client.db(prepared).dropDatabase();
	});
}

/**
 * A write that waits for a majority need not wait for the journal, which costs as much as the write. Nothing expires,
 * because tests at a fixed date store what is long over by the clock of the server.
 */
function suitTests(uri: string): Promise<void> {
	return withClient(uri, async client => {
		const admin = client.db('admin');
		await admin.command({setParameter: 1, syncdelay: checkpointSeconds});
		await admin.command({setParameter: 1, ttlMonitorEnabled: false});
		const {config} = await admin.command({replSetGetConfig: 1});
		await admin.command({replSetReconfig: {...config, version: config.version + 1, writeConcernMajorityJournalDefault: false}});
		// Without a write under the new settings, the first test waits up to 20 s for a majority that knows of them.
		await admin.command({appendOplogNote: 1, data: {note: 'the journal is not waited for'}});
	});
}

async function withClient(uri: string, work: (client: MongoClient) => Promise<unknown>): Promise<void> {
	const client = new MongoClient(uri, {serverSelectionTimeoutMS: 10_000});
	try {
		await work(client);
	} finally {
		await client.close();
	}
}

/** Removes the folders of runs that were killed before they could do so. */
function sweep(parent: string): void {
	for (const name of readdirSync(parent).filter(entry => entry.startsWith(prefix))) {
		const folder = join(parent, name);
		const stat = statSync(folder, {throwIfNoEntry: false});
		const ours = stat?.isDirectory() === true && stat.uid === process.getuid?.();
		if (ours && Date.now() - stat.mtimeMs > youngMs && folderHolder(folder) === null) {
			rmSync(folder, {recursive: true, force: true});
		}
	}
}
