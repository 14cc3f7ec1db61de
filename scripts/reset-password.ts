import {newPassword} from '#api/http/fields.ts';
import {loadConfig, WrongConfiguration} from '#config/index.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {createAuditStore} from '#shared/store/accounts/audit.ts';
import {createSessionStore} from '#shared/store/accounts/sessions.ts';
import {createUserStore} from '#shared/store/accounts/users.ts';
import {createSettingStore} from '#shared/store/system/settings.ts';
import {systemUser} from './command/note-in-trail.ts';
import {runCommand} from './command/run-command.ts';
import {withStoredDatabase} from './command/servers.ts';
import {readPassword, resetPassword} from './command/set-password.ts';

import {createReporter} from './processes/reporter.ts';

const {positionals} = readCommandLine({
	usage: 'npm run reset-password [-- NAME]',
	about:
		'Gives the administrator `admin`, or the named user, another password, which is asked for or read from the input. The service may run.',
	allowPositionals: true,
});

const nameForm = /^[\p{L}\p{N}_.@-]{1,64}$/u;

/**
 * `npm run reset-password [-- NAME]` gives the administrator `admin`, or the named user, another password, which it
 * asks for or reads from its input. The service may run.
 */
async function main(env: NodeJS.ProcessEnv): Promise<void> {
	const [username = 'admin', ...more] = positionals;
	if (more.length > 0 || !nameForm.test(username)) {
		throw new WrongConfiguration('Usage: npm run reset-password [-- NAME]. A name has letters, digits and the characters _ . @ - only.');
	}
	const reporter = createReporter(process.stdout);
	await withStoredDatabase(loadConfig(env), reporter, async connection => {
		const password = await readPassword(process.stdin, process.stderr);
		if (newPassword.required().validate(password).error) {
			throw new WrongConfiguration('Nothing was changed: a password has 12 to 200 characters, and is typed the same twice.');
		}
		const stores = {
			audit: createAuditStore(connection),
			sessions: createSessionStore(connection),
			settingStore: createSettingStore(connection),
			users: createUserStore(connection),
		};
		const {isNew, role} = await resetPassword(stores, {username, password, by: systemUser(), now: new Date()});
		reporter.step(
			isNew
				? `the administrator ${username} was created`
				: `the password of ${username} (${role}) was changed, and every session of this user has ended`,
		);
	});
}

await runCommand(main);
// The terminal that was read from would keep the process alive.
process.exit();
