import {accessSync, constants, statSync} from 'node:fs';
import {setTimeout as pause} from 'node:timers/promises';
import {checkMongodb} from './check-mongodb.ts';
import {checkPort, type ListenAddress} from './check-port.ts';
import {checkRedis} from './check-redis.ts';
import {checkDataFolder} from './data-folder.ts';
import {fine, joinReports, lasting, passing, type StartReport} from './start-problem.ts';

/** What a process is about to use; what is null or missing is not looked at. */
export interface StartNeeds {
	dataDir?: string | null | undefined;
	listen?: readonly ListenAddress[];
	/** Paths of programs, by the variable that names them. */
	programs?: Readonly<Record<string, string | null>>;
	mongodbUri?: string | null | undefined;
	/** Whether a MongoDB without transactions is a problem; the API starts all the same and shows it. */
	mustBeSet?: boolean | undefined;
	redisUrl?: string | null | undefined;
	/** Of every key in Redis. */
	redisPrefix?: string | undefined;
}

/**
 * Milliseconds. A reply takes a few of them, but seconds on a busy machine, where a server must not be taken for one
 * that is away. Only one that is silent takes all of this.
 */
const serverLimitMs = 12_000;
const wholeLimitMs = 15_000;

/** Looks at everything at once, usually in a moment. */
export async function checkStart(needs: StartNeeds): Promise<StartReport> {
	const {dataDir, listen = [], programs = {}, mongodbUri, redisUrl, redisPrefix = 'kinoteka', mustBeSet = true} = needs;
	const redis = redisUrl ? {url: redisUrl, prefix: redisPrefix, limitMs: serverLimitMs} : null;
	const files = Object.entries(programs).flatMap(([name, path]) => (path ? [checkProgram(name, path)] : []));
	const waiting = [
		...(mongodbUri
			? [withinLimit(checkMongodb({uri: mongodbUri, mustBeSet, limitMs: serverLimitMs}), silent('MongoDB', 'MONGODB_URI'))]
			: []),
		...(redis ? [withinLimit(checkRedis(redis), silent('Redis', 'REDIS_URL'))] : []),
		...listen.map((address, index) => withinLimit(checkPort(address, listen.slice(0, index)), unknownHost(address))),
	];
	return joinReports([...(dataDir ? [checkDataFolder(dataDir)] : []), ...files, ...(await Promise.all(waiting))]);
}

const silent = (name: string, variable: string) => passing(`${name} (${variable}) does not answer. Start it, or correct its address.`);

/** A name server that does not answer holds its callers for half a minute. */
const unknownHost = ({host, names}: ListenAddress) =>
	lasting(`${names.host}: the name ${host} could not be looked up. Correct ${names.host}, or check the name server.`);

/** A hung server may hold a driver longer than the limit that it was given. */
async function withinLimit(check: Promise<StartReport>, late: StartReport): Promise<StartReport> {
	return await Promise.race([check, pause(wholeLimitMs, late, {ref: false})]);
}

/** Checks whether a variable names a program that this user may run. */
function checkProgram(name: string, path: string): StartReport {
	try {
		if (!statSync(path).isFile()) {
			return lasting(`${name}: ${path} is not a program. Correct it or leave it empty.`);
		}
		accessSync(path, constants.X_OK);
		return fine;
	} catch (error) {
		const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
		return lasting(`${name}: ${path} ${isMissing ? 'does not exist' : 'cannot be run by this user'}. Correct it or leave it empty.`);
	}
}
