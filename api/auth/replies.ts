import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {changed, oneOf, text} from '#api/http/replies/reply-fields.ts';
import {apiKeyTypes} from '#shared/store/accounts/api-keys.ts';
import {userRoles} from '#shared/store/accounts/users.ts';

const user = Joi.object({id: text, username: text, role: oneOf(userRoles)}).meta({schemaName: 'SessionUser'});
const apiKey = Joi.object({id: text, name: text, type: oneOf(apiKeyTypes)});

export const authOperations: Operations = {
	'POST /api/auth/login': {summary: 'Begin a session', replies: {200: Joi.object({user})}, failures: [401, 403, 429]},
	'POST /api/auth/logout': {summary: 'End the session', replies: {204: null}},
	'GET /api/auth/session': {
		summary: 'Tell who asks',
		replies: {200: Joi.object({user: user.allow(null), apiKey: apiKey.optional()})},
	},
	'PUT /api/auth/password': {summary: 'Change the own password', replies: {200: changed}, failures: [429]},
};
