import type {Caller} from '#api/http/access/caller.ts';
import type {Operations} from '#api/http/operation.ts';
import {changed} from '#api/http/replies.ts';
import {pageOf} from '#api/http/pages.ts';
import {flag, oneOf, text, textOrNull, timestamp} from '#shared/presenters/fields.ts';
import {from, objectOf, viewOf} from '#shared/presenters/view.ts';
import {type ApiKey, apiKeyTypes} from '#shared/store/accounts/api-keys.ts';
import type {ListedSession} from '#shared/store/accounts/sessions.ts';
import {type User, userRoles} from '#shared/store/accounts/users.ts';

export const sessionUser = viewOf<Pick<User, 'id' | 'username' | 'role'>>()(
	{id: text, username: text, role: oneOf(userRoles)},
	'SessionUser',
);
const apiKey = viewOf<Pick<ApiKey, 'id' | 'name' | 'type'>>()({id: text, name: text, type: oneOf(apiKeyTypes)});

/** The caller: a user or a key. */
export const session = viewOf<{caller: Caller | null}>()({
	user: from(sessionUser.orNull, ({caller}: {caller: Caller | null}) => (caller?.kind === 'session' ? caller.user : null)),
	apiKey: from(apiKey.optional, ({caller}: {caller: Caller | null}) => (caller?.kind === 'key' ? caller.key : undefined)),
});

interface OpenSession extends ListedSession {
	isCurrent: boolean;
}

/** A login of a person in a browser. */
export const openSession = viewOf<OpenSession>()(
	{
		id: text,
		username: text,
		device: textOrNull,
		address: textOrNull,
		createdAt: from(timestamp, ({startedAt}: OpenSession) => startedAt),
		/** To ten minutes. */
		lastSeenAt: from(timestamp, ({seenAt}: OpenSession) => seenAt),
		expiresAt: timestamp,
		isCurrent: flag,
	},
	'OpenSession',
);

export const authOperations: Operations = {
	'POST /api/auth/login': {
		id: 'logIn',
		summary: 'Start a session',
		replies: {200: objectOf({user: sessionUser})},
		failures: [401, 403],
	},
	'POST /api/auth/logout': {id: 'logOut', summary: 'End the session', replies: {204: null}},
	'GET /api/auth/session': {id: 'getSession', summary: 'Show the current caller', replies: {200: session.schema}},
	'GET /api/auth/sessions': {
		id: 'listSessions',
		summary: 'List open sessions: your own, or all for administrators',
		replies: {200: pageOf('sessions', openSession)},
	},
	'DELETE /api/auth/sessions/:id': {id: 'endSession', summary: 'End a session', replies: {204: null}},
	'PUT /api/auth/password': {id: 'changePassword', summary: 'Change your own password', replies: {200: changed.schema}},
};
