import {createHmac} from 'node:crypto';
import {setTimeout as pause} from 'node:timers/promises';
import {type Db, MongoClient, MongoServerError} from 'mongodb';

const setName = 'kinoteka';
const user = 'kinoteka';
const notYetInitialized = 94;
const userNotFound = 11;

/** A mongod that listens, and the key that its replica set shares. */
export interface Node {
	port: number;
	key: string;
}

/**
 * Makes a fresh or restarted mongod the primary of its own one-node replica set, with our user.
 * Signs in with the key of the set itself, so that no moment exists in which others could get in.
 */
export async function prepareReplicaSet({port, key}: Node, signal: AbortSignal): Promise<void> {
	const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
		auth: {username: '__system', password: key},
		authSource: 'local',
		serverSelectionTimeoutMS: 60_000,
		connectTimeoutMS: 5_000,
	});
	const close = () => void client.close();
	signal.addEventListener('abort', close, {once: true});
	try {
		await client.connect();
		const admin = client.db('admin');
		await configure(admin, `127.0.0.1:${port}`);
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

/** The address that clients use; the set's name lets them wait for a restarted server. */
export function replicaSetUri({port, key}: Node, database: string): string {
	return `mongodb://${user}:${passwordOf(key)}@127.0.0.1:${port}/${database}?replicaSet=${setName}&authSource=admin`;
}

export const replicaSetArgs = ['--replSet', setName] as const;

/** The stored set names the port of its last start, which may have been taken by another program since. */
async function configure(admin: Db, host: string): Promise<void> {
	const config = await readConfig(admin);
	if (config === null) {
		await admin.command({replSetInitiate: {_id: setName, members: [{_id: 0, host}]}});
		return;
	}
	if (config.members[0]?.host !== host) {
		const moved = {...config, version: config.version + 1, members: [{_id: 0, host}]};
		await admin.command({replSetReconfig: moved, force: true});
	}
}

interface SetConfig {
	version: number;
	members: {_id: number; host: string}[];
}

async function readConfig(admin: Db): Promise<SetConfig | null> {
	try {
		return (await admin.command({replSetGetConfig: 1}))['config'] as SetConfig;
	} catch (error) {
		if (error instanceof MongoServerError && error.code === notYetInitialized) {
			return null;
		}
		throw error;
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
