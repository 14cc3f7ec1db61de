import {setTimeout as pause} from 'node:timers/promises';
import {checkMongodb} from './check-mongodb.ts';
import {checkPort, type ListenWish} from './check-port.ts';
import {checkProgram} from './check-program.ts';
import {checkRedis} from './check-redis.ts';
import {checkDataFolder} from './data-folder.ts';
import {joinReports, passing, type StartReport} from './start-problem.ts';

/** What a process is about to use; what is null or missing is not looked at. */
export interface StartNeeds {
	dataDir?: string | null | undefined;
	listen?: readonly ListenWish[];
	/** Paths of programs, by the variable that names them. */
	programs?: Readonly<Record<string, string | null>>;
	mongodbUri?: string | null | undefined;
	/** Whether a MongoDB without transactions is a problem; the API starts all the same and shows it. */
	mustBeSet?: boolean | undefined;
	redisUrl?: string | null | undefined;
}

/** A reply of a server takes milliseconds; a person should not wait for all checks longer than three seconds. */
const serverLimitMs = 1500;
const wholeLimitMs = 2000;

/** Looks at everything at once, in about two seconds. */
export async function checkStart(needs: StartNeeds): Promise<StartReport> {
	const {dataDir, listen = [], programs = {}, mongodbUri, redisUrl, mustBeSet = true} = needs;
	const files = Object.entries(programs).flatMap(([name, path]) => (path ? [checkProgram(name, path)] : []));
	const waiting = [
		...(mongodbUri ? [withinLimit(checkMongodb({uri: mongodbUri, mustBeSet, limitMs: serverLimitMs}), 'MongoDB (MONGODB_URI)')] : []),
		...(redisUrl ? [withinLimit(checkRedis(redisUrl, serverLimitMs), 'Redis (REDIS_URL)')] : []),
		...listen.filter(({port}) => port > 0).map(checkPort),
	];
	return joinReports([...(dataDir ? [checkDataFolder(dataDir)] : []), ...files, ...(await Promise.all(waiting))]);
}

/** A hung server may hold a driver longer than the limit that it was given. */
async function withinLimit(check: Promise<StartReport>, name: string): Promise<StartReport> {
	const late = pause(wholeLimitMs, passing(`${name} does not answer. Start it, or correct its address.`), {ref: false});
	return await Promise.race([check, late]);
}
