import {setTriedUser} from '#api/http/audit.ts';
import {invalid} from '#api/http/input.ts';
import {changed, noContent, ok} from '#api/http/replies.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {Forbidden, Unauthorized} from '#shared/errors.ts';
import {session, sessionUser} from './replies.ts';
import {loginBody, passwordBody} from './schema.ts';
import {sessionRoutes} from './session-routes.ts';

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
				return ok({user: sessionUser.present(user)});
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
				// Of several changes at once, the first one makes the password of the others a former one.
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
