import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {isTrue, listOf, oneOf, text, timestampOrNull} from '#api/http/replies/reply-fields.ts';
import {settingCategories} from '#shared/settings/define.ts';
import {settingDefinitions} from '#shared/settings/definitions.ts';
import {settingJsonSchema} from './json-schema.ts';
import {keyOf, type SettingGroup, settingGroups} from './schema.ts';

const value = Joi.alternatives(Joi.boolean(), Joi.number(), text, listOf(text));
const setting = Joi.object({
	key: text,
	value,
	type: oneOf(['boolean', 'integer', 'number', 'string', 'enum', 'list']),
	category: oneOf(settingCategories),
	description: text,
	updatedAt: timestampOrNull,
}).meta({schemaName: 'Setting'});

function fieldsOf(group: SettingGroup) {
	return Object.fromEntries(
		settingGroups[group].map(field => [field, Joi.any().meta({jsonSchema: settingJsonSchema(settingDefinitions[keyOf(group, field)])})]),
	);
}

function groupOperations(group: SettingGroup, path: string, what: string): Operations {
	const fields = fieldsOf(group);
	return {
		[`GET ${path}`]: {summary: `Show the settings of ${what}`, replies: {200: Joi.object(fields)}},
		[`PUT ${path}`]: {summary: `Change the settings of ${what}`, replies: {200: Joi.object({success: isTrue, ...fields})}},
	};
}

export const settingsOperations: Operations = {
	'GET /api/settings': {summary: 'List all settings', replies: {200: Joi.object({settings: listOf(setting)})}},
	...groupOperations('meta', '/api/settings/meta', 'the metadata provider'),
	...groupOperations('filters', '/api/settings/filters', 'release filters and finished downloads'),
	...groupOperations('externalUrl', '/api/settings/external-url', 'the external address'),
	'POST /api/settings/media/naming-preview': {
		summary: 'Show what naming formats make of sample titles',
		replies: {200: Joi.object().unknown()},
	},
	'GET /api/settings/:key': {summary: 'Show a setting', replies: {200: setting}},
	'PUT /api/settings/:key': {
		summary: 'Change a setting',
		replies: {200: Joi.object({success: isTrue, key: text, value, updatedAt: timestampOrNull})},
	},
};
