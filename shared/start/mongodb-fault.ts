import {type MongoClient, MongoServerError, type TopologyDescription} from 'mongodb';
import {maskSecrets} from '../mask-secrets.ts';
import {networkFault} from './network-fault.ts';
import {oldestMongodb} from './server-versions.ts';

/** A server that was asked, and what the driver knew of it at last. */
export interface AskedMongodb {
	client: MongoClient;
	topology: TopologyDescription | null;
}

const variable = 'MONGODB_URI';
const badCredentials = new Set<unknown>([18, 8000]);
const unauthorized = 13;

/** Why MongoDB cannot be used, and what helps. */
export function mongodbFault(error: Error, {client, topology}: AskedMongodb): string {
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
