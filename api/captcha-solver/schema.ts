import Joi from 'joi';
import {isAdministrator} from '#api/http/access/callers.ts';
import {parseWebAddress} from '#api/http/asks/solving.ts';
import type {CheckedBody} from '#api/http/input.ts';
import {queryFlag} from '#api/http/route.ts';
import {maskAddress} from '#api/http/secrets.ts';
import type {Fault} from '#shared/errors.ts';
import {isPrivateHost} from '#shared/network-address.ts';
import {maskedSecret} from '#shared/secrets.ts';
import {settingDefinitions} from '#shared/settings/definitions.ts';
import {type Settings, settingFault} from '#shared/settings/settings.ts';

export interface SolverChange {
	enabled?: boolean;
	timeout?: number;
	cacheTtl?: number;
	headless?: boolean;
	/** Null or empty means no proxy. */
	proxy?: string | null;
	maxRetries?: number;
	parallelSolves?: number;
}

const bounded = (key: 'timeout' | 'cacheTtl' | 'maxRetries' | 'parallelSolves') => {
	const {min, max} = settingDefinitions[`captcha.${key}`];
	return Joi.number().integer().min(min).max(max);
};

const proxyDefinition = settingDefinitions['captcha.proxy'];

const proxy = Joi.string()
	.max(proxyDefinition.maxLength)
	.custom((value: string, {message}) => {
		const fault = settingFault(proxyDefinition, value) ?? (URL.canParse(value) ? null : `must be ${proxyDefinition.pattern?.words}`);
		return fault ? message({custom: `{{#label}} ${fault}`}) : value;
	})
	.allow(null, '')
	.meta({jsonSchema: {type: 'string', maxLength: proxyDefinition.maxLength, pattern: proxyDefinition.pattern?.form.source}})
	.description(
		'Such as http://user:password@host:3128. The value from a reply may be sent back: its asterisks keep the stored credentials.',
	);

export const solverChangeBody = Joi.object<SolverChange, true>({
	enabled: Joi.boolean(),
	timeout: bounded('timeout').description('Seconds.'),
	cacheTtl: bounded('cacheTtl').description('Hours.'),
	headless: Joi.boolean(),
	proxy,
	maxRetries: bounded('maxRetries'),
	parallelSolves: bounded('parallelSolves'),
});

export interface ClearQuery {
	clearCookies: boolean;
	clearStats: boolean;
}
export const clearQuery = Joi.object<ClearQuery, true>({
	clearCookies: queryFlag().default(false),
	clearStats: queryFlag().default(true),
});

export interface TestBody {
	url: string;
	useCache: boolean;
}
export const testBody = Joi.object<TestBody, true>({
	url: Joi.string()
		.max(2000)
		.custom((value: string, {message}) =>
			parseWebAddress(value) ? value : message({custom: '{{#label}} must be an address that starts with http:// or https://'}),
		)
		.meta({jsonSchema: {type: 'string', maxLength: 2000, pattern: '^https?://'}})
		.required(),
	useCache: Joi.boolean().default(true),
});

/** The proxy as replies show it: without credentials, because with many providers the user name is the key. */
export function shownProxy(settings: Settings): string | null {
	return maskAddress(settings.get('captcha.proxy')) || null;
}

/**
 * Whether to store this proxy. It is compared with the masked form only: comparing it with the stored proxy would
 * reveal whether guessed credentials are right.
 */
export function isNewProxy(proxy: string | null, settings: Settings): proxy is string {
	return proxy !== null && proxy !== '' && proxy !== shownProxy(settings);
}

/**
 * Stars are accepted only with the proxy that they were shown with. Otherwise a caller could send the stored
 * credentials to a host of their own.
 */
export function proxyFaults({body: {proxy}, caller}: CheckedBody<SolverChange>, settings: Settings): Fault[] {
	if (proxy === undefined || !isNewProxy(proxy, settings)) {
		return [];
	}
	if (proxy.includes(maskedSecret)) {
		return [{path: 'proxy', message: 'proxy must contain the credentials themselves: asterisks are only accepted for the stored proxy'}];
	}
	if (!isUsable(new URL(proxy))) {
		return [{path: 'proxy', message: 'proxy must have a port from 1 to 65535 and correctly encoded credentials'}];
	}
	const mayBePrivate = caller !== null && isAdministrator(caller);
	return !mayBePrivate && isPrivateHost(new URL(proxy))
		? [{path: 'proxy', message: 'proxy must not be a private or loopback address, unless an administrator enters it'}]
		: [];
}

function isUsable({port, username, password}: URL): boolean {
	try {
		decodeURIComponent(username + password);
		return port !== '0';
	} catch {
		return false;
	}
}
