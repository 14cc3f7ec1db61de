import type {Operations} from '#api/http/operation.ts';
import {pageOf} from '#api/http/pages.ts';
import {oneOf, stamps, text} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import {type User, userRoles} from '#shared/store/accounts/users.ts';

export const user = viewOf<User>()({id: text, username: text, role: oneOf(userRoles), ...stamps}, 'User');

export const usersOperations: Operations = {
	'GET /api/users': {id: 'listUsers', summary: 'List users', replies: {200: pageOf('users', user)}},
	'POST /api/users': {id: 'addUser', summary: 'Add a user', replies: {201: user.schema}, failures: [409]},
	'DELETE /api/users/:id': {id: 'deleteUser', summary: 'Delete a user', replies: {204: null}, failures: [409]},
};
