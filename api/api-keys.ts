import Joi from 'joi';
import {idParams, nameField, timestampField} from '#api/http/fields.ts';
import type {CheckedBody} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {created, noContent, ok, type Route, route, success} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {hourMs} from '#shared/domain/durations.ts';
import {Conflict} from '#shared/errors.ts';
import {flag, integer, listOf, oneOf, text, timestamp, timestampOrNull} from '#shared/presenters/fields.ts';
import {from, objectOf, viewOf} from '#shared/presenters/view.ts';
import {
	type ApiKey,
	type ApiKeyType,
	type AppFace,
	type AppRights,
	apiKeyTypes,
	appFaces,
	isExpired,
	newKeyValue,
} from '#shared/store/accounts/api-keys.ts';

interface AddKeyBody {
	name: string;
	type: ApiKeyType;
	expiresAt?: string | null;
	readOnly?: boolean;
	faces?: AppFace[];
	deletedFilesPerHour?: number;
	deletedGigabytesPerHour?: number;
}
/** Forms show these fields for such a key only. */
const ofApps = {forKinds: ['apps']};

const addKeyBody = Joi.object<AddKeyBody, true>({
	name: nameField(100).required(),
	type: Joi.string()
		.valid(...apiKeyTypes)
		.required(),
	expiresAt: timestampField().allow(null).description('The key is refused from then on; null if it never expires.'),
	readOnly: Joi.boolean().meta(ofApps).description('For a key of type apps: the program may only read.'),
	faces: Joi.array()
		.items(Joi.string().valid(...appFaces))
		.unique()
		.min(1)
		.meta(ofApps)
		.description(
			'For a key of type apps: where it is valid, `movies` as in Radarr, `tv` as in Sonarr or `indexers` as in Prowlarr; everywhere if it is not given.',
		),
	deletedFilesPerHour: Joi.number()
		.integer()
		.min(0)
		.max(1_000_000)
		.meta(ofApps)
		.description('For a key of type apps: files that the program may delete in an hour; 100 if not given, 0 for no limit.'),
	deletedGigabytesPerHour: Joi.number()
		.integer()
		.min(0)
		.max(1_000_000)
		.meta(ofApps)
		.description('For a key of type apps: GiB that the program may delete in an hour; 500 if not given, 0 for no limit.'),
});

const gibi = 1024 ** 3;
const usualFilesPerHour = 100;
const usualGigabytesPerHour = 500;

function appRightsOf({type, readOnly = false, faces: valid, ...limits}: AddKeyBody): AppRights | null {
	const {deletedFilesPerHour = usualFilesPerHour, deletedGigabytesPerHour = usualGigabytesPerHour} = limits;
	return type === 'apps'
		? {
				readOnly,
				faces: valid ?? [...appFaces],
				filesPerHour: deletedFilesPerHour,
				bytesPerHour: deletedGigabytesPerHour * gibi,
			}
		: null;
}

const onlyOfApps = ['readOnly', 'faces', 'deletedFilesPerHour', 'deletedGigabytesPerHour'] as const;

export function apiKeysRoutes({customFilters, apiKeys, forgetCallers, now}: RouteDeps): Route[] {
	const findFaults = async ({body, wrong}: CheckedBody<AddKeyBody>) => {
		const {expiresAt, type} = body;
		const isForeign = type !== undefined && type !== 'apps' && !wrong.has('type');
		const foreign = isForeign ? onlyOfApps.filter(name => (body[name] ?? false) !== false) : [];
		return [
			...(expiresAt && new Date(expiresAt) <= now()
				? [{path: 'expiresAt', message: 'expiresAt must be in the future, or null for a key that never expires'}]
				: []),
			...foreign.map(path => ({path, message: `${path} is only for keys of type apps`})),
		];
	};
	const deletion = {action: 'api-keys.deleted', nameOf: async ({id = ''}) => (await apiKeys.find(id))?.name ?? null};
	return [
		route('GET /api/settings/system/api-keys', {access: 'admin'}, async () => ok({keys: (await apiKeys.list()).map(apiKey.present)})),
		route(
			'POST /api/settings/system/api-keys',
			{access: 'admin', audit: 'api-keys.created', body: addKeyBody, findFaults},
			async ({body}) => {
				const {name, type} = body;
				const value = newKeyValue(type);
				const expiresAt = body.expiresAt ? new Date(body.expiresAt) : null;
				const key = await apiKeys.add({name, type, value, expiresAt, app: appRightsOf(body)}, now());
				return created(newKey.present({key: {...key, value}}));
			},
		),
		route(
			'POST /api/settings/system/api-keys/:id/regenerate',
			{access: 'admin', audit: 'api-keys.regenerated', params: idParams},
			async ({params}) => {
				const stored = await apiKeys.get(params.id);
				const value = newKeyValue(stored.type);
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

const appRights = viewOf<AppRights>()(
	{
		readOnly: flag.description('The program may only read.'),
		faces: listOf(oneOf(appFaces)).description('Where the key is valid.'),
		filesPerHour: integer.description('Files that the program may delete in an hour; 0 for no limit.'),
		bytesPerHour: integer.description('Bytes that the program may delete in an hour; 0 for no limit.'),
	},
	'AppRights',
).orNull;
const app = {...appRights, schema: appRights.schema.description('What a program with a key of type apps may do; null for other keys.')};

const fields = {id: text, name: text, type: oneOf(apiKeyTypes), expiresAt: timestampOrNull, app};
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
