import {type Db, MongoClient, type TopologyDescription} from 'mongodb';
import {maskSecrets} from '../mask-secrets.ts';
import {hasTransactions, standalone} from '../store/system/installation.ts';
import {clockWarning} from './clock-warning.ts';
import {mongodbFault} from './mongodb-fault.ts';
import {withoutCredentials} from './without-credentials.ts';
import {isTooOld, oldestMongodb, vulnerabilityOf} from './server-versions.ts';
import {fine, joinReports, lasting, passing, type StartReport, warning} from './start-problem.ts';

export interface MongodbCheck {
	uri: string;
	/** Whether a server without transactions is a problem; the API starts all the same and shows it. */
	mustBeSet: boolean;
	limitMs: number;
}

/** What we do in our database. */
const neededActions = ['find', 'insert', 'update', 'remove', 'createIndex', 'dropCollection'];

/** Checks whether the MongoDB of MONGODB_URI answers within the limit, lets us in, and is new enough. */
export async function checkMongodb({uri, mustBeSet, limitMs}: MongodbCheck): Promise<StartReport> {
	let client: MongoClient;
	try {
		client = new MongoClient(uri, {serverSelectionTimeoutMS: limitMs, connectTimeoutMS: limitMs, socketTimeoutMS: limitMs});
	} catch (error) {
		return lasting(`MONGODB_URI: it cannot be read: ${maskSecrets((error as Error).message)}. Correct it.`);
	}
	const where = `MongoDB at ${withoutCredentials(uri)} (MONGODB_URI)`;
	let topology: TopologyDescription | null = null;
	client.on('topologyDescriptionChanged', ({newDescription}) => {
		topology = newDescription;
	});
	try {
		const admin = client.db('admin');
		const asked = admin.command({buildInfo: 1});
		asked.catch(() => {});
		const {version} = (await Promise.race([asked, allRefused(client)])) as unknown as {version: string};
		const hello = await admin.command({hello: 1});
		// Needs the rights of the user, if the address names one.
		await client.db().listCollections({}, {nameOnly: true, authorizedCollections: true}).next();
		const isReadOnly = !(await mayWrite(client.db()));
		return mustBeSet && !hasTransactions(hello)
			? lasting(standalone)
			: joinReports([judge({version, where, isReadOnly}), clockWarning('MongoDB', hello['localTime']), unnamed(uri)]);
	} catch (error) {
		return passing(`${where}: ${mongodbFault(error as Error, {client, topology})}`);
	} finally {
		void client.close().catch(() => {});
	}
}

/** Rejects as soon as every server has failed once; the driver itself would try until the limit. */
function allRefused(client: MongoClient): Promise<never> {
	const failed = new Set<string>();
	return new Promise((_, reject) => {
		client.on('serverHeartbeatFailed', ({connectionId, failure}) => {
			failed.add(connectionId);
			if (failed.size >= client.options.hosts.length) {
				reject(failure);
			}
		});
	});
}

interface Seen {
	version: string;
	where: string;
	isReadOnly: boolean;
}

function judge({version, where, isReadOnly}: Seen): StartReport {
	if (isTooOld(version, oldestMongodb)) {
		return lasting(`${where}: version ${version} is too old. Update it to ${oldestMongodb.join('.')} or newer.`);
	}
	if (isReadOnly) {
		return passing(`${where}: the user may not write. Give the user of MONGODB_URI the role readWrite.`);
	}
	const known = vulnerabilityOf(version, where);
	return known === null ? fine : warning(known);
}

/** Whether the user of the address may do what we do in the database; a server without users lets everybody. */
async function mayWrite(db: Db): Promise<boolean> {
	const {authInfo} = (await db.command({connectionStatus: 1, showPrivileges: true})) as {authInfo?: AuthInfo};
	const {authenticatedUsers = [], authenticatedUserPrivileges = []} = authInfo ?? {};
	const ours = authenticatedUserPrivileges.filter(
		({resource}) => resource.anyResource || (['', db.databaseName].includes(resource.db ?? '-') && resource.collection === ''),
	);
	const allowed = new Set(ours.flatMap(({actions}) => actions));
	return authenticatedUsers.length === 0 || allowed.has('anyAction') || neededActions.every(action => allowed.has(action));
}

interface AuthInfo {
	authenticatedUsers?: unknown[];
	authenticatedUserPrivileges?: {resource: {db?: string; collection?: string; anyResource?: boolean}; actions: string[]}[];
}

/** MongoDB's own default is a database that others take for their experiments. */
function unnamed(uri: string): StartReport {
	return /^[^/]+\/\/[^/]+\/[^?]/.test(uri)
		? fine
		: warning(
				'MONGODB_URI names no database, so everything is stored in "test". For a new installation add the name: mongodb://host/kinoteka',
			);
}
