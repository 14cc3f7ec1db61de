import Joi from 'joi';
import {idParams, newPassword} from '#api/http/fields.ts';
import type {Operations} from '#api/http/operation.ts';
import {created, noContent, ok, type PageQuery, pageFields, pageOf, presentPagination} from '#api/http/replies.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {Conflict} from '#shared/errors.ts';
import {oneOf, stamps, text} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import {type User, type UserRole, userRoles} from '#shared/store/accounts/users.ts';

const usersQuery = Joi.object<PageQuery, true>(pageFields());

interface AddUserBody {
	username: string;
	password: string;
	role: UserRole;
}
const addUserBody = Joi.object<AddUserBody, true>({
	username: Joi.string()
		.max(64)
		.pattern(/^[\p{L}\p{N}_.@-]+$/u, 'letters, digits and the characters _ . @ -')
		.required(),
	password: newPassword.required(),
	role: Joi.string()
		.valid(...userRoles)
		.required(),
});

export function usersRoutes({users, sessions, passwords, forgetCallers, now}: RouteDeps): Route[] {
	const deletion = {action: 'users.deleted', nameOf: async ({id = ''}) => (await users.find(id))?.username ?? null};
	return [
		route('GET /api/users', {access: 'admin', query: usersQuery}, async ({query}) => {
			const {users: rows, total} = await users.page(query);
			return ok({users: rows.map(user.present), pagination: presentPagination(query, total)});
		}),
		route('POST /api/users', {access: 'admin', body: addUserBody}, async ({body: {username, password, role}}) =>
			created(user.present(await users.add({username, role, passwordHash: await passwords.hash(password)}, now()))),
		),
		route('DELETE /api/users/:id', {access: 'admin', audit: deletion, params: idParams}, async ({params}) => {
			const {id, role} = await users.get(params.id);
			if (role !== 'admin') {
				await users.remove(id);
			} else if (!(await users.removeAdmin(id))) {
				throw new Conflict('last_admin', 'This is the last administrator. Create another one first.');
			}
			await sessions.endAllOf(id);
			await forgetCallers();
			return noContent;
		}),
	];
}

const user = viewOf<User>()({id: text, username: text, role: oneOf(userRoles), ...stamps}, 'User');

export const usersOperations: Operations = {
	'GET /api/users': {id: 'listUsers', summary: 'List users', replies: {200: pageOf('users', user)}},
	'POST /api/users': {id: 'addUser', summary: 'Add a user', replies: {201: user.schema}, failures: [409]},
	'DELETE /api/users/:id': {id: 'deleteUser', summary: 'Delete a user', replies: {204: null}, failures: [409]},
};
