import {createHash} from 'node:crypto';
import {wait} from '#shared/coordination/wait.ts';
import {TooMany} from '#shared/errors.ts';
import {deleteIfSame} from '#shared/redis.ts';
import type {HttpReply} from '../../http/http.ts';
import type {ProviderDeps} from '../provider-deps.ts';
import type {OpenSubtitlesSettings} from './settings.ts';

/** The provider's tokens are good for a day. */
const sessionSeconds = 12 * 3600;
/** Milliseconds that others wait for a login. */
const loginMs = 30_000;
/** Milliseconds that a worker which dies at its login keeps the others from theirs. */
const leaseMs = 10_000;
const retryMs = 200;

export interface Session {
	token: string;
	/** The address to use from then on. */
	url: string;
}

/** Runs a request with the session, and once more with a new one if its token is too old. */
export type InSession = (ask: (session: Session | null) => Promise<HttpReply>, signal: AbortSignal) => Promise<HttpReply>;

export interface Sessions {
	/** The session that all workers share; `login` makes one if there is none, in one worker at a time. */
	get(login: () => Promise<Session>, signal: AbortSignal): Promise<Session>;
	/** Forgets a session whose token was refused, unless there is a newer one. */
	forget(session: Session): Promise<void>;
	set(session: Session): Promise<Session>;
}

/** Redis may be empty at any time; then somebody logs in again. */
export function createSessions(
	settings: OpenSubtitlesSettings,
	{redis, prefix, secrets, leases}: Pick<ProviderDeps, 'redis' | 'prefix' | 'secrets' | 'leases'>,
): Sessions {
	const key = `${prefix}:subtitle-session:${settings.id}`;
	// A session of other credentials is none.
	const {url, apiKey, username, password} = settings;
	const account = createHash('sha256')
		.update(JSON.stringify([url, apiKey, username, password]))
		.digest('base64url');

	async function find(): Promise<Session | null> {
		const sealed = await redis.get(key);
		return sealed === null ? null : opened(sealed);
	}

	/** What was sealed with another key is no session. */
	function opened(sealed: string): Session | null {
		try {
			const kept = JSON.parse(secrets.open(sealed, key)) as Session & {account: string}; // `set` sealed it
			return kept.account === account ? {token: kept.token, url: kept.url} : null;
		} catch {
			return null;
		}
	}

	async function set(session: Session): Promise<Session> {
		await redis.set(key, secrets.seal(JSON.stringify({...session, account}), key), 'EX', sessionSeconds);
		return session;
	}

	/** Null while another worker logs in, who may have done so since we read the session. */
	const renew = (login: () => Promise<Session>, signal: AbortSignal) =>
		leases.with(`subtitle-login-${settings.id}`, {ms: leaseMs, signal, maxWaitMs: 0}, async () => (await find()) ?? set(await login()));

	return {
		set,
		async get(login, signal) {
			const until = performance.now() + loginMs;
			for (;;) {
				const session = (await find()) ?? (await renew(login, signal));
				if (session) {
					return session;
				}
				if (performance.now() > until) {
					throw new TooMany('provider_busy', `Others are logging in to ${settings.name}. Try again in a moment.`, 15);
				}
				await wait(retryMs, signal);
			}
		},
		async forget({token}) {
			const sealed = await redis.get(key);
			if (sealed !== null && opened(sealed)?.token === token) {
				await deleteIfSame(redis, key, sealed);
			}
		},
	};
}
