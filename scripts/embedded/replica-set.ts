import {createHmac} from 'node:crypto';
import {setTimeout as pause} from 'node:timers/promises';
import {type Db, MongoClient, MongoServerError} from 'mongodb';

const setName = 'kinoteka';
const user = 'kinoteka';
const alreadyInitialized = 23;
const userNotFound = 11;

/** A listening mongod and the key of its replica set. */
export interface Node {
	port: number;
	key: string;
}

/**
 * Makes a fresh or restarted mongod the primary of its own one-node replica set and creates our user. Authenticates
 * with the key of the set, so that others cannot get in at any moment.
 */
export async function prepareReplicaSet({port, key}: Node, signal: AbortSignal): Promise<void> {
	const client = openAsSet({port, key});
	const close = () => void client.close();
	signal.addEventListener('abort', close, {once: true});
	try {
		await client.connect();
		const admin = client.db('admin');
		await initiate(admin, `127.0.0.1:${port}`);
		while ((await admin.command({hello: 1}))['isWritablePrimary'] !== true) {
			signal.throwIfAborted();
			await pause(20);
		}
		await grantUser(admin, passwordOf(key));
	} finally {
		signal.removeEventListener('abort', close);
		await client.close();
	}
}

/**
 * Changes the port in the stored set. The node must run without its set meanwhile: otherwise it would first look for
 * itself at the old port, and wait half a minute if a silent program listens there.
 */
export async function moveReplicaSet({port, key}: Node): Promise<void> {
	const client = openAsSet({port, key});
	try {
		await client
			.db('local')
			.collection('system.replset')
			.updateOne({}, {$set: {'members.0.host': `127.0.0.1:${port}`}});
	} finally {
		await client.close();
	}
}

/** Authenticates with the key of the set. */
function openAsSet({port, key}: Node): MongoClient {
	return new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
		auth: {username: '__system', password: key},
		authSource: 'local',
		serverSelectionTimeoutMS: 60_000,
		connectTimeoutMS: 5_000,
	});
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

async function grantUser(admin: Db, password: string): Promise<void> {
	try {
		await admin.command({updateUser: user, pwd: password});
	} catch (error) {
		if (!(error instanceof MongoServerError && error.code === userNotFound)) {
			throw error;
		}
		await admin.command({createUser: user, pwd: password, roles: ['root']});
	}
}

function passwordOf(key: string): string {
	return createHmac('sha256', key).update(user).digest('hex');
}
