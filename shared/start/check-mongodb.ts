import {MongoClient, MongoServerError} from 'mongodb';
import {maskSecrets} from '../mask-secrets.ts';
import {hasTransactions, standalone} from '../store/system/installation.ts';
import {placeOf} from './place-of.ts';
import {isTooOld, oldestMongodb, vulnerabilityOf} from './server-versions.ts';
import {fine, lasting, passing, type StartReport} from './start-problem.ts';

export interface MongodbWish {
	uri: string;
	/** Whether a server without transactions is a problem; the API starts all the same and shows it. */
	mustBeSet: boolean;
	limitMs: number;
}

const badCredentials = new Set<unknown>([18, 8000]);
const remedy = 'Start it, or correct MONGODB_URI.';

/** Looks whether the MongoDB of MONGODB_URI answers within the limit, lets us in, and is new enough. */
export async function checkMongodb({uri, mustBeSet, limitMs}: MongodbWish): Promise<StartReport> {
	let client: MongoClient;
	try {
		client = new MongoClient(uri, {serverSelectionTimeoutMS: limitMs, connectTimeoutMS: limitMs, socketTimeoutMS: limitMs});
	} catch (error) {
		return lasting(`MONGODB_URI: it cannot be read: ${maskSecrets((error as Error).message)}. Correct it.`);
	}
	const where = `MongoDB at ${placeOf(uri)} (MONGODB_URI)`;
	try {
		const admin = client.db('admin');
		const asked = admin.command({buildInfo: 1});
		asked.catch(() => {});
		const {version} = (await Promise.race([asked, allRefused(client)])) as unknown as {version: string};
		const isSet = hasTransactions(await admin.command({hello: 1}));
		// Needs the rights of the user, if the address names one.
		await client.db().listCollections({}, {nameOnly: true, authorizedCollections: true}).next();
		return mustBeSet && !isSet ? lasting(standalone) : judge(version, where);
	} catch (error) {
		return explain(error as Error, where);
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

function judge(version: string, where: string): StartReport {
	if (isTooOld(version, oldestMongodb)) {
		return lasting(`${where}: version ${version} is too old. Update it to ${oldestMongodb.join('.')} or newer.`);
	}
	const warning = vulnerabilityOf(version, where);
	return warning === null ? fine : {problems: [], warnings: [warning]};
}

function explain(error: Error, where: string): StartReport {
	if (error instanceof MongoServerError) {
		return badCredentials.has(error.code)
			? passing(`${where} refuses the name or the password. Correct them in MONGODB_URI.`)
			: passing(`${where} answers: ${maskSecrets(error.message).slice(0, 200)}. Give the user of MONGODB_URI the role readWrite.`);
	}
	const text = maskSecrets(`${error.message} ${(error.cause as Error | undefined)?.message ?? ''}`);
	if (/ENOTFOUND|EAI_AGAIN|querySrv/.test(text)) {
		return passing(`${where}: the host name is unknown. Correct MONGODB_URI, or check the name server.`);
	}
	if (/ECONNREFUSED/.test(text)) {
		return passing(`${where}: nothing listens there. ${remedy}`);
	}
	return passing(`${where} does not answer. ${remedy}`);
}
