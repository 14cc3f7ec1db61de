import type {Redis} from 'ioredis';
import {createHandOver} from '#shared/coordination/cache.ts';
import type {Leases} from '#shared/coordination/lease.ts';
import {wait} from '#shared/coordination/wait.ts';
import {TooMany} from '#shared/errors.ts';
import type {Secrets} from '#shared/secrets.ts';

/** Milliseconds that others wait for a login. */
const loginMs = 30_000;
/** Milliseconds that a worker which dies at its login keeps the others from theirs. */
const leaseMs = 10_000;
const retryMs = 200;

export interface LoginSessionsDeps {
	redis: Redis;
	prefix: string;
	secrets: Secrets;
	leases: Pick<Leases, 'with'>;
}

interface Options<Session> {
	/** Names the sessions in Redis. */
	name: string;
	/** Of the provider. */
	id: string;
	/** What people call it. */
	title: string;
	/** Identifies its credentials: the session of others is not used. */
	account: string;
	lease: string;
	ttlMs: number;
	isSame(one: Session, other: Session): boolean;
}

export interface LoginSessions<Session> {
	/** The session that all workers share; `login` makes one if there is none, in one worker at a time. */
	get(login: () => Promise<Session>, signal: AbortSignal): Promise<Session>;
	/** The session, if there is one. */
	find(): Promise<Session | null>;
	/** Forgets a session that was refused, unless there is a newer one. */
	forget(session: Session): Promise<void>;
	set(session: Session): Promise<Session>;
}

/** Redis, where sessions are stored sealed, may be empty at any time; then there is another login. */
export function createLoginSessions<Session extends object>(
	{name, id, title, account, lease, ttlMs, isSame}: Options<Session>,
	{redis, prefix, secrets, leases}: LoginSessionsDeps,
): LoginSessions<Session> {
	const stored = createHandOver<Session & {account: string}>({redis, prefix, secrets, name, ttlMs});

	async function find(): Promise<Session | null> {
		const found = await stored.get(id);
		if (found?.account !== account) {
			return null;
		}
		const {account: _account, ...session} = found;
		return session as unknown as Session; // the rest of its lifetime
	}

	async function set(session: Session): Promise<Session> {
		await stored.put(id, {...session, account});
		return session;
	}

	/** Null while another worker logs in, who may have done so since we read the session. */
	const renew = (login: () => Promise<Session>, signal: AbortSignal) =>
		leases.with(lease, {ms: leaseMs, signal, maxWaitMs: 0}, async () => (await find()) ?? set(await login()));

	return {
		set,
		find,
		async get(login, signal) {
			const until = performance.now() + loginMs;
			for (;;) {
				const session = (await find()) ?? (await renew(login, signal));
				if (session) {
					return session;
				}
				if (performance.now() > until) {
					throw new TooMany('provider_busy', `Others are logging in to ${title}. Try again in a moment.`, 15);
				}
				await wait(retryMs, signal);
			}
		},
		async forget(session) {
			await stored.drop(id, found => found.account === account && isSame(found, session));
		},
	};
}
