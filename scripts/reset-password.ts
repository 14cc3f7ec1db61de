import {randomBytes} from 'node:crypto';
import {newPassword} from '#api/http/input/new-password.ts';
import {loadConfig, WrongConfiguration} from '#config/index.ts';
import {createSecrets} from '#shared/secrets.ts';
import {openDatabase} from '#shared/store/database.ts';
import {systemUser} from './command/note-in-trail.ts';
import {runCommand} from './command/run-command.ts';
import {withMongodb} from './command/servers.ts';
import {readPassword} from './reset-password/read-password.ts';
import {resetPassword} from './reset-password/reset-password.ts';
import {createTeller, type Teller} from './teller/console.ts';

const nameForm = /^[\p{L}\p{N}_.@-]{1,64}$/u;
/** Nothing that is sealed is read here. */
const secretKey = randomBytes(32).toString('hex');

/**
 * `npm run reset-password [-- NAME]` gives the administrator `admin`, or the named user, another password, which it
 * asks for or reads from its input. It works with MONGODB_URI, or with the database of a service that is stopped.
 */
async function main(env: NodeJS.ProcessEnv): Promise<void> {
	const [username = 'admin', ...more] = process.argv.slice(2);
	if (more.length > 0 || !nameForm.test(username)) {
		throw new WrongConfiguration('Usage: npm run reset-password [-- NAME]. A name has letters, digits and the characters _ . @ - only.');
	}
	const tell = createTeller(process.stdout);
	await withMongodb(loadConfig(env), tell, async mongodbUri => {
		const password = await readPassword(process.stdin, process.stderr);
		if (newPassword.required().validate(password).error) {
			throw new WrongConfiguration('Nothing was changed: a password has 12 to 200 characters, and is typed the same twice.');
		}
		await reset({username, password}, mongodbUri, tell);
	});
}

async function reset({username, password}: {username: string; password: string}, mongodbUri: string, tell: Teller): Promise<void> {
	const database = openDatabase({uri: mongodbUri, secrets: createSecrets(secretKey)});
	try {
		await database.connected;
		const {isNew, role} = await resetPassword(database.stores, {username, password, by: systemUser(), now: new Date()});
		tell.step(
			isNew
				? `the administrator ${username} was created`
				: `the password of ${username} (${role}) was changed, and every session of this user has ended`,
		);
	} finally {
		await database.close();
	}
}

await runCommand('npm run reset-password [-- NAME]', main);
// The terminal that was read from would keep the process alive.
process.exit();
