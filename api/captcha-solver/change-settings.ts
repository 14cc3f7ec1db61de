import {type SettingKey, settingDefinitions} from '#shared/settings/definitions.ts';
import type {Settings} from '#shared/settings/settings.ts';
import {isNewProxy} from './proxy.ts';
import type {SolverChange} from './schema.ts';

export interface Change {
	settings: Settings;
	byAdministrator: boolean;
	at: Date;
}

const plainFields = ['enabled', 'timeout', 'cacheTtl', 'headless', 'maxRetries', 'parallelSolves'] as const;

export async function changeSettings({proxy, ...change}: SolverChange, {settings, byAdministrator, at}: Change): Promise<void> {
	for (const field of plainFields) {
		await store(`captcha.${field}`, change[field], {settings, at});
	}
	if (proxy === undefined) {
		return;
	}
	if (proxy === null || proxy === '') {
		await settings.set('captcha.proxy', '', at);
		return;
	}
	if (isNewProxy(proxy, settings)) {
		await changeProxy(proxy, {settings, byAdministrator, at});
	}
}

/** Settings that only administrators may change are left alone: the external solver and the browser's path. */
export async function resetSettings({settings, byAdministrator, at}: Change): Promise<void> {
	for (const field of [...plainFields, 'proxy'] as const) {
		await store(`captcha.${field}`, settingDefinitions[`captcha.${field}`].default, {settings, at});
	}
	if (byAdministrator) {
		await settings.set('captcha.proxyMayBePrivate', true, at);
	}
}

/**
 * The permission is written last when it is granted and first when it is revoked, so no process ever applies it to a
 * proxy that a user entered.
 */
async function changeProxy(proxy: string, {settings, byAdministrator, at}: Change): Promise<void> {
	if (!byAdministrator) {
		await settings.set('captcha.proxyMayBePrivate', false, at);
	}
	await settings.set('captcha.proxy', proxy, at);
	if (byAdministrator) {
		await settings.set('captcha.proxyMayBePrivate', true, at);
	}
}

async function store(key: SettingKey, value: unknown, {settings, at}: {settings: Settings; at: Date}): Promise<void> {
	if (value !== undefined && value !== settings.get(key)) {
		await settings.set(key, value as never, at); // the body's schema has the bounds of the definitions
	}
}
