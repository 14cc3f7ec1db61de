import Joi from 'joi';
import {type Caller, isAdministrator} from '#api/http/access/caller.ts';
import {idParams} from '#api/http/fields.ts';
import {type PageQuery, pageFields, presentPagination} from '#api/http/pages.ts';
import {noContent, ok} from '#api/http/replies.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {NotFound} from '#shared/errors.ts';
import type {ListedSession, OpenSessions} from '#shared/store/accounts/sessions.ts';
import {openSession} from './replies.ts';

const sessionsQuery = Joi.object<PageQuery, true>(pageFields());

/** Sessions that people see and end: users their own, administrators all. */
export function sessionRoutes({sessions, authentication, forgetCallers, now}: RouteDeps): Route[] {
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

/** Other keys than those of type main belong to nobody, so they see no session. */
function ownOnly(caller: Caller | null): {userId?: string} {
	if (caller && isAdministrator(caller)) {
		return {};
	}
	return {userId: caller?.kind === 'session' ? caller.user.id : ''};
}
