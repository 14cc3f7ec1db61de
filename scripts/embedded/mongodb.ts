import {randomBytes} from 'node:crypto';
import {chmodSync, existsSync, mkdirSync, readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import type {Reporter} from '#scripts/processes/reporter.ts';
import {Conflict, Unavailable} from '#shared/errors.ts';
import {folderIdentity, isDiskFull, readText, writeWhole} from './data-files.ts';
import {freePort, isFree} from './free-port.ts';
import {mongodbArguments} from './mongodb-arguments.ts';
import {moveReplicaSet, type Node, prepareReplicaSet, replicaSetArgs, replicaSetUri} from './replica-set.ts';
import {type Ending, type ServerProcess, spawnServer, stopLeftover, untilAnswering} from './server-process.ts';

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
	/** Milliseconds to wait for the port of the last start, which others know, while another program has it. */
	portPatienceMs?: number;
	/** Ends that wait. */
	signal?: AbortSignal | undefined;
	/** Says when it takes long. */
	reporter?: Pick<Reporter, 'progress'> | undefined;
}

const leftoverLimitMs = 20_000;

/** MongoDB's own exit codes. */
const addressInUse = 48;
const folderInUse = 100;
const needsOtherVersion = 62;

/**
 * Runs a one-node replica set on the loopback address and resolves when it accepts writes.
 * The port is remembered in the folder; if another program uses it for too long, a new one is chosen.
 * @throws Conflict `database_folder_in_use`; Unavailable `mongodb_not_started` with the server's own message
 */
export async function startMongodb(options: MongodbOptions): Promise<OwnServer> {
	const {program, folder, database, mayEverything = false, reporter} = options;
	const files = join(folder, 'db');
	mkdirSync(files, {recursive: true, mode: 0o700});
	await stopLeftover(folder, leftoverLimitMs);
	partFromOriginal(folder);
	const key = readOrMake(join(folder, 'key'), newKey);
	// A copy of the folder may be open to others, and mongod takes no such key.
	chmodSync(join(folder, 'key'), 0o600);
	for (let attempt = 0; attempt < 3; attempt++) {
		const node: Node = {port: await choosePort({...options, key}), key};
		const args = mongodbArguments({folder, port: node.port, keepsHistory: !mayEverything});
		const server = spawnServer(program, [...args, ...replicaSetArgs], folder);
		const ending = await untilAnswering(server, {
			name: 'MongoDB',
			reporter,
			prepare: signal => prepareReplicaSet(node, mayEverything ? null : database, signal),
		});
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
 * A copy of a folder gets a key and a port of its own. Otherwise it could take the port of the original while that
 * restarts, and the original's processes would write to the copy.
 */
function partFromOriginal(folder: string): void {
	const [path, mine] = [join(folder, 'owner'), folderIdentity(folder)];
	const owner = readText(path);
	if (owner !== null && owner !== mine) {
		writeWhole(join(folder, movingMark), '');
		writeWhole(join(folder, 'key'), newKey());
	}
	if (owner !== mine) {
		writeWhole(path, mine);
	}
}

const newKey = () => randomBytes(32).toString('hex');
/** Left by a start that was killed while it changed the port, in the set or already in the file. */
const movingMark = 'port-moving';
const portCheckMs = 250;

/** The port of the last start, or a new one if another program uses it now. */
async function choosePort({program, folder, key, portPatienceMs = 0, signal, reporter}: MongodbOptions & {key: string}): Promise<number> {
	const path = join(folder, 'port');
	const moving = join(folder, movingMark);
	const remembered = Number(readText(path) ?? 0);
	const until = performance.now() + portPatienceMs;
	while (remembered > 0 && !existsSync(moving)) {
		if (await isFree(remembered)) {
			return remembered;
		}
		if (performance.now() >= until) {
			break;
		}
		await pause(portCheckMs, undefined, {signal});
	}
	const port = await freePort();
	if (remembered > 0) {
		writeWhole(moving, '');
		const server = spawnServer(program, mongodbArguments({folder, port, keepsHistory: false}), folder);
		const ending = await untilAnswering(server, {name: 'MongoDB', reporter, prepare: given => moveReplicaSet({port, key}, given)});
		await server.stop(leftoverLimitMs);
		if (ending !== null) {
			throw explain(ending, folder);
		}
	}
	writeWhole(path, String(port));
	rmSync(moving, {force: true});
	return port;
}

function readOrMake(path: string, make: () => string): string {
	const found = readText(path);
	if (found) {
		return found;
	}
	const text = make();
	writeWhole(path, text);
	return text;
}

function explain({code, reason}: Ending, folder: string): Error {
	if (code === folderInUse) {
		const pid = readText(join(folder, 'db', 'mongod.lock')) || 'unknown';
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
	const lines = (readText(join(folder, 'mongod.log')) ?? '').split('\n');
	const fault = lines.findLast(line => /"s":"[EF]"/.test(line));
	const message = fault ? /"msg":"([^"]{1,200})"/.exec(fault)?.[1] : undefined;
	return message ?? null;
}
