import type {Connection} from 'mongoose';
import {createApiKeyStore} from './api-keys.ts';
import {createAuditStore} from './audit.ts';
import {createSessionStore} from './sessions.ts';
import {createUserStore} from './users.ts';

/** Who may reach the service, and what they did. */
export function createAccountStores(connection: Connection) {
	return {
		apiKeys: createApiKeyStore(connection),
		audit: createAuditStore(connection),
		sessions: createSessionStore(connection),
		users: createUserStore(connection),
	};
}
