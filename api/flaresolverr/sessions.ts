import {randomUUID} from 'node:crypto';
import type {RouteDeps} from '#api/services.ts';
import type {SolverSession} from '#shared/captcha/solver-sessions.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import {failed} from './failure.ts';
import {toProxy} from './proxy.ts';
import type {Answer} from './replies.ts';
import type {Command} from './schema.ts';

type Deps = Pick<RouteDeps, 'solverSessions' | 'now'>;

export async function createSession({session, proxy}: Command, {solverSessions, now}: Deps): Promise<Answer> {
	const name = session || randomUUID();
	const isNew = await solverSessions.create(buildSession(name, proxy ? toProxy(proxy) : null, now()));
	return {message: isNew ? 'Session created successfully.' : 'Session already exists.', session: name};
}

export async function listSessions(_command: Command, {solverSessions}: Deps): Promise<Answer> {
	return {message: '', sessions: await solverSessions.names()};
}

export async function destroySession({session}: Command, {solverSessions}: Deps): Promise<Answer> {
	if (!session || !(await solverSessions.destroy(session))) {
		throw failed("The session doesn't exist.");
	}
	return {message: 'The session has been removed.'};
}

/** Creates the request's session, or recreates it if it is older than the request allows. It keeps its proxy. */
export async function readySession(name: string, ttlMinutes: number, {solverSessions, now}: Deps): Promise<void> {
	const found = await solverSessions.find(name);
	if (!found) {
		await solverSessions.create(buildSession(name, null, now()));
		return;
	}
	const isTooOld = ttlMinutes > 0 && Number(now()) - Date.parse(found.createdAt) > ttlMinutes * minuteMs;
	if (isTooOld) {
		await solverSessions.save(buildSession(name, found.proxy, now()));
	}
}

function buildSession(name: string, proxy: SolverSession['proxy'], now: Date): SolverSession {
	return {name, createdAt: now.toISOString(), proxy, cookies: []};
}
