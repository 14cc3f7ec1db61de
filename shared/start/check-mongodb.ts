import {type Db, MongoClient, MongoServerError, type TopologyDescription} from 'mongodb';
import {maskSecrets} from '../mask-secrets.ts';
import {hasTransactions, isRouter, sharded, standalone} from '../store/system/installation.ts';
import {networkFault, withoutCredentials} from './network-fault.ts';
import {clockWarning, isTooOld, oldestMongodb, vulnerabilityOf} from './server-versions.ts';
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
	if (client.options.readPreference.mode !== 'primary') {
		return lasting('MONGODB_URI: with readPreference lists and leases would be read from servers that lag behind. Take it out.');
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
		const unfit = isRouter(hello) ? sharded : mustBeSet && !hasTransactions(hello) ? standalone : null;
		return unfit
			? lasting(unfit)
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

/** A server that was asked, and what the driver knew of it at last. */
export interface AskedMongodb {
	client: MongoClient;
	topology: TopologyDescription | null;
}

const variable = 'MONGODB_URI';
const badCredentials = new Set<unknown>([18, 8000]);
const unauthorized = 13;

/** Why MongoDB cannot be used, and what helps. */
function mongodbFault(error: Error, {client, topology}: AskedMongodb): string {
	if (error instanceof MongoServerError) {
		return refusal(error, client);
	}
	if (error.name === 'MongoCompatibilityError') {
		return `its version is too old. Update it to ${oldestMongodb.join('.')} or newer.`;
	}
	const cause = error.cause as (Error & {code?: string}) | undefined;
	const parts = new Set([error.message, cause?.message, cause?.code].filter(part => part !== undefined));
	const text = maskSecrets([...parts].join(' '));
	return (topology && setFault(client, topology)) ?? networkFault({text, variable, isTls: client.options.tls});
}

function refusal({code, message}: MongoServerError, {options}: MongoClient): string {
	if (badCredentials.has(code)) {
		return `it refuses the name or the password. Correct them in ${variable}.`;
	}
	if (code === unauthorized && !options.credentials) {
		return `it wants a name and a password. Add them to ${variable}: mongodb://name:password@host/kinoteka?authSource=admin`;
	}
	return `it answers: ${maskSecrets(message).slice(0, 200)}. Give the user of ${variable} the role readWrite.`;
}

/** What is wrong with the replica set behind servers that answer; null if nothing is known of it. */
function setFault({options}: MongoClient, {servers}: TopologyDescription): string | null {
	const members = [...servers.values()];
	const wanted = options.replicaSet;
	if (members.length === 0) {
		return wanted ? `it is not a member of the replica set ${wanted}. Correct replicaSet in ${variable}.` : null;
	}
	if (members.some(({type}) => type === 'RSGhost')) {
		return 'its replica set was never initiated. Run rs.initiate() once in mongosh.';
	}
	const named = new Set(options.hosts.map(String));
	const strangers = options.srvHost ? [] : members.filter(({address, type}) => type === 'Unknown' && !named.has(address));
	const isPresent = members.some(({type}) => ['RSSecondary', 'RSArbiter', 'RSOther'].includes(type));
	const takesWrites = members.some(({isWritable}) => isWritable);
	if (!isPresent && strangers.length === members.length) {
		const names = strangers.map(({address}) => address).join(', ');
		return `its replica set calls its members ${names}, which this machine does not reach. Make these names known here, or add directConnection=true to ${variable}.`;
	}
	return isPresent && !takesWrites ? 'its replica set has no primary. Look at rs.status() in mongosh.' : null;
}
