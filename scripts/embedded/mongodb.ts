import {randomBytes} from 'node:crypto';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {availableParallelism, totalmem} from 'node:os';
import {join} from 'node:path';
import {Conflict, Unavailable} from '#shared/errors.ts';
import {isDiskFull} from './disk-room.ts';
import {freePort, isFree} from './free-port.ts';
import {moveReplicaSet, type Node, prepareReplicaSet, replicaSetArgs, replicaSetUri} from './replica-set.ts';
import {type Ending, rotateLog, type ServerProcess, spawnServer, stopLeftover} from './server-process.ts';

/** A running server of ours and its address. */
export interface OwnServer extends ServerProcess {
	url: string;
}

interface MongodbOptions {
	program: string;
	/** All data of this server is stored below. */
	folder: string;
	database: string;
	/** Gives our user all rights, for tests and measurements. */
	mayEverything?: boolean;
}

const readyLimitMs = 60_000;
const leftoverLimitMs = 20_000;

/** MongoDB's own exit codes. */
const addressInUse = 48;
const folderInUse = 100;
const needsOtherVersion = 62;

/**
 * Runs a one-node replica set on the loopback address and resolves when it accepts writes.
 * The port is remembered in the folder; if another program uses it, a new one is chosen.
 * @throws Conflict `database_folder_in_use`; Unavailable `mongodb_not_started` with the server's own message
 */
export async function startMongodb({program, folder, database, mayEverything = false}: MongodbOptions): Promise<OwnServer> {
	const files = join(folder, 'db');
	mkdirSync(files, {recursive: true, mode: 0o700});
	await stopLeftover(folder, leftoverLimitMs);
	const key = readOrMake(join(folder, 'key'), () => randomBytes(32).toString('hex'));
	for (let attempt = 0; attempt < 3; attempt++) {
		const node: Node = {port: await choosePort({program, folder, key}), key};
		const server = spawnServer(program, [...argumentsFor(folder, node.port), ...replicaSetArgs], folder);
		const ending = await untilReady(server, signal => prepareReplicaSet(node, mayEverything ? null : database, signal));
		if (ending === null) {
			return {...server, url: replicaSetUri(node, database)};
		}
		if (ending.code !== addressInUse) {
			throw explain(ending, folder);
		}
	}
	throw new Unavailable('mongodb_not_started', 'No free port for MongoDB was found in three attempts.');
}

/** The address of the server that another process runs on this folder. */
export function runningMongodbUri(folder: string, database: string): string {
	const read = (name: string) => readFileSync(join(folder, name), 'utf8').trim();
	return replicaSetUri({port: Number(read('port')), key: read('key')}, database);
}

/**
 * A sixteenth of the memory of the machine or container. A library of 100,000 titles fits into one gigabyte, and
 * MongoDB needs a quarter of a gigabyte at least.
 */
function cacheGigabytes(): number {
	const bytes = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
	return Math.min(Math.max(bytes / 16 / 2 ** 30, 0.25), 1);
}

/**
 * Closes files that were unused for a few seconds: each test drops a database, and a process can open only a limited
 * number of files.
 */
const closeIdleFiles = 'file_manager=(close_idle_time=10,close_scan_interval=5,close_handle_minimum=250)';

/**
 * Percentages of the cache: what may wait for the next checkpoint, and what changes in it may use. With the defaults of
 * 5 % and 2.5 %, pages of a dozen indexes are compressed and rewritten for every few changes: a backfill then costs
 * twice the processor time, in bursts of up to 25 ms.
 */
const keepChanges = [
	...['eviction_dirty_target=60', 'eviction_dirty_trigger=80'],
	...['eviction_updates_target=60', 'eviction_updates_trigger=80'],
].join(',');

/**
 * A modified page that has grown to this size is split by its next reader. With the default of 10 MB a list then waits
 * for 40 ms, which people notice; a tenth of that they do not.
 */
const smallPages = 'memory_page_max=1m';

/**
 * Eviction threads run without a break when the cache fills, so one core is left for requests.
 * MongoDB's default is 4 threads.
 */
function makeRoom(): string {
	const most = Math.min(Math.max(availableParallelism() - 1, 1), 4);
	return `eviction=(threads_min=1,threads_max=${most})`;
}

