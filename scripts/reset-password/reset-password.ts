import {hashPassword} from '#api/password.ts';
import {settingDefinitions} from '#shared/settings/definitions.ts';
import type {Stores} from '#shared/store/database.ts';

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
	const key = 'audit.retentionDays';
	const days = (await settingStore.all()).find(({_id}) => _id === key)?.value ?? settingDefinitions[key].default;
	await audit.add(
		{
			timestamp: now,
			action: found ? 'password.reset' : 'users.created',
			outcome: 'done',
			actor: {kind: 'script', id: null, name: by},
			address: null,
			subjectId: user.id,
			subjectName: user.username,
			fields: ['password'],
			requestId: null,
		},
		Number(days),
	);
	return {isNew: found === null, role: user.role};
}
