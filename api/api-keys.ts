import Joi from 'joi';
import {idParams, nameField, timestampField} from '#api/http/fields.ts';
import type {CheckedBody} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {created, noContent, ok, type Route, route, success} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {hourMs} from '#shared/domain/durations.ts';
import {Conflict} from '#shared/errors.ts';
import {oneOf, text, timestamp, timestampOrNull} from '#shared/presenters/fields.ts';
import {from, objectOf, viewOf} from '#shared/presenters/view.ts';
import {type ApiKey, type ApiKeyType, apiKeyTypes, isExpired, newKeyValue} from '#shared/store/accounts/api-keys.ts';

interface AddKeyBody {
	name: string;
	type: ApiKeyType;
	expiresAt?: string | null;
}
const addKeyBody = Joi.object<AddKeyBody, true>({
	name: nameField(100).required(),
	type: Joi.string()
		.valid(...apiKeyTypes)
		.required(),
	expiresAt: timestampField().allow(null).description('The key is refused from then on; null if it never expires.'),
});

export function apiKeysRoutes({customFilters, apiKeys, forgetCallers, now}: RouteDeps): Route[] {
	const findFaults = async ({body: {expiresAt}}: CheckedBody<AddKeyBody>) =>
		expiresAt && new Date(expiresAt) <= now()
			? [{path: 'expiresAt', message: 'expiresAt must be in the future, or null for a key that never expires'}]
			: [];
	const deletion = {action: 'api-keys.deleted', nameOf: async ({id = ''}) => (await apiKeys.find(id))?.name ?? null};
	return [
		route('GET /api/settings/system/api-keys', {access: 'admin'}, async () => ok({keys: (await apiKeys.list()).map(apiKey.present)})),
		route(
			'POST /api/settings/system/api-keys',
			{access: 'admin', audit: 'api-keys.created', body: addKeyBody, findFaults},
			async ({body}) => {
				const value = newKeyValue();
				const expiresAt = body.expiresAt ? new Date(body.expiresAt) : null;
				return created(newKey.present({key: {...(await apiKeys.add({...body, value, expiresAt}, now())), value}}));
			},
		),
		route(
			'POST /api/settings/system/api-keys/:id/regenerate',
			{access: 'admin', audit: 'api-keys.regenerated', params: idParams},
			async ({params}) => {
				const value = newKeyValue();
				const stored = await apiKeys.get(params.id);
				if (isExpired(stored, now())) {
					throw new Conflict('key_expired', 'This key has expired. Delete it and create another one.');
				}
				const key = await apiKeys.replace(stored, value, now());
				await forgetCallers();
				return ok(replacedKey.present({key: {...key, value}}));
			},
		),
		route('DELETE /api/settings/system/api-keys/:id', {access: 'admin', audit: deletion, params: idParams}, async ({params, caller}) => {
			const {id, type} = await apiKeys.get(params.id);
			if (type !== 'main' || caller?.kind !== 'key') {
				await apiKeys.remove(id);
			} else if (!(await apiKeys.removeMain(id))) {
				throw new Conflict('last_main_key', 'This is the last main key that never expires. Log in with a password to delete it.');
			}
			await customFilters.removeAllOf(`key:${id}`);
			await forgetCallers();
			return noContent;
		}),
	];
}

/** A key together with its value. Only the request that creates the key sees it. */
interface OpenKey extends ApiKey {
	value: string;
}

const fields = {id: text, name: text, type: oneOf(apiKeyTypes), expiresAt: timestampOrNull};
const apiKey = viewOf<ApiKey>()(
	{...fields, createdAt: timestamp, lastUsedAt: from(timestampOrNull, ({lastUsedAt}: ApiKey) => lastUsedAt && wholeHour(lastUsedAt))},
	'ApiKey',
);

/** The last use is shown to the hour only: it tells whether a key is still used, not what its owner did when. */
function wholeHour(moment: Date): Date {
	return new Date(Math.floor(Number(moment) / hourMs) * hourMs);
}

const newKey = viewOf<{key: OpenKey}>()({success, key: viewOf<OpenKey>()({...fields, value: text, createdAt: timestamp})});
const replacedKey = viewOf<{key: OpenKey}>()({success, key: viewOf<OpenKey>()({id: text, value: text, updatedAt: timestamp})});

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
