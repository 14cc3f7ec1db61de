import type {Response} from 'express';
import type {AuditActor} from '#shared/store/accounts/audit.ts';
import {callerOf} from '../access/caller.ts';

const nobody: AuditActor = {kind: 'nobody', id: null, name: null};

/** The caller of a request. */
export function actorOf(response: Response): AuditActor {
	const caller = callerOf(response);
	if (!caller) {
		return nobody;
	}
	return caller.kind === 'session'
		? {kind: 'user', id: caller.user.id, name: caller.user.username}
		: {kind: 'key', id: caller.key.id, name: caller.key.name};
}

/**
 * Notes whose password is being tried, so that a refusal is in the audit trail. An unknown name is not kept: people
 * type passwords into the wrong field.
 */
export function setTriedUser(response: Response, user: {id: string; username: string} | null): void {
	response.locals['triedActor'] = user ? {kind: 'user', id: user.id, name: user.username} : nobody;
}

export function triedActorOf(response: Response): AuditActor | null {
	return (response.locals['triedActor'] as AuditActor | undefined) ?? null;
}