function argumentsFor(folder: string, port: number): string[] {
	const log = join(folder, 'mongod.log');
	rotateLog(log);
	const parameters = {
		enableLocalhostAuthBypass: 0,
		// The set has no other members, so there is nothing to wait for.
		shutdownTimeoutMillisForSignaledShutdown: 100,
		diagnosticDataCollectionEnabled: false,
		// Nobody reads old snapshots: files of a dropped collection are deleted at once instead of after five minutes.
		minSnapshotHistoryWindowInSeconds: 0,
		// A process that is killed in a transaction holds its documents for that long. Ours take less than a second.
		transactionLifetimeLimitSeconds: 15,
	};
	return [
		...['--dbpath', join(folder, 'db'), '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'],
		...['--keyFile', join(folder, 'key'), '--oplogSize', '256', '--wiredTigerCacheSizeGB', cacheGigabytes().toFixed(2)],
		...['--wiredTigerCollectionConfigString', smallPages, '--wiredTigerIndexConfigString', smallPages],
		...['--wiredTigerEngineConfigString', `${closeIdleFiles},${keepChanges},${makeRoom()}`],
		// It saves nothing on one machine, and in versions with CVE-2025-14847 anybody can read memory through it.
		// No query of ours has JavaScript in it.
		...['--networkMessageCompressors', 'disabled', '--noscripting'],
		// A write that waits for the journal has it flushed at once; the others need no flush every 100 ms.
		...['--journalCommitInterval', '500'],
		// The log begins anew at a start only, so operations are told that took a second, not a tenth of one.
		...['--logpath', log, '--logappend', '--quiet', '--slowms', '1000'],
		...Object.entries(parameters).flatMap(([name, value]) => ['--setParameter', `${name}=${value}`]),
	];
}

/** Null if `prepare` succeeded; otherwise how the server ended. */
async function untilReady(server: ServerProcess, prepare: (signal: AbortSignal) => Promise<void>): Promise<Ending | null> {
	const limit = new AbortController();
	const timer = setTimeout(() => limit.abort(), readyLimitMs);
	const ready = prepare(limit.signal).then(() => null);
	try {
		return await Promise.race([ready, server.exited]);
	} catch (error) {
		await server.stop(leftoverLimitMs);
		throw new Unavailable('mongodb_not_started', `MongoDB was not ready within ${readyLimitMs / 1000} s.`, {cause: error});
	} finally {
		clearTimeout(timer);
		limit.abort();
		await ready.catch(() => undefined);
	}
}

/** The port of the last start, or a new one if another program uses it now. */
async function choosePort({program, folder, key}: {program: string; folder: string; key: string}): Promise<number> {
	const path = join(folder, 'port');
	const remembered = Number(readOrMake(path, () => '0'));
	if (remembered > 0 && (await isFree(remembered))) {
		return remembered;
	}
	const port = await freePort();
	if (remembered > 0) {
		const server = spawnServer(program, argumentsFor(folder, port), folder);
		const ending = await untilReady(server, () => moveReplicaSet({port, key}));
		await server.stop(leftoverLimitMs);
		if (ending !== null) {
			throw explain(ending, folder);
		}
	}
	writeFileSync(path, String(port));
	return port;
}

function readOrMake(path: string, make: () => string): string {
	try {
		return readFileSync(path, 'utf8').trim();
	} catch {
		const text = make();
		writeFileSync(path, text, {mode: 0o600});
		return text;
	}
}

function explain({code, reason}: Ending, folder: string): Error {
	if (code === folderInUse) {
		const pid = readOrMake(join(folder, 'db', 'mongod.lock'), () => 'unknown');
		return new Conflict('database_folder_in_use', `${folder} is in use by another mongod (process ${pid}). Stop it and start again.`);
	}
	const hint =
		code === needsOtherVersion
			? 'The data was written by another version of MongoDB: name that version in MONGOD_BINARY.'
			: `See ${join(folder, 'mongod.log')}.`;
	if (isDiskFull(folder)) {
		return new Unavailable('disk_full', `MongoDB cannot run: the disk of ${folder} is full. Make room; it starts again by itself.`);
	}
	return new Unavailable('mongodb_not_started', `MongoDB ended while starting: ${lastFault(folder) ?? reason}. ${hint}`);
}

/** The last error or fatal message in the server's log, which has one JSON object per line. */
function lastFault(folder: string): string | null {
	const lines = readOrMake(join(folder, 'mongod.log'), () => '').split('\n');
	const fault = lines.findLast(line => /"s":"[EF]"/.test(line));
	const message = fault ? /"msg":"([^"]{1,200})"/.exec(fault)?.[1] : undefined;
	return message ?? null;
}
