import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {isTrue, listOf, oneOf, text, timestamp, timestampOrNull} from '#api/http/replies/reply-fields.ts';
import {apiKeyTypes} from '#shared/store/accounts/api-keys.ts';

const type = oneOf(apiKeyTypes);
const key = Joi.object({id: text, name: text, type, createdAt: timestamp, lastUsedAt: timestampOrNull}).meta({schemaName: 'ApiKey'});
const newKey = Joi.object({id: text, name: text, type, value: text, createdAt: timestamp});

export const apiKeysOperations: Operations = {
	'GET /api/settings/system/api-keys': {summary: 'List API keys', replies: {200: Joi.object({keys: listOf(key)})}},
	'POST /api/settings/system/api-keys': {
		summary: 'Make an API key, whose value is shown only now',
		replies: {201: Joi.object({success: isTrue, key: newKey})},
	},
	'POST /api/settings/system/api-keys/:id/regenerate': {
		summary: 'Replace an API key',
		replies: {200: Joi.object({success: isTrue, key: Joi.object({id: text, value: text, updatedAt: timestamp})})},
	},
	'DELETE /api/settings/system/api-keys/:id': {summary: 'Delete an API key', replies: {204: null}, failures: [409]},
};
