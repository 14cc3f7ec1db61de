import Joi from 'joi';
import {maskAddress, placeOf} from '#api/http/secrets.ts';
import {maskedSecret} from '#shared/secrets.ts';
import type {SettingDefinition} from '#shared/settings/define.ts';
import {isSettingKey, type SettingKey, secrecyOf, settingDefinitions} from '#shared/settings/definitions.ts';
import {emptyOrFolder} from '#shared/settings/forms.ts';
import type {Settings} from '#shared/settings/settings.ts';
import {settingFault} from '#shared/settings/settings.ts';

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

/** The value as replies show it: a secret as stars, an address without what may be a key in it. */
export function shownValue(key: SettingKey, settings: Pick<Settings, 'get'>): unknown {
	const value = settings.get(key);
	const secrecy = value === '' ? null : secrecyOf(key);
	if (secrecy === null) {
		return value;
	}
	return secrecy === 'address' ? maskAddress(String(value)) : maskedSecret;
}

/** Is this the mask that replies show instead of the secret? Then the stored one stays. */
export function isShown(key: SettingKey, value: unknown, settings: Pick<Settings, 'get'>): boolean {
	const secrecy = secrecyOf(key);
	return secrecy === 'address' ? value !== '' && value === shownValue(key, settings) : secrecy !== null && value === maskedSecret;
}

/** Why the value is invalid for this setting; null when it is valid. */
export function faultOf(key: SettingKey, value: unknown, settings: Pick<Settings, 'get'>): string | null {
	if (isShown(key, value, settings)) {
		return null;
	}
	const hasStars = secrecyOf(key) === 'address' && typeof value === 'string' && value.includes(maskedSecret);
	return hasStars
		? 'must be written out: the asterisks only stand for the stored value if nothing else in it changes'
		: (settingFault(settingDefinitions[key], value) ?? movedSecrets(key, String(value), settings));
}

/** A stored secret is sent only to the address for which it was entered. */
function movedSecrets(key: SettingKey, value: string, settings: Pick<Settings, 'get'>): string | null {
	const definition: SettingDefinition = settingDefinitions[key];
	const received = (definition.type === 'string' && definition.receives) || [];
	if (value === '' || received.length === 0 || placeOf(value) === placeOf(String(settings.get(key)))) {
		return null;
	}
	const moved = received.filter(name => isSettingKey(name) && shownValue(name, settings) !== settings.get(name));
	return moved.length === 0
		? null
		: `leads to another place, where ${moved.join(' and ')} would be sent: empty ${moved.length > 1 ? 'them' : 'it'} first, and enter ${moved.length > 1 ? 'them' : 'it'} again afterwards`;
}

/** JSON Schema for the values of a setting; a secret is shown as stars. */
export function settingJsonSchema(definition: SettingDefinition) {
	const {description} = definition;
	switch (definition.type) {
		case 'boolean':
			return {type: 'boolean', description};
		case 'integer':
		case 'number':
			return {type: definition.type, minimum: definition.min, maximum: definition.max, description};
		case 'string':
			return {
				type: 'string',
				maxLength: definition.maxLength,
				...(definition.pattern && {pattern: definition.pattern.form.source}),
				...(definition.pattern === emptyOrFolder && {'x-folder': true}),
				...(definition.format && {'x-name-format': definition.format}),
				...(definition.choices && {'x-choices': definition.choices}),
				description,
			};
		case 'enum':
			return {type: 'string', enum: [...definition.values], description};
		case 'list':
			return {type: 'array', items: {type: 'string'}, maxItems: definition.maxItems, description};
	}
}
