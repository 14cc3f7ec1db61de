import type {Operations} from '#api/http/operation.ts';
import {success} from '#api/http/replies.ts';
import {hourMs} from '#shared/domain/durations.ts';
import {oneOf, text, timestamp, timestampOrNull} from '#shared/presenters/fields.ts';
import {from, objectOf, viewOf} from '#shared/presenters/view.ts';
import {type ApiKey, apiKeyTypes} from '#shared/store/accounts/api-keys.ts';

/** A key together with its value. Only the request that creates the key sees it. */
interface OpenKey extends ApiKey {
	value: string;
}

const fields = {id: text, name: text, type: oneOf(apiKeyTypes), expiresAt: timestampOrNull};
export const apiKey = viewOf<ApiKey>()(
	{...fields, createdAt: timestamp, lastUsedAt: from(timestampOrNull, ({lastUsedAt}: ApiKey) => lastUsedAt && wholeHour(lastUsedAt))},
	'ApiKey',
);

/** When a key was used is nobody's business to the minute; whether it is still used is. */
function wholeHour(moment: Date): Date {
	return new Date(Math.floor(Number(moment) / hourMs) * hourMs);
}

export const newKey = viewOf<{key: OpenKey}>()({success, key: viewOf<OpenKey>()({...fields, value: text, createdAt: timestamp})});
export const replacedKey = viewOf<{key: OpenKey}>()({success, key: viewOf<OpenKey>()({id: text, value: text, updatedAt: timestamp})});

export const apiKeysOperations: Operations = {
	'GET /api/settings/system/api-keys': {id: 'listApiKeys', summary: 'List API keys', replies: {200: objectOf({keys: apiKey.list})}},
	'POST /api/settings/system/api-keys': {
		id: 'addApiKey',
		summary: 'Create an API key; its value is shown only now',
		replies: {201: newKey.schema},
	},
	'POST /api/settings/system/api-keys/:id/regenerate': {
		id: 'regenerateApiKey',
		summary: 'Replace an API key',
		replies: {200: replacedKey.schema},
		failures: [409],
	},
	'DELETE /api/settings/system/api-keys/:id': {id: 'deleteApiKey', summary: 'Delete an API key', replies: {204: null}, failures: [409]},
};
