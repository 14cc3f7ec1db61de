import Joi from 'joi';
import {type SettingKey, secrecyOf, settingDefinitions} from '#shared/settings/definitions.ts';
import type {Settings} from '#shared/settings/settings.ts';
import {settingJsonSchema, faultOf} from './replies.ts';
import {isExpected} from '#shared/errors.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import {checkMetadataKey} from '#shared/jobs/connections/check-metadata-key.ts';
import {sealPayload} from '#shared/jobs/sealed-payload.ts';
import {maskedSecret, type Secrets} from '#shared/secrets.ts';

export interface KeyParams {
	key: string;
}
export const keyParams = Joi.object<KeyParams, true>({key: Joi.string().required()});

export interface SetBody {
	value: unknown;
}
/** The valid values depend on the key: `faultOf` checks them. */
export const setBody = Joi.object<SetBody>({value: Joi.any().required()});

/** Settings that have their own resource, by field. */
export const settingGroups = {
	meta: ['apiKey', 'language', 'certificationCountry', 'useSsl', 'cacheEnabled', 'cacheTtl'],
	filters: [
		'minimumSeeders',
		'retention',
		'rssSyncInterval',
		'enableCompletedDownloadHandling',
		'removeCompletedDownloads',
		'removeFailedDownloads',
	],
	externalUrl: ['externalUrl', 'basePath', 'useSsl'],
} as const;
export type SettingGroup = keyof typeof settingGroups;

export function keyOf(group: SettingGroup, field: string): SettingKey {
	return `${group}.${field}` as SettingKey; // the definitions have every field of the table above
}

export type GroupBody = Record<string, unknown>;

/** All fields are optional; each is checked like its setting. */
export function groupBody(group: SettingGroup, settings: Settings): Joi.ObjectSchema<GroupBody> {
	return Joi.object<GroupBody>(Object.fromEntries(settingGroups[group].map(field => [field, fieldSchema(keyOf(group, field), settings)])));
}

function fieldSchema(key: SettingKey, settings: Settings): Joi.Schema {
	return Joi.any()
		.custom((value: unknown, {message}) => {
			const fault = faultOf(key, value, settings);
			return fault ? message({custom: `{{#label}} ${fault.replaceAll('{', '(').replaceAll('}', ')')}`}) : value;
		})
		.meta({jsonSchema: settingJsonSchema(settingDefinitions[key]), secret: secrecyOf(key) === 'text'});
}

/** How the check of a new key ended. `code` is null if the provider accepts it. */
export interface KeyCheck {
	success: boolean;
	code: string | null;
	message: string;
}

/** Milliseconds that the caller waits for the provider. */
const limitMs = 4000;

/** Has a worker ask the metadata provider about a key that was just stored. Null if no new key was given. */
export async function checkKey(apiKey: unknown, {jobs, secrets}: {jobs: JobClient; secrets: Secrets}): Promise<KeyCheck | null> {
	if (typeof apiKey !== 'string' || apiKey === '' || apiKey === maskedSecret) {
		return null;
	}
	const sealed = sealPayload(checkMetadataKey, {apiKey}, secrets);
	try {
		await jobs.ask(checkMetadataKey, {sealed}, {timeoutMs: limitMs});
		return {success: true, code: null, message: 'The metadata provider accepts the key.'};
	} catch (error) {
		return isExpected(error) ? {success: false, code: error.code, message: error.message} : unchecked;
	}
}

/** The key is stored, so a failure of ours must not say otherwise. */
const unchecked: KeyCheck = {
	success: false,
	code: 'unavailable',
	message: 'The key is stored, but could not be checked: Redis does not answer. Store it once more when it does.',
};
