import {type ApiKeyStore, hashOfKey, isExpired} from '#shared/store/accounts/api-keys.ts';
import type {User, UserStore} from '#shared/store/accounts/users.ts';
import type {KeyCaller, SessionCaller} from './caller.ts';
import type {VerifiedCallers} from './verified-callers.ts';

/** Tells whom credentials belong to. */
export interface Credentials {
	/** Null for a key that is unknown or has expired. */
	callerOfKey(value: string): Promise<KeyCaller | null>;
	/** Null if the user is gone, or has changed the password since the session began. */
	callerOfMark(mark: SessionMark): Promise<SessionCaller | null>;
}

export interface CredentialsOptions {
	users: UserStore;
	apiKeys: ApiKeyStore;
	verified: VerifiedCallers;
	now: () => Date;
}

/** Content of a session: the user, and the stamp that changes with the password. */
export type SessionMark = string;

const longestKey = 200;

export function createCredentials({users, apiKeys, verified, now}: CredentialsOptions): Credentials {
	return {
		async callerOfKey(value) {
			if (value.length > longestKey) {
				return null;
			}
			const hash = hashOfKey(value);
			const known = verified.find(hash);
			if (known?.kind === 'key') {
				return known;
			}
			const verification = verified.begin();
			const key = await apiKeys.findByHash(hash);
			if (!key || isExpired(key, now())) {
				return null;
			}
			// Failing to record the use must not refuse the caller.
			apiKeys.markUsed(key, now()).catch(() => {});
			const caller: KeyCaller = {kind: 'key', key: {id: key.id, name: key.name, type: key.type}};
			verification.keep(hash, caller, key.expiresAt);
			return caller;
		},
		async callerOfMark(mark) {
			const known = verified.find(mark);
			if (known?.kind === 'session') {
				return known;
			}
			const verification = verified.begin();
			const user = await users.find(mark.split(':')[0] ?? '');
			if (!user || markOf(user) !== mark) {
				return null;
			}
			const caller: SessionCaller = {kind: 'session', user: {id: user.id, username: user.username, role: user.role}};
			verification.keep(mark, caller);
			return caller;
		},
	};
}

export function markOf({id, stamp}: Pick<User, 'id' | 'stamp'>): SessionMark {
	return `${id}:${stamp}`;
}
