import Joi from 'joi';
import type {Operations} from '#api/http/operation.ts';
import {success} from '#api/http/route.ts';
import {type NamingToken, namedParts} from '#shared/domain/naming/naming-tokens.ts';
import type {NamingPreview} from '#shared/domain/naming/preview.ts';
import {anyObject, flag, listOf, oneOf, text, textOrNull, timestampOrNull, typed} from '#shared/presenters/fields.ts';
import {from, objectOf, viewOf} from '#shared/presenters/view.ts';
import {settingCategories, settingTypes} from '#shared/settings/define.ts';
import {type SettingKey, secrecyOf, settingDefinitions} from '#shared/settings/definitions.ts';
import type {Settings} from '#shared/settings/settings.ts';
import {keyOf, type SettingGroup, settingGroups, settingJsonSchema, shownValue} from './schema.ts';

interface Keyed {
	key: SettingKey;
	settings: Settings;
}

/** Forms are made from it, so it has what the definition knows. */
function valueSchema(key: SettingKey): Record<string, unknown> {
	return {
		...settingJsonSchema(settingDefinitions[key]),
		default: settingDefinitions[key].default,
		...(secrecyOf(key) === 'text' && {format: 'password', writeOnly: true}),
	};
}

const key = text;
const value = from(
	typed<unknown, Joi.AlternativesSchema>(Joi.alternatives(Joi.boolean(), Joi.number(), text, Joi.array().items(text))),
	({key, settings}: Keyed) => shownValue(key, settings),
);
const updatedAt = from(timestampOrNull, ({key, settings}: Keyed) => settings.updatedAt(key));

export const setting = viewOf<Keyed>()(
	{
		key,
		value,
		type: from(oneOf(settingTypes), ({key}: Keyed) => settingDefinitions[key].type),
		category: from(oneOf(settingCategories), ({key}: Keyed) => settingDefinitions[key].category),
		description: from(text, ({key}: Keyed) => settingDefinitions[key].description),
		updatedAt,
		schema: from(anyObject.description('JSON Schema of its values, with the default.'), ({key}: Keyed) => valueSchema(key)),
	},
	'Setting',
);
export const changedSetting = viewOf<Keyed>()({success, key, value, updatedAt});

interface ChangedGroup {
	settings: Settings;
	check: KeyCheck | null;
}

/** How the check of a new key ended. `code` is null if the provider accepts it. */
export interface KeyCheck {
	success: boolean;
	code: string | null;
	message: string;
}

const keyCheck = viewOf<KeyCheck>()(
	{
		success: flag.description('The provider accepts the key. The key is stored in any case.'),
		code: textOrNull.description('Why not: provider_key_refused, or what kept us from asking, such as timed_out; null if it does.'),
		message: text,
	},
	'KeyCheck',
);
const faulty = viewOf<NamingPreview['faults'][number]>()(
	{
		setting: text.description('The template, such as movieFolder or standardEpisode.'),
		message: text.description('What is wrong with it.'),
	},
	'NamingFault',
);
export const namingPreview = viewOf<NamingPreview>()(
	{
		movie: text.description('Path of a movie below its root folder.'),
		standardEpisode: text.description('Path of an episode.'),
		multiEpisode: text.description('Path of a file with several episodes.'),
		dailyEpisode: text.description('Path of an episode of a daily series.'),
		animeEpisode: text.description('Path of an episode of an anime.'),
		faults: {...faulty.list, schema: faulty.list.schema.description('Faults of the formats; the paths are made anyway.')},
	},
	'NamingPreview',
);

export const namingToken = viewOf<NamingToken>()(
	{
		token: text.description('As it stands in a format.'),
		group: text.description('What it is about.'),
		parts: listOf(oneOf(namedParts)).description('Formats that may have it, as `x-name-format` of their settings.'),
		example: text.description('What it becomes for a made-up title.'),
	},
	'NamingToken',
);

/** Settings that have their own resource, under the names used there. */
export function groupView(group: SettingGroup) {
	const fieldsOf = <Source>(settingsOf: (source: Source) => Settings) =>
		Object.fromEntries(
			settingGroups[group].map(field => {
				const key = keyOf(group, field);
				const schema = typed<unknown, Joi.AnySchema>(Joi.any().meta({jsonSchema: settingJsonSchema(settingDefinitions[key])}));
				return [field, from(schema, (source: Source) => shownValue(key, settingsOf(source)))];
			}),
		);
	return {
		shown: viewOf<Settings>()(fieldsOf((settings: Settings) => settings)),
		changed: viewOf<ChangedGroup>()({
			success,
			...fieldsOf(({settings}: ChangedGroup) => settings),
			...(group === 'meta' && {check: keyCheck.orNull}),
		}),
	};
}

function groupOperations(group: SettingGroup, path: string, what: string): Operations {
	const name = `${group.charAt(0).toUpperCase()}${group.slice(1)}Settings`;
	const {shown, changed} = groupView(group);
	return {
		[`GET ${path}`]: {id: `get${name}`, summary: `Show the settings of ${what}`, replies: {200: shown.schema}},
		[`PUT ${path}`]: {id: `update${name}`, summary: `Change the settings of ${what}`, replies: {200: changed.schema}},
	};
}

export const settingsOperations: Operations = {
	'GET /api/settings': {id: 'listSettings', summary: 'List all settings', replies: {200: objectOf({settings: setting.list})}},
	...groupOperations('meta', '/api/settings/meta', 'the metadata provider'),
	...groupOperations('filters', '/api/settings/filters', 'release filters and finished downloads'),
	...groupOperations('externalUrl', '/api/settings/external-url', 'the external address'),
	'GET /api/settings/media/naming-tokens': {
		id: 'listNamingTokens',
		summary: 'List what formats of names may contain, with an example of each',
		replies: {200: objectOf({tokens: namingToken.list})},
	},
	'POST /api/settings/media/naming-preview': {
		id: 'previewNaming',
		summary: 'Preview naming formats with sample titles',
		replies: {200: namingPreview.schema},
	},
	'GET /api/settings/:key': {id: 'getSetting', summary: 'Show a setting', replies: {200: setting.schema}},
	'PUT /api/settings/:key': {id: 'updateSetting', summary: 'Change a setting', replies: {200: changedSetting.schema}},
};
