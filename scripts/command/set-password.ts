import {createInterface} from 'node:readline/promises';
import {Writable} from 'node:stream';
import {hashPassword} from '#api/password.ts';
import type {Stores} from '#shared/store/database.ts';
import {noteInTrail} from './note-in-trail.ts';

export interface Reset {
	username: string;
	password: string;
	/** Who runs the command, by the name of the system. */
	by: string;
	now: Date;
}

/**
 * Gives a user another password and ends all of his sessions, or creates an administrator of this name. Returns what
 * was done.
 */
export async function resetPassword(
	{users, sessions, audit, settingStore}: Pick<Stores, 'users' | 'sessions' | 'audit' | 'settingStore'>,
	{username, password, by, now}: Reset,
): Promise<{isNew: boolean; role: string}> {
	const passwordHash = await hashPassword(password);
	const found = await users.findByName(username);
	const user = found ? await users.setPassword(found.id, passwordHash, now) : await users.add({username, role: 'admin', passwordHash}, now);
	await sessions.endAllOf(user.id);
	const action = found ? 'password.reset' : 'users.created';
	await noteInTrail({audit, settingStore}, {action, subjectId: user.id, subjectName: user.username, fields: ['password'], by, now});
	return {isNew: found === null, role: user.role};
}

const longestInput = 10_000;

/**
 * Asks twice without showing what is typed; text that is piped in is taken as it is, without its line end. Empty if
 * somebody typed two different passwords, or pressed Ctrl-C or Ctrl-D.
 */
export async function readPassword(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Promise<string> {
	if (!input.isTTY) {
		let text = '';
		for await (const part of input) {
			text += part;
			if (text.length > longestInput) {
				break;
			}
		}
		return text.split(/\r?\n/)[0] ?? '';
	}
	const hidden = new Writable({write: (_part, _encoding, done) => done()});
	const lines = createInterface({input, output: hidden, terminal: true});
	const ask = async (question: string) => {
		output.write(question);
		const answer = await lines.question('');
		output.write('\n');
		return answer;
	};
	try {
		const first = await ask('New password: ');
		return first === (await ask('Once more: ')) ? first : '';
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ABORT_ERR') {
			output.write('\n');
			return '';
		}
		throw error;
	} finally {
		lines.close();
	}
}
