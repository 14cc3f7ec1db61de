import type {Redis} from 'ioredis';
import {createHandOverList} from '../coordination/cache.ts';
import type {BrowserCookie} from '../domain/captcha/clearance.ts';
import {dayMs} from '../domain/durations.ts';
import {Conflict} from '../errors.ts';
import type {SolverProxy} from '../jobs/captcha.ts';
import type {Secrets} from '../secrets.ts';

/** What a session of another program keeps between its requests, no matter which worker serves them. */
export interface SolverSession {
	name: string;
	createdAt: string;
	proxy: SolverProxy | null;
	cookies: BrowserCookie[];
}

export type SolverSessions = ReturnType<typeof createSolverSessions>;

const maxSessions = 100;

/**
 * Sessions of `POST /v1`, encrypted in Redis. One that nobody uses for a day is forgotten. Administrators share theirs;
 * each key of type solver has its own, because a session is somebody's logins, and may lead through a private proxy.
 */
export function createSolverSessions(sealedIn: {redis: Redis; prefix: string; secrets: Secrets}) {
	/** `keyId` is that of a solver key; null for administrators. */
	return {of: (keyId: string | null) => sessionsOf(sealedIn, keyId)};
}

function sessionsOf(sealedIn: {redis: Redis; prefix: string; secrets: Secrets}, keyId: string | null) {
	const prefix = keyId === null ? sealedIn.prefix : `${sealedIn.prefix}:solver-key:${keyId}`;
	const sessions = createHandOverList<SolverSession>({...sealedIn, prefix, name: 'solver-session', ttlMs: dayMs, max: maxSessions});
	return {
		/** Oldest first. */
		names: async (): Promise<string[]> => (await sessions.list()).map(({name}) => name).reverse(),
		/** A session encrypted with another key counts as missing. */
		find: (name: string): Promise<SolverSession | null> => sessions.get(name),
		/** True when it was created; an existing one stays unchanged. Throws Conflict `too_many_sessions`. */
		async create(session: SolverSession): Promise<boolean> {
			const add = () => sessions.add(session.name, session);
			let made = await add();
			if (made === 'exists' && (await sessions.get(session.name)) === null) {
				await sessions.drop(session.name);
				made = await add();
			}
			if (made === 'full') {
				throw new Conflict('too_many_sessions', `There are ${maxSessions} sessions already. Destroy one first.`);
			}
			return made === 'added';
		},
		/** Changes an existing session; one that was destroyed in the meantime is not created again. */
		save: (session: SolverSession): Promise<boolean> => sessions.change(session.name, session),
		/** True when the session existed. */
		destroy: (name: string): Promise<boolean> => sessions.drop(name),
	};
}
