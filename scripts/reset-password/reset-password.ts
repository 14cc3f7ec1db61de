import {hashPassword} from '#api/password.ts';
import type {Stores} from '#shared/store/database.ts';
import {noteInTrail} from '../command/note-in-trail.ts';

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
