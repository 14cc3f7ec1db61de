import Joi from 'joi';
import {idParams, nameField, momentField} from '#api/http/fields.ts';
import type {SoundBody} from '#api/http/input.ts';
import {created, noContent, ok} from '#api/http/replies.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {Conflict} from '#shared/errors.ts';
import {type ApiKeyType, apiKeyTypes, isExpired, newKeyValue} from '#shared/store/accounts/api-keys.ts';
import {apiKey, newKey, replacedKey} from './replies.ts';

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
	expiresAt: momentField().allow(null).description('The key is refused from then on; null if it never expires.'),
});

export function apiKeysRoutes({apiKeys, forgetCallers, now}: RouteDeps): Route[] {
	const findFaults = async ({body: {expiresAt}}: SoundBody<AddKeyBody>) =>
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
			await forgetCallers();
			return noContent;
		}),
	];
}
