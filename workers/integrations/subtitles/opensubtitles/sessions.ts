import {createHash} from 'node:crypto';
import {createHandOver} from '#shared/coordination/cache.ts';
import {wait} from '#shared/coordination/wait.ts';
import {hourMs} from '#shared/domain/durations.ts';
import {TooMany} from '#shared/errors.ts';
import type {HttpReply} from '../../http/http.ts';
import type {ProviderDeps} from '../provider-deps.ts';
import type {OpenSubtitlesSettings} from './settings.ts';

/** The provider's tokens are good for a day. */
const sessionMs = 12 * hourMs;
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
	const stored = createHandOver<Session & {account: string}>({redis, prefix, secrets, name: 'subtitle-session', ttlMs: sessionMs});
	// A session of other credentials is none.
	const {url, apiKey, username, password} = settings;
	const account = createHash('sha256')
		.update(JSON.stringify([url, apiKey, username, password]))
		.digest('base64url');

	async function find(): Promise<Session | null> {
		const found = await stored.get(settings.id);
		return found?.account === account ? {token: found.token, url: found.url} : null;
	}

	async function set(session: Session): Promise<Session> {
		await stored.put(settings.id, {...session, account});
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
			await stored.drop(settings.id, session => session.account === account && session.token === token);
		},
	};
}
