import {maskAddress} from '#api/http/replies/mask-address.ts';
import {maskedSecret} from '#shared/secrets.ts';
import {type SettingKey, secrecyOf, settingDefinitions} from '#shared/settings/definitions.ts';
import {type Settings, settingFault} from '#shared/settings/settings.ts';

/** The value as replies show it: a secret as stars, an address without what may be a key in it. */
export function shownValue(key: SettingKey, settings: Pick<Settings, 'get'>): unknown {
	const value = settings.get(key);
	const secrecy = value === '' ? null : secrecyOf(key);
	if (secrecy === null) {
		return value;
	}
	return secrecy === 'address' ? maskAddress(String(value)) : maskedSecret;
}

/** Is it what a reply shows in the place of this secret? Then the stored one stays. */
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
		? 'must be written out: its stars stand for what is stored only while nothing else in it changes'
		: settingFault(settingDefinitions[key], value);
}
