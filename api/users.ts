import Joi from 'joi';
import {idParams, newPassword, readOnlyFields} from '#api/http/fields.ts';
import type {CheckedBody} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {created, noContent, ok, type PageQuery, pageFields, pageOf, presentPagination, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {Conflict, type Fault} from '#shared/errors.ts';
import {flag, oneOf, stamps, text} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import {type User, type UserRights, type UserRole, userRights, userRoles} from '#shared/store/accounts/users.ts';

const usersQuery = Joi.object<PageQuery, true>(pageFields());

interface RightsBody {
	role?: UserRole;
	rights?: Partial<UserRights>;
}
const rightsField = (right: Joi.BooleanSchema) => Joi.object<UserRights>(Object.fromEntries(userRights.map(name => [name, right])));

interface AddUserBody extends RightsBody {
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
	rights: rightsField(Joi.boolean().default(true)),
});

const roleBody = Joi.object<Required<Pick<RightsBody, 'role'>>, true>({
	role: Joi.string()
		.valid(...userRoles)
		.required(),
});
const passwordOfUserBody = Joi.object<{password: string}, true>({password: newPassword.required()});

const editUserBody = Joi.object<RightsBody>({rights: rightsField(Joi.boolean()), ...readOnlyFields('username', 'role')});

export function usersRoutes(deps: RouteDeps): Route[] {
	const {customFilters, users, sessions, passwords, forgetCallers, now} = deps;
	const nameOf = async ({id = ''}) => (await users.find(id))?.username ?? null;
	const findFaults = async ({body: {role, rights = {}}, params}: CheckedBody<RightsBody>) =>
		rightsFaults(params['id'] === undefined ? role : (await users.find(params['id']))?.role, rights);
	return [
		route('GET /api/users', {access: 'admin', query: usersQuery}, async ({query}) => {
			const {users: rows, total} = await users.page(query);
			return ok({users: rows.map(user.present), pagination: presentPagination(query, total)});
		}),
		route('POST /api/users', {access: 'admin', body: addUserBody, findFaults}, async ({body: {password, ...given}}) =>
			created(user.present(await users.add({...given, passwordHash: await passwords.hash(password)}, now()))),
		),
		route(
			'PUT /api/users/:id',
			{access: 'admin', audit: {action: 'users.changed', nameOf}, params: idParams, body: editUserBody, findFaults},
			async ({params, body: {rights = {}}}) => {
				const {id} = await users.get(params.id);
				const changed = await users.setRights(id, rights, now());
				await forgetCallers();
				return ok(user.present(changed));
			},
		),
		...accountRoutes(deps),
		route('DELETE /api/users/:id', {access: 'admin', audit: {action: 'users.deleted', nameOf}, params: idParams}, async ({params}) => {
			const {id, role} = await users.get(params.id);
			if (role !== 'admin') {
				await users.remove(id);
			} else if (!(await users.removeAdmin(id))) {
				throw new Conflict('last_admin', 'This is the last administrator. Create another one first.');
			}
			await sessions.endAllOf(id);
			await customFilters.removeAllOf(`user:${id}`);
			await forgetCallers();
			return noContent;
		}),
	];
}

/** Only an administrator changes these of another user. Either change ends all sessions of that user. */
function accountRoutes({users, sessions, passwords, forgetCallers, now}: RouteDeps): Route[] {
	const nameOf = async ({id = ''}) => (await users.find(id))?.username ?? null;
	const endSessions = async (id: string) => {
		await sessions.endAllOf(id);
		await forgetCallers();
	};
	return [
		route(
			'PUT /api/users/:id/password',
			{access: 'admin', audit: {action: 'users.passwordChanged', nameOf}, params: idParams, body: passwordOfUserBody},
			async ({params, body, caller}) => {
				const {id} = await users.get(params.id);
				if (caller?.kind === 'session' && caller.user.id === id) {
					throw new Conflict(
						'own_account',
						'This is your own password. Change it with PUT /api/auth/password, which asks for the present one.',
					);
				}
				const changed = await users.setPassword(id, await passwords.hash(body.password), now());
				await endSessions(id);
				return ok(user.present(changed));
			},
		),
		route(
			'PUT /api/users/:id/role',
			{access: 'admin', audit: {action: 'users.roleChanged', nameOf}, params: idParams, body: roleBody},
			async ({params, body: {role}}) => {
				const before = await users.get(params.id);
				if (before.role === role) {
					return ok(user.present(before));
				}
				const changed = await users.setRole(before.id, role, now());
				if (!changed) {
					throw new Conflict('last_admin', 'This is the last administrator. Make another one first.');
				}
				await endSessions(before.id);
				return ok(user.present(changed));
			},
		),
	];
}

/** An administrator has every right. */
function rightsFaults(role: UserRole | undefined, rights: Partial<UserRights>): Fault[] {
	const taken = role === 'admin' ? userRights.filter(right => rights[right] === false) : [];
	return taken.map(right => ({path: `rights.${right}`, message: `rights.${right} cannot be taken from an administrator`}));
}

/** What a user may do. */
export const rights = viewOf<UserRights>()(
	{addTitles: flag, searchReleases: flag, deleteTitles: flag, deleteFiles: flag, editTitles: flag, runTasks: flag},
	'Rights',
);
const user = viewOf<User>()({id: text, username: text, role: oneOf(userRoles), rights, ...stamps}, 'User');

export const usersOperations: Operations = {
	'GET /api/users': {id: 'listUsers', summary: 'List users', replies: {200: pageOf('users', user)}},
	'POST /api/users': {id: 'addUser', summary: 'Add a user', replies: {201: user.schema}, failures: [409]},
	'PUT /api/users/:id': {id: 'updateUser', summary: 'Change the rights of a user', replies: {200: user.schema}},
	'PUT /api/users/:id/password': {
		id: 'changePasswordOfUser',
		summary: 'Give another user a new password, which ends all sessions of that user',
		replies: {200: user.schema},
		failures: [409],
	},
	'PUT /api/users/:id/role': {
		id: 'changeRoleOfUser',
		summary: 'Make a user an administrator, or an administrator a user, which ends all sessions of that user',
		replies: {200: user.schema},
		failures: [409],
	},
	'DELETE /api/users/:id': {id: 'deleteUser', summary: 'Delete a user', replies: {204: null}, failures: [409]},
};
