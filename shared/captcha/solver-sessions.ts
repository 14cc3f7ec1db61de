import {createHash} from 'node:crypto';
import type {Redis} from 'ioredis';
import type {BrowserCookie} from '../domain/captcha/clearance.ts';
import {Conflict} from '../errors.ts';
import {sendAll} from '../redis.ts';
import type {Secrets} from '../secrets.ts';

/** What a session of another program keeps between its requests, no matter which worker serves them. */
export interface SolverSession {
	name: string;
	createdAt: string;
	proxy: {url: string; username: string | null; password: string | null} | null;
	cookies: BrowserCookie[];
}

export type SolverSessions = ReturnType<typeof createSolverSessions>;

const mostSessions = 100;
/** A session is forgotten this many seconds after its last use. */
const idleSeconds = 24 * 3600;

/** Returns 1 when it was created, 0 when the name exists already, -1 when there are too many. */
const createScript = `
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[5])
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('ZREM', KEYS[2], ARGV[1])
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[6]) then return -1 end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
return 1`;

const saveScript = `
if not redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3], 'XX') then return 0 end
redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
return 1`;

/** Sessions of `POST /v1`, encrypted in Redis. */
export function createSolverSessions({redis, prefix, secrets}: {redis: Redis; prefix: string; secrets: Secrets}) {
	const index = `${prefix}:solver-sessions`;
	const keyOf = (name: string) => `${prefix}:solver-session:${createHash('sha256').update(name).digest('base64url')}`;
	const memberOf = (name: string) => Buffer.from(name).toString('base64url');
	const oldest = (now: Date) => now.getTime() - idleSeconds * 1000;

	async function write(script: string, session: SolverSession, now: Date): Promise<number> {
		const {name} = session;
		const sealed = secrets.seal(JSON.stringify(session), keyOf(name));
		const rest = [memberOf(name), sealed, idleSeconds, now.getTime(), oldest(now), mostSessions];
		return (await redis.eval(script, 2, keyOf(name), index, ...rest)) as number; // what both scripts answer
	}

	async function destroy(name: string): Promise<boolean> {
		const [removed] = await sendAll(redis.multi().del(keyOf(name)).zrem(index, memberOf(name)));
		return removed === 1;
	}

	return {
		async names(now: Date): Promise<string[]> {
			await redis.zremrangebyscore(index, '-inf', oldest(now));
			return (await redis.zrange(index, '0', '-1')).map(member => Buffer.from(member, 'base64url').toString());
		},
		/** A session encrypted with another key counts as missing. */
		async find(name: string): Promise<SolverSession | null> {
			const sealed = await redis.get(keyOf(name));
			if (!sealed) {
				return null;
			}
			try {
				return JSON.parse(secrets.open(sealed, keyOf(name))) as SolverSession;
			} catch {
				await destroy(name);
				return null;
			}
		},
		/** True when it was created; an existing one stays unchanged. Throws Conflict `too_many_sessions`. */
		async create(session: SolverSession, now: Date): Promise<boolean> {
			const made = await write(createScript, session, now);
			if (made < 0) {
				throw new Conflict('too_many_sessions', `There are ${mostSessions} sessions already. Destroy one first.`);
			}
			return made === 1;
		},
		/** Changes an existing session; one that was destroyed in the meantime is not created again. */
		async save(session: SolverSession, now: Date): Promise<boolean> {
			return (await write(saveScript, session, now)) === 1;
		},
		/** True when the session existed. */
		destroy,
	};
}
