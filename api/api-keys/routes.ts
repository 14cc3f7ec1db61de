import Joi from 'joi';
import {idParams} from '#api/http/input/id-params.ts';
import {created, noContent, ok} from '#api/http/replies/reply.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {Conflict} from '#shared/errors.ts';
import {type ApiKey, type ApiKeyType, apiKeyTypes, newKeyValue} from '#shared/store/accounts/api-keys.ts';

interface AddKeyBody {
	name: string;
	type: ApiKeyType;
}
const addKeyBody = Joi.object<AddKeyBody, true>({
	name: Joi.string().max(100).required(),
	type: Joi.string()
		.valid(...apiKeyTypes)
		.required(),
});

export function apiKeysRoutes({apiKeys, forgetCallers, now}: RouteDeps): Route[] {
	return [
		route('GET /api/settings/system/api-keys', {access: 'admin'}, async () => ok({keys: (await apiKeys.list()).map(presentKey)})),
		route('POST /api/settings/system/api-keys', {access: 'admin', body: addKeyBody}, async ({body}) => {
			const value = newKeyValue();
			const {id, name, type, createdAt} = await apiKeys.add({...body, value}, now());
			return created({success: true, key: {id, name, type, value, createdAt: createdAt.toISOString()}});
		}),
		route('POST /api/settings/system/api-keys/:id/regenerate', {access: 'admin', params: idParams}, async ({params}) => {
			const value = newKeyValue();
			const {id, updatedAt} = await apiKeys.replace(params.id, value, now());
			await forgetCallers();
			return ok({success: true, key: {id, value, updatedAt: updatedAt.toISOString()}});
		}),
		route('DELETE /api/settings/system/api-keys/:id', {access: 'admin', params: idParams}, async ({params, caller}) => {
			const {id, type} = await apiKeys.get(params.id);
			if (type === 'main' && caller?.kind === 'key' && (await apiKeys.countMain()) === 1) {
				throw new Conflict('last_main_key', 'This is the last main key. Log in with a password to delete it.');
			}
			await apiKeys.remove(id);
			await forgetCallers();
			return noContent;
		}),
	];
}

function presentKey({id, name, type, createdAt, lastUsedAt}: ApiKey) {
	return {id, name, type, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null};
}
