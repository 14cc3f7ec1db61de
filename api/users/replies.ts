import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {oneOf, pageOf, stamps, text} from '#api/http/replies/reply-fields.ts';
import {userRoles} from '#shared/store/accounts/users.ts';

const user = Joi.object({id: text, username: text, role: oneOf(userRoles), ...stamps}).meta({schemaName: 'User'});

export const usersOperations: Operations = {
	'GET /api/users': {summary: 'List users', replies: {200: pageOf('users', user)}},
	'POST /api/users': {summary: 'Add a user', replies: {201: user}, failures: [409]},
	'DELETE /api/users/:id': {summary: 'Delete a user', replies: {204: null}, failures: [409]},
};
