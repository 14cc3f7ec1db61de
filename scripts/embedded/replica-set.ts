import {createHmac} from 'node:crypto';
import {setTimeout as pause} from 'node:timers/promises';
import {type Db, MongoClient, MongoServerError} from 'mongodb';

const setName = 'kinoteka';
const user = 'kinoteka';
const alreadyInitialized = 23;
const userNotFound = 11;
const roleNotFound = 31;

/** A listening mongod and the key of its replica set. */
export interface Node {
	port: number;
	key: string;
}

/**
 * Makes a fresh or restarted mongod the primary of its own one-node replica set, and gives our user the rights in
 * `database`, or all of them if that is null. Authenticates with the key of the set, so that others cannot get in at
 * any moment.
 */
export async function prepareReplicaSet({port, key}: Node, database: string | null, signal: AbortSignal): Promise<void> {
	await asSet({port, key}, signal, async client => {
		const admin = client.db('admin');
		await initiate(admin, `127.0.0.1:${port}`);
		while ((await admin.command({hello: 1}))['isWritablePrimary'] !== true) {
			signal.throwIfAborted();
			await pause(20);
		}
		const roles = database === null ? ['root'] : [await grantRole(admin, database)];
		await grantUser(admin, {pwd: passwordOf(key), roles});
	});
}

/**
 * Changes the port in the stored set. The node must run without its set meanwhile: otherwise it would first look for
 * itself at the old port, and wait half a minute if a silent program listens there.
 */
export async function moveReplicaSet(node: Node, signal: AbortSignal): Promise<void> {
	await asSet(node, signal, async client => {
		await client
			.db('local')
			.collection('system.replset')
			.updateOne({}, {$set: {'members.0.host': `127.0.0.1:${node.port}`}});
	});
}

/** Milliseconds. The signal ends the wait before, unless the server works on. */
const selectionMs = 60 * 60_000;
/** Milliseconds. A server on a busy machine takes long to answer. */
const connectMs = 30_000;

/** Connects with the key of the set, however long the server takes until `signal` aborts, and does `work`. */
async function asSet({port, key}: Node, signal: AbortSignal, work: (client: MongoClient) => Promise<void>): Promise<void> {
	const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
		auth: {username: '__system', password: key},
		authSource: 'local',
		serverSelectionTimeoutMS: selectionMs,
		connectTimeoutMS: connectMs,
	});
	const close = () => void client.close();
	signal.addEventListener('abort', close, {once: true});
	try {
		await client.connect();
		await work(client);
	} finally {
		signal.removeEventListener('abort', close);
		await client.close();
	}
}

/** The address for clients; the set's name lets them wait while the server restarts. */
export function replicaSetUri({port, key}: Node, database: string): string {
	return `mongodb://${user}:${passwordOf(key)}@127.0.0.1:${port}/${database}?replicaSet=${setName}&authSource=admin`;
}

export const replicaSetArgs = ['--replSet', setName] as const;

/** A restarted node reports that it is not initialized until it has read its stored set; then initiating fails. */
async function initiate(admin: Db, host: string): Promise<void> {
	try {
		await admin.command({replSetInitiate: {_id: setName, members: [{_id: 0, host}]}});
	} catch (error) {
		if (!(error instanceof MongoServerError && error.code === alreadyInitialized)) {
			throw error;
		}
	}
}

/** What the service does in its database: read, write, and create collections and indexes. Returns the role's name. */
async function grantRole(admin: Db, database: string): Promise<string> {
	const name = `${database}Service`;
	const rights = {privileges: [], roles: [{role: 'readWrite', db: database}]};
	await orElse(
		roleNotFound,
		() => admin.command({updateRole: name, ...rights}),
		() => admin.command({createRole: name, ...rights}),
	);
	return name;
}

/** Each start sets the rights again, because this version may need others than the one that made the user. */
async function grantUser(admin: Db, rights: {pwd: string; roles: string[]}): Promise<void> {
	await orElse(
		userNotFound,
		() => admin.command({updateUser: user, ...rights}),
		() => admin.command({createUser: user, ...rights}),
	);
}

async function orElse(code: number, change: () => Promise<unknown>, create: () => Promise<unknown>): Promise<void> {
	try {
		await change();
	} catch (error) {
		if (!(error instanceof MongoServerError && error.code === code)) {
			throw error;
		}
		await create();
	}
}

function passwordOf(key: string): string {
	return createHmac('sha256', key).update(user).digest('hex');
}
