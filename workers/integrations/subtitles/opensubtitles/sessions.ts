import {createHash} from 'node:crypto';
import {hourMs} from '#shared/domain/durations.ts';
import type {HttpReply} from '../../http/http.ts';
import {createLoginSessions, type LoginSessions} from '../../login-sessions.ts';
import type {ProviderDeps} from '../provider-deps.ts';
import type {OpenSubtitlesSettings} from './settings.ts';

/** The provider's tokens are good for a day. */
const sessionMs = 12 * hourMs;

export interface Session {
	token: string;
	/** The address to use from then on. */
	url: string;
}

/** Runs a request with the session, and once more with a new one if its token is too old. */
export type InSession = (ask: (session: Session | null) => Promise<HttpReply>, signal: AbortSignal) => Promise<HttpReply>;

/** The sessions of these credentials. */
export function createSessions(
	{id, name: title, url, apiKey, username, password}: OpenSubtitlesSettings,
	deps: Pick<ProviderDeps, 'redis' | 'prefix' | 'secrets' | 'leases'>,
): LoginSessions<Session> {
	const account = createHash('sha256')
		.update(JSON.stringify([url, apiKey, username, password]))
		.digest('base64url');
	const isSame = (one: Session, other: Session) => one.token === other.token;
	const lease = `subtitle-login-${id}`;
	return createLoginSessions<Session>({name: 'subtitle-session', id, title, account, lease, ttlMs: sessionMs, isSame}, deps);
}
