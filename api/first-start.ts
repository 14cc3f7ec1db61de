import {randomBytes} from 'node:crypto';
import {Conflict} from '#shared/errors.ts';
import {type ApiKeyStore, newKeyValue} from '#shared/store/accounts/api-keys.ts';
import type {UserStore} from '#shared/store/accounts/users.ts';
import {hashPassword} from './password.ts';

export interface FirstStartOptions {
	users: UserStore;
	apiKeys: ApiKeyStore;
	/** From the environment; generated when null. */
	adminPassword: string | null;
	apiKey: string | null;
	now: () => Date;
}

/**
 * Secrets that were just generated, to be shown to a person once. Null if the environment supplied them or if this is
 * not the first start.
 */
export interface FirstSecrets {
	adminPassword: string | null;
	apiKey: string | null;
}

/**
 * Creates the administrator `admin` and a main key if there is no user yet. Of several processes that start at the same
 * time, one does it.
 */
export async function firstStart({users, apiKeys, adminPassword, apiKey, now}: FirstStartOptions): Promise<FirstSecrets> {
	const nothing = {adminPassword: null, apiKey: null};
	if (await users.hasAny()) {
		return nothing;
	}
	const password = adminPassword ?? randomBytes(15).toString('base64url');
	const value = apiKey ?? newKeyValue();
	const passwordHash = await hashPassword(password);
	// The key is created first: after a crash in between there is no user, and the next start begins again.
	const key = await apiKeys.ensure({name: 'First key', type: 'main', value}, now());
	try {
		await users.add({username: 'admin', role: 'admin', passwordHash}, now());
	} catch (error) {
		if (!(error instanceof Conflict)) {
			throw error;
		}
		if (!apiKey) {
			await apiKeys.remove(key.id);
		}
		return nothing;
	}
	return {adminPassword: adminPassword ? null : password, apiKey: apiKey ? null : value};
}
