import type {Response} from 'express';
import type {ApiKeyType} from '#shared/store/accounts/api-keys.ts';
import type {UserRole} from '#shared/store/accounts/users.ts';

export interface SessionCaller {
	kind: 'session';
	user: {id: string; username: string; role: UserRole};
}

export interface KeyCaller {
	kind: 'key';
	key: {id: string; name: string; type: ApiKeyType};
}

/** The caller: a person with a session, or a program with an API key. */
export type Caller = SessionCaller | KeyCaller;

export function isAdministrator(caller: Caller): boolean {
	return caller.kind === 'session' ? caller.user.role === 'admin' : caller.key.type === 'main';
}

/** Streaming keys are read-only. */
export function mayWrite(caller: Caller): boolean {
	return caller.kind === 'session' || caller.key.type === 'main';
}

/** A key for calendar programs, which send it as part of the address. */
export function isForCalendar(caller: Caller): boolean {
	return caller.kind === 'key' && caller.key.type === 'calendar';
}

/** The key under which limits are counted. */
export function callerId(caller: Caller): string {
	return caller.kind === 'session' ? `user:${caller.user.id}` : `key:${caller.key.id}`;
}

export function setCaller(response: Response, caller: Caller): void {
	response.locals['caller'] = caller;
}

/** Null on public endpoints, which ignore credentials. */
export function callerOf(response: Response): Caller | null {
	return (response.locals['caller'] as Caller | undefined) ?? null;
}
