import {randomBytes} from 'node:crypto';
import {existsSync} from 'node:fs';
import {userInfo} from 'node:os';
import {join} from 'node:path';
import {newPassword} from '#api/http/input/new-password.ts';
import {loadConfig, WrongConfiguration} from '#config/index.ts';
import {isExpected} from '#shared/errors.ts';
import {createSecrets} from '#shared/secrets.ts';
import {openDatabase} from '#shared/store/database.ts';
import {lockFolder} from './embedded/data-lock.ts';
import {startServices} from './embedded/services.ts';
import {readPassword} from './reset-password/read-password.ts';
import {resetPassword} from './reset-password/reset-password.ts';
import {createTeller} from './teller/console.ts';

const nameForm = /^[\p{L}\p{N}_.@-]{1,64}$/u;
/** Nothing that is sealed is read here. */
const secretKey = randomBytes(32).toString('hex');

/**
 * `npm run reset-password [-- NAME]` gives the administrator `admin`, or the named user, another password, which it
 * asks for or reads from its input. It works with MONGODB_URI, or with the database of a service that is stopped.
 */
async function main(): Promise<void> {
	const [username = 'admin', ...more] = process.argv.slice(2);
	if (more.length > 0 || !nameForm.test(username)) {
		throw new WrongConfiguration('Usage: npm run reset-password [-- NAME]. A name has letters, digits and the characters _ . @ - only.');
	}
	const {dataDir, mongodb} = loadConfig(process.env);
	if (!mongodb.uri && !existsSync(join(dataDir, 'mongodb'))) {
		throw new WrongConfiguration(`There is no database in ${dataDir}. Set DATA_DIR or MONGODB_URI to those of the service.`);
	}
	const lock = mongodb.uri ? null : lockFolder(dataDir);
	try {
		const password = await readPassword(process.stdin, process.stderr);
		if (newPassword.required().validate(password).error) {
			throw new WrongConfiguration('Nothing was changed: a password has 12 to 200 characters, and is typed the same twice.');
		}
		await reset(username, password);
	} finally {
		lock?.release();
	}
}

async function reset(username: string, password: string): Promise<void> {
	const {dataDir, mongodb, redis} = loadConfig(process.env);
	const tell = createTeller(process.stdout);
	const services = await startServices({
		folder: dataDir,
		database: 'kinoteka',
		mongodbUri: mongodb.uri,
		redisUrl: redis.url ?? 'unused',
		mongodBinary: mongodb.binary,
		redisBinary: redis.binary,
		env: process.env,
		tell,
	});
	const database = openDatabase({uri: services.mongodbUri, secrets: createSecrets(secretKey)});
	try {
		await database.connected;
		const {isNew, role} = await resetPassword(database.stores, {username, password, by: userInfo().username, now: new Date()});
		tell.step(
			isNew
				? `the administrator ${username} was created`
				: `the password of ${username} (${role}) was changed, and every session of this user has ended`,
		);
	} finally {
		await database.close();
		await services.stop();
	}
}

try {
	if (existsSync('.env')) {
		process.loadEnvFile('.env');
	}
	await main();
	process.exit(0);
} catch (error) {
	console.error(isExpected(error) || error instanceof WrongConfiguration ? error.message : error);
	process.exit(1);
}
