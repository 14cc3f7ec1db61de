import {maskedSecret} from '#shared/secrets.ts';
import {type SettingKey, settingDefinitions} from '#shared/settings/definitions.ts';
import type {Settings} from '#shared/settings/settings.ts';
import {isSecret, keyOf, type SettingGroup, settingGroups} from './schema.ts';

export function presentSetting(key: SettingKey, settings: Settings) {
	const {type, category, description} = settingDefinitions[key];
	return {key, value: presentValue(key, settings), type, category, description, updatedAt: settings.updatedAt(key)?.toISOString() ?? null};
}

export function presentGroup(group: SettingGroup, settings: Settings): Record<string, unknown> {
	return Object.fromEntries(settingGroups[group].map(field => [field, presentValue(keyOf(group, field), settings)]));
}

/** A secret is shown as stars, or as nothing while there is none. */
function presentValue(key: SettingKey, settings: Settings): unknown {
	const value = settings.get(key);
	return isSecret(key) && value !== '' ? maskedSecret : value;
}
