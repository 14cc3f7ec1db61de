import Joi from 'joi';
import {type SettingKey, secrecyOf, settingDefinitions} from '#shared/settings/definitions.ts';
import type {Settings} from '#shared/settings/settings.ts';
import {settingJsonSchema} from './json-schema.ts';
import {faultOf} from './shown-value.ts';

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
