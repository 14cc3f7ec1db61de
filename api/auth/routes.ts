import Joi from 'joi';
import {type Caller, isAdministrator} from '#api/http/access/callers.ts';
import {setTriedUser} from '#api/http/audit.ts';
import {asSecret, idParams, newPassword} from '#api/http/fields.ts';
import {invalid} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {changed, noContent, ok, type PageQuery, pageFields, pageOf, presentPagination, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {rights} from '#api/users.ts';
import {Forbidden, NotFound, Unauthorized} from '#shared/errors.ts';
import {flag, oneOf, text, textOrNull, timestamp} from '#shared/presenters/fields.ts';
import {from, objectOf, viewOf} from '#shared/presenters/view.ts';
import {type ApiKey, apiKeyTypes} from '#shared/store/accounts/api-keys.ts';
import type {ListedSession, OpenSessions} from '#shared/store/accounts/sessions.ts';
import {type User, userRoles} from '#shared/store/accounts/users.ts';

/** Anybody may send these bodies, so they are as small as a name and two passwords can be. */
const bodyLimit = {bytes: 4096, nodes: 20};

export function authRoutes(deps: RouteDeps): Route[] {
	const {users, sessions, authentication, forgetCallers, logins, passwords, now} = deps;

	return [
		route(
			'POST /api/auth/login',
			{access: 'public', audit: 'login', limit: 'logins', body: loginBody, bodyLimit},
			async ({body, request, response}) => {
				const from = await logins.countName(request, body.username);
				const user = await users.findByName(body.username);
				setTriedUser(response, user);
				if (!(await passwords.isRight(body.password, user?.passwordHash ?? null, from)) || !user) {
					throw new Unauthorized('wrong_credentials', 'The user name or password is wrong.');
				}
				await authentication.logIn(request, response, user);
				logins.remember(request, response, user.username);
				return ok({user: sessionUser.present(user), rights: rights.present(user.rights)});
			},
		),
		route('POST /api/auth/logout', {access: 'auth', audit: 'logout'}, async ({request, response}) => {
			await authentication.logOut(request, response);
			return noContent;
		}),
		route('GET /api/auth/session', {access: 'auth'}, async ({caller}) => ok(session.present({caller}))),
		route(
			'PUT /api/auth/password',
			{access: 'auth', audit: 'password.changed', limit: 'logins', body: passwordBody, bodyLimit},
			async ({body, caller, request, response}) => {
				if (caller?.kind !== 'session') {
					throw new Forbidden('session_required', 'An API key has no password. Log in as the user whose password you want to change.');
				}
				await logins.countName(request, caller.user.username);
				const user = await users.get(caller.user.id);
				setTriedUser(response, user);
				const isRight = await passwords.isRight(body.currentPassword, user.passwordHash, {isKnown: true});
				// If several requests change the password at once, the first one wins, and the others send an old
				// password.
				const changedUser = isRight ? await users.replacePassword(user, await passwords.hash(body.newPassword), now()) : null;
				if (!changedUser) {
					throw invalid([{path: 'currentPassword', message: 'currentPassword is not the current password'}]);
				}
				await sessions.endAllOf(user.id);
				await forgetCallers();
				// The stamp changed, which ends every session of the user. This one starts again.
				await authentication.logIn(request, response, changedUser);
				logins.remember(request, response, changedUser.username);
				return ok(changed.present(changedUser));
			},
		),
		...sessionRoutes(deps),
	];
}

const sessionsQuery = Joi.object<PageQuery, true>(pageFields());

/** Sessions that people see and end: users their own, administrators all. */
function sessionRoutes({sessions, authentication, forgetCallers, now}: RouteDeps): Route[] {
	return [
		route('GET /api/auth/sessions', {access: 'auth', query: sessionsQuery}, async ({query, caller, request}) => {
			const limits = {now: now(), startedAfter: authentication.startedAfter()};
			const {sessions: rows, total} = await sessions.page({...query, ...limits, ...ownOnly(caller)});
			const currentId = request.session?.about?.id;
			return ok({
				sessions: rows.map(row => openSession.present({...row, expiresAt: endOf(row, limits), isCurrent: row.id === currentId})),
				pagination: presentPagination(query, total),
			});
		}),
		route(
			'DELETE /api/auth/sessions/:id',
			{access: 'auth', audit: 'sessions.revoked', params: idParams},
			async ({params, caller, request, response}) => {
				if (params.id === request.session?.about?.id) {
					await authentication.logOut(request, response);
				} else if (!(await sessions.end(params.id, ownOnly(caller).userId))) {
					throw new NotFound(
						'session_not_found',
						'There is no such session; it may have ended already. GET /api/auth/sessions lists them.',
					);
				}
				await forgetCallers();
				return noContent;
			},
		),
	];
}

/** Without further use, or after its longest time. */
function endOf({expiresAt, startedAt}: ListedSession, {now, startedAfter}: OpenSessions): Date {
	const longestMs = Number(now) - Number(startedAfter);
	return new Date(Math.min(Number(expiresAt), Number(startedAt) + longestMs));
}

/** Keys of other types belong to no user, so they see no sessions. */
function ownOnly(caller: Caller | null): {userId?: string} {
	if (caller && isAdministrator(caller)) {
		return {};
	}
	return {userId: caller?.kind === 'session' ? caller.user.id : ''};
}

export interface LoginBody {
	username: string;
	password: string;
}
const loginBody = Joi.object<LoginBody, true>({
	username: Joi.string().max(200).required(),
	password: asSecret(Joi.string().max(1000).required()),
});

export interface PasswordBody {
	currentPassword: string;
	newPassword: string;
}
const passwordBody = Joi.object<PasswordBody, true>({
	currentPassword: asSecret(Joi.string().max(1000).required()),
	newPassword: newPassword.required(),
});

const sessionUser = viewOf<Pick<User, 'id' | 'username' | 'role'>>()({id: text, username: text, role: oneOf(userRoles)}, 'SessionUser');
const apiKey = viewOf<Pick<ApiKey, 'id' | 'name' | 'type'>>()({id: text, name: text, type: oneOf(apiKeyTypes)});

/** The caller: a user or a key. */
const session = viewOf<{caller: Caller | null}>()({
	user: from(sessionUser.orNull, ({caller}: {caller: Caller | null}) => (caller?.kind === 'session' ? caller.user : null)),
	rights: from(rights.optional, ({caller}: {caller: Caller | null}) => (caller?.kind === 'session' ? caller.user.rights : undefined)),
	apiKey: from(apiKey.optional, ({caller}: {caller: Caller | null}) => (caller?.kind === 'key' ? caller.key : undefined)),
});

interface OpenSession extends ListedSession {
	isCurrent: boolean;
}

/** A login of a person in a browser. */
const openSession = viewOf<OpenSession>()(
	{
		id: text,
		username: text,
		device: textOrNull,
		address: textOrNull,
		createdAt: from(timestamp, ({startedAt}: OpenSession) => startedAt),
		/** Accurate to ten minutes. */
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
		replies: {200: objectOf({user: sessionUser, rights})},
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
