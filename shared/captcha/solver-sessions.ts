import {createHash} from 'node:crypto';
import type {Redis} from 'ioredis';
import type {BrowserCookie} from '../domain/captcha/clearance.ts';
import {Conflict} from '../errors.ts';
import type {Secrets} from '../secrets.ts';

/** What a session of another program keeps between its requests, whichever worker serves them. */
export interface SolverSession {
	name: string;
	createdAt: string;
	proxy: {url: string; username: string | null; password: string | null} | null;
	cookies: BrowserCookie[];
}

export type SolverSessions = ReturnType<typeof createSolverSessions>;

const mostSessions = 100;
/** Seconds after its last use that a session is forgotten. */
const idleSeconds = 24 * 3600;

/** Sessions of `POST /v1`, sealed in Redis. */
export function createSolverSessions({redis, prefix, secrets}: {redis: Redis; prefix: string; secrets: Secrets}) {
	const index = `${prefix}:solver-sessions`;
	const keyOf = (name: string) => `${prefix}:solver-session:${createHash('sha256').update(name).digest('base64url')}`;
	const memberOf = (name: string) => Buffer.from(name).toString('base64url');

	async function names(now: Date): Promise<string[]> {
		await redis.zremrangebyscore(index, '-inf', now.getTime() - idleSeconds * 1000);
		return (await redis.zrange(index, '0', '-1')).map(member => Buffer.from(member, 'base64url').toString());
	}

	async function save(session: SolverSession, now: Date): Promise<void> {
		await redis
			.multi()
			.set(keyOf(session.name), secrets.seal(JSON.stringify(session)), 'EX', idleSeconds)
			.zadd(index, now.getTime(), memberOf(session.name))
			.exec();
	}

	return {
		names,
		save,
		async find(name: string): Promise<SolverSession | null> {
			const sealed = await redis.get(keyOf(name));
			return sealed ? (JSON.parse(secrets.open(sealed)) as SolverSession) : null;
		},
		/** Throws Conflict `too_many_sessions`. */
		async create(session: SolverSession, now: Date): Promise<void> {
			const known = await names(now);
			if (known.length >= mostSessions && !known.includes(session.name)) {
				throw new Conflict('too_many_sessions', `There are ${mostSessions} sessions already. Destroy one first.`);
			}
			await save(session, now);
		},
		/** Whether there was one. */
		async destroy(name: string): Promise<boolean> {
			const [deleted] = await Promise.all([redis.del(keyOf(name)), redis.zrem(index, memberOf(name))]);
			return deleted > 0;
		},
	};
}
